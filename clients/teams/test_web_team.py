"""A team with a web app and pytest: the page for it, with its files and its command, and what a failed test says."""

from support.pages import files, found

PAGE = "docs/tests-pytest.md"


def test_the_page_from_its_first_line_to_its_last(desk):
    told = desk(found(PAGE, "mockidp exec"), files=files(PAGE))
    assert "2 passed" in told, told


def test_a_test_that_fails_is_told_why(desk):
    """The code that the page asserts, with a slip in it: what the command prints last leads to the refusal."""
    own = {name: text.replace("[700082]", "[700083]") for name, text in files(PAGE).items()}
    told = desk(found(PAGE, "mockidp exec"), files=own, code=1)
    assert "1 failed, 1 passed" in told and "AADSTS700082" in told, told


def test_a_test_that_asks_nobody_is_told_so(desk):
    """README's line around tests that never come here."""
    own = {"test_nothing.py": "def test_nothing():\n    pass\n"}
    told = desk(found("README.md", "mockidp exec"), files=own, code=3)
    assert "1 passed" in told, told
    assert "No request came. Does the command take the address from the environment" in told, told
    assert "Rules that nothing has fitted: #1 (expired-refresh)" in told, told
