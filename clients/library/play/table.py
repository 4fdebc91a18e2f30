"""docs/library.md: what each client saw of each scenario, written by the runs and held against them."""

import importlib
import json
import os
import re
import subprocess
from pathlib import Path

from play.run import DECLARED, available
from support.binary import BINARY

FOLDER = Path(__file__).resolve().parent.parent
ROOT = FOLDER.parent.parent
PAGE = ROOT / "docs/library.md"
RECORDING = bool(os.environ.get("RECORD"))
IS_NEWEST = available("azure.identity")

SUBJECTS = {
    "test_everything_works": "Everything works",
    "test_the_sign_in_ends": "The sign-in has ended",
    "test_accounts": "Whose account it is",
    "test_consent_is_missing": "Consent",
    "test_more_is_asked": "More is asked of the user",
    "test_the_way_is_closed": "The way is closed",
    "test_devices": "Devices without a browser",
    "test_apps_and_apis": "Apps by themselves, and APIs",
    "test_managed_identities": "Managed identities and workloads",
    "test_a_company": "A company of one's own",
    "test_administration": "Programs that administer a tenant",
    "test_customers": "Customers of Azure AD B2C",
    "test_external_customers": "Customers of External ID",
    "test_mistakes": "The app is set up wrong",
    "test_sign_in_by_saml": "Sign-in by SAML",
    "test_mcp_servers_and_clients": "MCP servers",
    "test_written_into_apps": "Users are written into an app",
    "test_tokens_and_keys": "Tokens, keys and clocks",
    "test_trouble": "The service is in trouble",
}

INTRODUCTION = """\
# The library

<!-- Written by the runs in clients/library: RECORD=1 clients/run -k library. Do not edit. -->

The scenarios that come with mockidp, and what real clients see of each. Every row is a run of `make test-all` against the built program, over
HTTPS. The test compares what the client saw with this page, and asks the server whether all that the scenario expects came true.

`mockidp scenario show NAME` prints a scenario with its explanation, `mockidp serve --scenario NAME` runs it.

In the third column each line is one thing that the client did, and what came of it. Quotation marks are around the pages that somebody
answered on the way. A refusal is given as its `error / suberror / [AADSTS numbers]`. Where a client throws instead, its exception stands in the
place of the first two. Clients that saw the same share a row. Apps of different kinds that would see the same with MSAL for Python are one
run, and `requests`, an app that speaks the protocol by itself, has one where MSAL does not show what the server said.
"""

rows = {}
"""(scenario, client) to outcome, of the runs of this session."""


def written():
    """The rows of the page as it is."""
    found, scenario = {}, None
    for line in PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and cells[1] not in ("client", "---"):
            name = re.match(r"\[`([^`]+)`\]", cells[0])
            scenario = name[1] if name else scenario
            for client in cells[1].split("<br>"):
                found[scenario, client] = cells[2]
    return found


#: The scenarios' rows as they were when this run began.
OLDER_ROWS = frozenset(written())


def check(run):
    """Holds a run against its row, or keeps it for the page. An older MSAL has a row of its own where it sees something else."""
    scenario, name, outcome = run.scenario, run.client_type.name, run.outcome.replace("|", r"\|")
    newest = written().get((scenario, name))
    if IS_NEWEST:
        rows[scenario, name] = expected = outcome if RECORDING else newest
    elif RECORDING:
        rows[scenario, older(name)] = outcome if outcome != newest else None
        expected = outcome
    else:
        expected = written().get((scenario, older(name)), newest)
    assert outcome == expected, f"RECORD=1 rewrites {PAGE.name} after a change that was meant"


def is_older_of_interest(scenario, name):
    """Whether the older MSAL plays this scenario: where the page has a row of its own for it, and wherever it can when the page is recorded."""
    return name == "MSAL for Python, native app" and (RECORDING or (scenario, older(name)) in OLDER_ROWS)


def older(name):
    return name.replace("MSAL for Python", "MSAL for Python 1.21")


def declared():
    """All that the tests of this folder play, whether chosen for this session or not."""
    for name in SUBJECTS:
        importlib.import_module(name)
    return DECLARED


def summaries():
    """Each scenario's sentence, by its name, as the program tells them."""
    listed = subprocess.run([str(BINARY), "scenario", "list", "--json"], check=True, capture_output=True, text=True).stdout
    return {row["name"]: row["summary"] for row in json.loads(listed)}


REFERENCE = ROOT / "docs/scenarios.md"
BEGINNING = "<!-- What clients see, in short. Written by the runs in clients/library: RECORD=1 clients/run -k library. -->\n"
END = "<!-- The end of what the runs write. -->\n"


def short(text):
    """The reference's table: by theme, each scenario with the refusals that clients met, in the order in which they came."""
    table = "\n| theme | scenarios, and the refusals that clients see |\n| --- | --- |\n"
    for theme in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        cells, scenario = {}, None
        for line in theme.splitlines()[1:]:
            row = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(row) != 3 or row[1] in ("client", "---"):
                continue
            name = re.match(r"\[`([^`]+)`\]", row[0])
            scenario = name[1] if name else scenario
            codes = [int(code) for found in re.findall(r"\[([\d, ]+)\]", row[2]) for code in found.split(",")]
            cells.setdefault(scenario, {}).update(dict.fromkeys(codes))
        shown = [f"`{name}`" + (f" ({', '.join(map(str, codes))})" if codes else "") for name, codes in cells.items()]
        table += f"| [{theme.splitlines()[0]}](library.md#{anchor(theme.splitlines()[0])}) | {', '.join(shown)} |\n"
    return table + "\n"


def anchor(title):
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def reference():
    """The reference's page with the short table in it."""
    text = REFERENCE.read_text(encoding="utf-8")
    before, after = text.split(BEGINNING)[0], text.split(END)[-1]
    return before + BEGINNING + short(page()) + END + after


def page():
    """The page with this session's rows in the place of the older ones."""
    outcomes, said = {**written(), **rows}, summaries()
    text = INTRODUCTION
    for module, subject in SUBJECTS.items():
        text += f"\n## {subject}\n\n| scenario | client | what it does, and sees |\n| --- | --- | --- |\n"
        keys = [key for key, place in declared().items() if place == module]
        for scenario in dict.fromkeys(scenario for scenario, _ in keys):
            first = f"[`{scenario}`](../scenarios/{scenario}.yaml)<br>{said[scenario]}"
            names = [client for name, client in keys if name == scenario]
            for outcome, clients in alike((name, outcomes.get((scenario, name))) for name in with_older(names)):
                text += f"| {first} | {'<br>'.join(clients)} | {outcome} |\n"
                first = ""
    return text


def with_older(names):
    """Each name, and after it that of its older version, which has an outcome only if it sees something else."""
    return dict.fromkeys(one for name in names for one in (name, older(name)))


def alike(pairs):
    """Each outcome with the clients that had it."""
    found = {}
    for client, outcome in pairs:
        if outcome is not None:
            found.setdefault(outcome, []).append(client)
    return found.items()


def write():
    PAGE.write_text(page(), encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")
