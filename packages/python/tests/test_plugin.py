"""What the plugin does with tests that fail."""

import pytest

ASKS = """
import pytest

def ask(world):
    form = {"grant_type": "password", "client_id": world.apps["mobile"].client_id, "username": world.user.name, "password": "wrong", "scope": "User.Read"}
    return world.session().post(f"{world.tenant.authority}/oauth2/v2.0/token", data=form)
"""


def test_a_failing_test_shows_journal_and_explanation(pytester):
    pytester.makepyfile(ASKS + "def test_it(mockidp_world):\n    assert ask(mockidp_world).status_code == 200\n")
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*- mockidp -*", "mockidp, world *", "*#1 POST * 400 *AADSTS50126*", "*#1 ended with AADSTS50126: *"])


def test_expectations_that_are_not_met_fail_the_test(pytester):
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.mockidp("expired-refresh")
        def test_of_the_scenario(mockidp_world):
            pass

        def test_of_its_own(mockidp_world):
            mockidp_world.expect("signIn", count=1)

        @pytest.mark.mockidp("expired-refresh", verify=False)
        def test_without(mockidp_world):
            pass

        @pytest.mark.mockidp("expired-refresh")
        def test_that_fails_by_itself(mockidp_world):
            assert False, "by itself"
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(failed=3, passed=1)
    result.stdout.fnmatch_lines(["*not met: token.refused, AADSTS700082: expected once*", "*not met: signIn: expected once*", "*by itself*"])


def test_a_word_that_the_mark_does_not_know(pytester):
    pytester.makepyfile("import pytest\n@pytest.mark.mockidp(usr='bob')\ndef test_it(mockidp_world):\n    pass\n")
    pytester.runpytest().stdout.fnmatch_lines(["*does not know usr. It knows scenario, user, overrides, ids, client_ids, name, seed, idle_timeout, issuer, verify.*"])


def test_workers_of_xdist(pytester):
    pytest.importorskip("xdist")
    pytester.makepyfile(
        ASKS
        + "@pytest.mark.parametrize('_', range(4))\ndef test_it(mockidp_world, _):\n"
        + "    ask(mockidp_world)\n    assert len(mockidp_world.journal()) == 1\n"
        + "def test_fails(mockidp_world):\n    ask(mockidp_world)\n    assert False\n"
    )
    result = pytester.runpytest("-n", "2")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*#1 ended with AADSTS50126: *"])


def test_a_file_of_the_mark_stands_beside_the_test(pytester):
    folder = pytester.mkdir("inner")
    (folder / "own.yaml").write_text("scenario: own\nworld: { users: { carol: { displayName: Carol } } }\n")
    (folder / "test_it.py").write_text(
        """
from pathlib import Path
import pytest

@pytest.mark.mockidp("own.yaml", user="carol")
def test_by_text(mockidp_world):
    assert mockidp_world.user.alias == "carol"

@pytest.mark.mockidp(Path("own.yaml"))
def test_by_path(mockidp_world):
    assert "carol" in mockidp_world.users
"""
    )
    pytester.runpytest().assert_outcomes(passed=2)


def test_a_name_that_nobody_has_is_answered_with_those_there_are(pytester):
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.mockidp(user="carol")
        def test_mark(mockidp_world):
            pass

        def test_look_up(mockidp_world):
            mockidp_world.users["alise"]
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines_random(
        ["*The world has no user 'carol'. Known are: alice, bob, *", "*The world has no user 'alise'. Did you mean 'alice'? Known are: *"]
    )


def test_without_a_request_and_with_a_rule_that_nothing_fitted_it_says_so(pytester):
    pytester.makepyfile(
        ASKS
        + "def test_none(mockidp_world):\n    assert False\n"
        + "def test_rule(mockidp_world):\n    mockidp_world.rule({'refuse': 'AADSTS50173'}, name='late', grant='refresh_token')\n"
        + "    ask(mockidp_world)\n    assert False\n"
    )
    result = pytester.runpytest()
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines_random(["*no request came. Does the app use world.session()*", "*nothing has fitted the rule late (*refresh_token*"])
