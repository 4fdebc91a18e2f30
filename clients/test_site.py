"""What the site is made of: each refusal and each scenario has a page, links lead where they should. `make site` builds and looks at the whole."""

import importlib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "website"))

yaml = pytest.importorskip("yaml")
from parts import control_api, gallery, library, refusals, schema  # noqa: E402
from parts.links import Links  # noqa: E402
from parts.shapes import Shapes  # noqa: E402

KNOWN = ["AADSTS50173", "AADSTS700082"]


@pytest.mark.parametrize("source, page, text, becomes", [
    ("docs/ci.md", "ci.md", "[w](worlds.md#new)", "[w](worlds.md#new)"),
    ("docs/ci.md", "ci.md", "[two\nlines](worlds.md)", "[two\nlines](worlds.md)"),
    ("docs/ci.md", "ci.md", "[`outage`](../scenarios/outage.yaml)", "[`outage`](library/outage.md)"),
    ("docs/ci.md", "ci.md", "[all](../scenarios)", "[all](library.md)"),
    ("docs/ci.md", "ci.md", "[s](../SECURITY.md#a-b)", "[s](security.md#a-b)"),
    ("docs/ci.md", "ci.md", "[`World`](../Sources/World.swift)", "`World`"),
    ("README.md", "index.md", "[q](docs/quick-start.md)", "[q](quick-start.md)"),
    ("packages/go/README.md", "packages/go.md", "[t](../../docs/tests-go.md)", "[t](../tests-go.md)"),
    ("docs/ci.md", "ci.md", "[x](https://example.com/a.md)", "[x](https://example.com/a.md)"),
    ("docs/ci.md", "ci.md", "[x](#here)", "[x](#here)"),
    ("docs/ci.md", "ci.md", "```md\n[x](../README.md) AADSTS50173\n```", "```md\n[x](../README.md) AADSTS50173\n```"),
    ("docs/ci.md", "ci.md", "with `[x](../README.md)` code", "with `[x](../README.md)` code"),
    ("docs/ci.md", "ci.md", "AADSTS50173, `AADSTS700082`", "[AADSTS50173](errors/AADSTS50173.md), [`AADSTS700082`](errors/AADSTS700082.md)"),
    ("docs/ci.md", "ci.md", "AADSTS99999 and `error: AADSTS50173`", "AADSTS99999 and `error: AADSTS50173`"),
    ("docs/ci.md", "ci.md", "# AADSTS50173", "# AADSTS50173"),
    (None, "errors/AADSTS50173.md", "AADSTS50173 [l](../library/a.md) AADSTS700082", "AADSTS50173 [l](../library/a.md) [AADSTS700082](AADSTS700082.md)"),
    ("docs/ci.md", "ci.md", "| `A\\|B` | a\\|b |", "| `A|B` | a\\|b |"),
    ("docs/ci.md", "ci.md", "`a\\|b` outside of tables", "`a\\|b` outside of tables"),
])  # fmt: skip
def test_links_fit_the_site(source, page, text, becomes):
    assert Links(source, page, KNOWN).rewrite(text) == becomes


def test_links_to_sources_lead_to_the_repository_that_is_named():
    links = Links("docs/ci.md", "ci.md", repository="https://git.example/mockidp/")
    assert links.rewrite("[`World`](../Sources/World.swift)") == "[`World`](https://git.example/mockidp/blob/HEAD/Sources/World.swift)"


@pytest.fixture(scope="module")
def catalogue():
    return refusals.catalogue()


@pytest.fixture(scope="module")
def scenarios():
    return library.library()


def test_each_refusal_has_a_page(catalogue, scenarios):
    assert len(catalogue) > 200
    for one in catalogue:
        page = refusals.page(one, [other for other in scenarios if other.meets(one.number)])
        assert f"# {one.number}\n" in page and one.name in page
        assert one.facts["Means"] and one.facts["Do"] and dict(one.sections["The answer"])["text"], one.number
        assert "## Bring it about\n" in page


def test_the_page_of_a_refusal_tells_all_that_explain_prints(catalogue, scenarios):
    one = next(one for one in catalogue if one.number == "AADSTS700082")
    page = refusals.page(one, [other for other in scenarios if other.meets(one.number)])
    printed = refusals.explained(one.number)
    values = [*one.facts.values(), *(value for pairs in one.sections.values() for _, value in pairs)]
    assert " ".join(printed.split()).count("InteractionRequired") == sum(value.count("InteractionRequired") for value in values)
    assert "Error code 700082" in page
    assert "- then: [ { expire: refreshTokens } ]" in page
    assert "| Android | MsalUiRequiredException; the refresh token is deleted |" in page
    assert "[expired-refresh](../library/expired-refresh.md)" in page


def test_each_scenario_has_a_page(scenarios, catalogue):
    numbers = {one.number for one in catalogue}
    assert {path.stem for path in ROOT.joinpath("scenarios").glob("*.yaml")} == {one.name for one in scenarios}
    for one in scenarios:
        page = library.page(one, scenarios, numbers)
        assert one.story.strip() and one.rows, one.name
        assert one.text.rstrip() in page


def test_the_page_of_a_scenario_leads_to_refusals_and_pictures(scenarios, catalogue):
    one = next(one for one in scenarios if one.name == "expired-refresh")
    page = library.page(one, scenarios, {one.number for one in catalogue})
    assert "[700082](../errors/AADSTS700082.md)" in page
    assert "“[Enter password](../pages.md#enter-password)”" in page
    assert page.count("| MSAL for Python, native app") == 1


def test_each_route_and_object_of_the_control_api_has_a_place():
    document = control_api.description()
    pages = control_api.ControlAPI(document).pages()
    text = "".join(pages.values())
    for path, item in document["paths"].items():
        for method, operation in item.items():
            assert f"{method.upper()} {path}\n" in text and f"## {operation['operationId']} {{" in text
    for name in document["components"]["schemas"]:
        assert f"## {name} {{ #{name.lower()} }}" in pages["control-api/objects.md"]


def test_each_key_of_the_schema_is_on_its_page():
    text = schema.page(schema.text())
    for key in ("scenario", "extends", "world.users", "world.apps", "rules", "expect", "action"):
        assert f"# {key}" in text, key
    for word in ("userPrincipalName", "redirectUris", "when.occurrence", "revokeSessions"):
        assert f">{word}</code>" in text, word


@pytest.mark.parametrize("schema, kind", [
    ({"type": "string"}, "text"),
    ({"type": ["string", "number", "boolean", "null"]}, "text"),
    ({"type": "string", "format": "uuid"}, "text (uuid)"),
    ({"type": ["integer", "null"]}, "integer"),
    ({"type": "array", "items": {"$ref": "#/x/Named"}}, "list of [Named](#named)"),
    ({"type": "array", "items": {"$ref": "#/x/Inner"}}, "list of boolean"),
    ({"enum": ["a", "b", None]}, "`a`, `b`"),
    ({"const": True}, "`true`"),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}, {"type": "integer"}]}, "integer"),
    ({"type": "object", "additionalProperties": {"type": "string"}}, "object of text by name"),
    ({"type": "object", "properties": {"a": {}}}, "object"),
    ({}, "anything"),
])  # fmt: skip
def test_types_in_words(schema, kind):
    shapes = Shapes({"Named": {"type": "object"}, "Inner": {"type": "boolean"}}, lambda name: "#named" if name == "Named" else None)
    assert shapes.kind(schema) == kind


def test_pictures_are_steps_of_walks_that_are_there():
    pytest.importorskip("playwright")
    sys.path.insert(0, str(ROOT / "clients/browser"))
    names = [picture.name for picture in gallery.PICTURES]
    assert len(set(names)) == len(names)
    for picture in gallery.PICTURES:
        walks = {walk.__name__: walk for walk, _ in importlib.import_module(picture.module).WALKS}
        assert picture.step in walks[picture.walk].__code__.co_consts, picture


def test_a_page_asks_for_a_picture_by_a_comment():
    assert gallery.with_pictures("a\n<!-- picture: sign-in -->\nb").count("pictures/sign-in-") == 2
    assert gallery.with_pictures("<!-- Written by the runs -->") == "<!-- Written by the runs -->"
    with pytest.raises(AssertionError, match="no picture 'nothing'"):
        gallery.with_pictures("<!-- picture: nothing -->")
    for page in [ROOT / "README.md", *ROOT.glob("docs/*.md")]:
        gallery.with_pictures(page.read_text(encoding="utf-8"))
