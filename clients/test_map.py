"""The map of the documentation: it leads to every page, and the guides among them are short enough to be read to their end."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
MAP = (DOCS / "map.md").read_text()
#: Each of these is read from top to bottom. What does not fit stands on a page of its own beside it.
GUIDES = [
    "quick-start", "your-own-tenant", "tests-api", "tests-browser", "tests-dotnet", "tests-go", "tests-junit", "tests-pytest",
    "ci", "drop-in", "b2c", "external-id", "workloads", "managed-identity", "worlds", "write-a-scenario", "glossary", "map",
]  # fmt: skip
WORDS = 1500


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_is_short(guide):
    words = len((DOCS / f"{guide}.md").read_text().split())
    assert words <= WORDS, f"{guide}.md has {words} words: let what is looked up stand on a page of its own"


def test_every_guide_for_test_authors_is_one_of_them():
    assert {page.stem for page in DOCS.glob("tests-*.md")} <= set(GUIDES)


def test_the_map_leads_to_every_page():
    """The pages about single emulators are those of one page, which the map has."""
    led = set(re.findall(r"\(([\w-]+)\.md", MAP))
    pages = {page.stem for page in DOCS.glob("*.md") if not page.stem.startswith("emulator-")} - {"map"}
    assert pages - led == set()
    emulators = (DOCS / "emulators.md").read_text()
    assert [page.name for page in DOCS.glob("emulator-*.md") if f"({page.name}" not in emulators] == []


@pytest.mark.parametrize("page", [page.name for page in sorted(DOCS.glob("*.md")) if "OWNER/mockidp" in page.read_text()])
def test_a_page_says_what_its_owner_stands_for(page):
    assert re.search(r"`OWNER(/mockidp)?` stands\s+for", (DOCS / page).read_text())
