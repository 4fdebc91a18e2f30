"""The scenarios of the library, with what docs/library.md says that clients see, and a page for each."""

import json
import re
import subprocess
from dataclasses import dataclass, field

import yaml

from .gallery import linked_headings
from .project import ROOT, binary
from .text import block, escaped, front, table

FIRST = re.compile(r"^\[`([a-z0-9-]+)`\]\(")
REFUSAL_NUMBERS = re.compile(r"\[(\d{5,7}(?:, \d{5,7})*)\]")
CELL = re.compile(r"(?<!\\)\|")


@dataclass
class Scenario:
    """A scenario of the library. `rows` are pairs of the clients and what they do and see."""

    name: str
    theme: str
    summary: str
    text: str
    rows: list = field(default_factory=list)

    @property
    def page(self):
        return f"library/{self.name}.md"

    @property
    def story(self):
        return yaml.safe_load(self.text).get("docs") or ""

    def meets(self, number):
        """Whether a client meets this refusal, or the summary names it."""
        digits = number.removeprefix("AADSTS")
        seen = {one for _, what in self.rows for group in REFUSAL_NUMBERS.findall(what) for one in group.split(", ")}
        return digits in seen or re.search(rf"AADSTS{digits}\b", self.summary) is not None


def asked(*words):
    return subprocess.run([binary(), "scenario", *words], check=True, capture_output=True, text=True).stdout


def rows():
    """Pairs of the clients and what they see, by the name of the scenario, out of docs/library.md."""
    found, name = {}, None
    for line in ROOT.joinpath("docs/library.md").read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            name = None
            continue
        first, clients, what = (cell.strip() for cell in CELL.split(line)[1:-1])
        if (named := FIRST.match(first)) is not None:
            name = named[1]
        if name is not None:
            found.setdefault(name, []).append((clients, what))
    return found


def library():
    """Every scenario, in the order of the program's list."""
    seen = rows()
    scenarios = [
        Scenario(one["name"], one["theme"], one["summary"], asked("show", one["name"]), seen.pop(one["name"], []))
        for one in json.loads(asked("list", "--json"))
    ]
    assert not seen, f"docs/library.md has scenarios that the program does not have: {', '.join(seen)}"
    missing = [one.name for one in scenarios if not one.rows]
    assert not missing, f"docs/library.md does not say what clients see of {', '.join(missing)}"
    return scenarios


def linked(what, refusals):
    """A cell of docs/library.md with links to the refusals and to the pictures of the pages that it names."""

    def numbers(found):
        digits = found[1].split(", ")
        links = [f"[{one}](../errors/AADSTS{one}.md)" if f"AADSTS{one}" in refusals else one for one in digits]
        return f"` ({', '.join(links)})" if found[0].endswith("`") else f"({', '.join(links)})"

    what = re.sub(r" / \[(\d{5,7}(?:, \d{5,7})*)\]`", numbers, what)
    what = re.sub(r"`\[(\d{5,7}(?:, \d{5,7})*)\]`", lambda found: numbers(found), what)
    return linked_headings(what, "../pages.md")


def page(scenario, scenarios, refusals):
    """The page of a scenario. `refusals` are the numbers that have a page."""
    text = front(scenario.name, scenario.summary, boost=2)
    text += f"# {scenario.name}\n\n**{escaped(scenario.summary)}**\n\n"
    text += "".join(f"{escaped(paragraph)}\n\n" for paragraph in scenario.story.strip().split("\n\n"))
    text += "## Try it\n\n" + block("sh", f"mockidp serve --scenario {scenario.name}") + "\n"
    text += "## What each client sees\n\nThe tests run each row against the program, over HTTPS.\n\n"
    text += table(["Client", "What it does, and sees"], [[clients, linked(what, refusals)] for clients, what in scenario.rows]) + "\n"
    text += f"## The file\n\nA start for your own: {chr(96)}mockidp scenario new NAME --from {scenario.name}{chr(96)}.\n\n"
    text += block("yaml", scenario.text) + "\n"
    kin = [one for one in scenarios if one.theme == scenario.theme and one is not scenario]
    if kin:
        text += f"## More of “{escaped(scenario.theme)}”\n\n"
        text += "".join(f"- [{one.name}]({one.name}.md): {escaped(one.summary)}\n" for one in kin)
    return text + "\n[The whole library](../library.md)\n"
