"""The catalogue of refusals as `mockidp explain` tells it, and a page for each."""

import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .project import ROOT, binary
from .text import block, code, escaped, front, table

ROW = re.compile(r"^\| (AADSTS\d+) \|", re.MULTILINE)
ENTRY = re.compile(r"^( {2})?(\S.*?)(?: {2,}(\S.*))?$")
INDENT = " " * 14
RULE = re.compile(r"^rule action: (\{.*\})$")
#: What may stand before a text. Another word is a change of the program that this page has to follow.
FACTS = {"Means", "Do", "Cause here", "Or outright"}
ANSWER = {"error", "suberror", "HTTP", "where", "text", "or", "source"}
SECTIONS = {
    "The answer", "What MSAL makes of it at the token endpoint", "What MSAL for native authentication makes of it", "What the app hears",
}  # fmt: skip


@dataclass
class Refusal:
    """One refusal: its facts, and its sections as pairs of a word and a text."""

    number: str
    name: str
    facts: dict
    sections: dict

    @property
    def page(self):
        return f"errors/{self.number}.md"


def numbers():
    """The numbers of docs/errors.md, in its order."""
    return ROW.findall(ROOT.joinpath("docs/errors.md").read_text(encoding="utf-8"))


def parsed(text):
    """What `mockidp explain NUMBER` printed."""
    lines = text.rstrip("\n").split("\n")
    number, name = lines[0].split()
    facts, sections, pairs = {}, {}, None
    for line in filter(None, lines[1:]):
        if line.startswith(INDENT):
            if not pairs:
                pairs.append(["", ""])
            pairs[-1][1] += f" {line.strip()}" if pairs[-1][1] else line.strip()
            continue
        found = ENTRY.match(line)
        assert found, line
        indented, word, value = found.groups()
        if not indented and value is None:
            assert word in SECTIONS, f"{number}: there is a section '{word}' that the site does not know"
            pairs = sections.setdefault(word, [])
        elif not indented:
            assert word in FACTS, f"{number}: there is a fact '{word}' that the site does not know"
            pairs = facts.setdefault(word, [])
            pairs.append([word, value])
        else:
            pairs.append([word, value or ""])
    for word, _ in sections.get("The answer", []):
        assert word in ANSWER, f"{number}: the answer has a '{word}' that the site does not know"
    return Refusal(number, name, {word: pairs[0][1] for word, pairs in facts.items()}, sections)


def explained(number):
    return subprocess.run([binary(), "explain", number], check=True, capture_output=True, text=True).stdout


def catalogue():
    """Every refusal, in the order of docs/errors.md."""
    with ThreadPoolExecutor(4) as pool:
        return [parsed(text) for text in pool.map(explained, numbers())]


def bring_about(refusal):
    """How to see it: the actions as a rule that can be copied, anything else as a sentence."""
    for word, lead in [("Cause here", "The world can be put so that it follows by itself"), ("Or outright", "A rule gives it outright")]:
        text = refusal.facts.get(word)
        if text is None:
            continue
        if found := RULE.match(text):
            yield f"{lead}:\n\n{block('yaml', f'rules:{chr(10)}  - then: [ {found[1]} ]')}\n"
        else:
            yield f"{lead}: {escaped(text)}.\n\n"


def page(refusal, scenarios):
    """The page of a refusal; `scenarios` are those of the library in which a client meets it."""
    facts, digits = refusal.facts, refusal.number.removeprefix("AADSTS")
    # The digits by themselves, for those who search for the number of `error_codes`.
    text = front(refusal.number, facts["Means"], boost=4)
    text += f"# {refusal.number}\n\nError code {digits}, in scenario files also {code(refusal.name)}. {escaped(facts['Means'])}\n\n"
    text += f'!!! tip "What to do"\n\n    {escaped(facts["Do"])}\n\n'
    text += f"## The answer\n\n{table(['Part', 'Value'], [[word, answer_cell(word, value)] for word, value in refusal.sections['The answer']])}\n"
    for title, pairs in refusal.sections.items():
        if title == "The answer":
            continue
        text += f"## {title}\n\n"
        if pairs[0][0]:
            text += table(["Library", "What the app gets"], [[word, escaped(value)] for word, value in pairs]) + "\n"
        else:
            text += escaped(pairs[0][1]) + "\n\n"
    text += "## Bring it about\n\n" + "".join(bring_about(refusal))
    if scenarios:
        text += "## In the library\n\n"
        text += "".join(f"- [{one.name}](../library/{one.name}.md): {escaped(one.summary)}\n" for one in scenarios)
    text += f"\n[All refusals](../errors.md). In a terminal: {code('mockidp explain ' + refusal.number)}.\n"
    return text


def answer_cell(word, value):
    return code(value) if word == "suberror" else escaped(value)
