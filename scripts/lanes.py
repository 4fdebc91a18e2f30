#!/usr/bin/env python3
"""The two lanes of the tests, `make test` and `make test-all`, by the list in clients/lanes.

    scripts/lanes.py packages quick        the Debian packages that a lane still needs
    scripts/lanes.py left-out quick each   pytest's arguments that leave out what does not run there: a lane, and `each` for the environment with
                                           Debian's libraries or `newest` for the other

MOCKIDP_DUE="test_graph.py library/test_devices.py" names the files that shall run, of what a lane has.
"""

import glob
import os
import shutil
import sys
from dataclasses import dataclass

from pages import ROOT

CLIENTS = ROOT / "clients"
# Each has what the one before it has, and more.
LANES = ["quick", "all"]
# Each has its own tests alone, and a command of its own: `make test-cluster`, `make test-copy`.
ALONE = ["cluster", "copy"]
# The targets of Sources that few clients touch. What touches them names them in the list.
UPPER = {"Cluster", "Console", "Control", "Gates", "Graph", "Handbook", "Intake", "MockIdPCommand", "SAML"}
# Whose behaviour a test may be about, and a pattern that is in its files then.
PROOF = {
    "Azure CLI": "azure_cli",
    "Azure SDK": r"azure\.",
    "Chromium": "chromium",
    "Flask": "flask",
    "Kubernetes": "kubernetes_validate",
    "MCP": r"mcp\.client",
    "MSAL for Python": "msal",
    "MSAL.js": r"msal(-browser)?\.js|msal_js|streamlit",
    "OpenTelemetry": "collector",
    "PostgreSQL": r"postgres|jepsen",
    "Prometheus": "prometheus",
    "PyJWT": "import jwt",
    "Schemathesis": "schemathesis",
    "Terraform's language": "hcl2",
    "azure-identity": r"azure\.identity",
    "curl": "curl",
    "generated clients": "openapi-python-client",
    "msgraph-sdk": "msgraph",
    "nginx": "nginx",
    "programs": "clients-programs",
    "python3-saml": "onelogin|python3_saml",
    "requests": r"http_session|requests|\.token\(",
    "service providers": "ruby_saml",
    "shells": r"bash|zsh",
    "sockets": "socket",
    "the packages": r"packages/|packaging/",
    "the program": r"BINARY|serve\(|scenario|scripts/",
    "wrk": "wrk",
}


@dataclass(frozen=True)
class Row:
    """Some tests, and when they run."""

    name: str
    lane: str
    libraries: str
    about: tuple
    client: str

    @property
    def files(self):
        """The files that hold these tests."""
        place = CLIENTS / self.name.partition("::")[0]
        return sorted(place.rglob("test_*.py")) if place.is_dir() else [place]

    def runs(self, lane, libraries):
        """Whether it runs in a lane, in the environment that is `each` with Debian's libraries and `newest` with the others."""
        if lane in ALONE:
            return self.lane == lane and libraries == "newest"
        return self.lane in LANES[: LANES.index(lane) + 1] and (libraries == "newest" or self.libraries == "each")


def _lines(section):
    """The words of each line of a section of the list."""
    at = None
    for line in (CLIENTS / "lanes").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            at = line.strip("[]")
        elif at == section and line and not line.startswith("#"):
            yield line


def rows():
    """The rows of the list, in its order."""
    found = []
    for line in _lines("tests"):
        name, lane, libraries, about, client = line.split(maxsplit=4)
        found.append(Row(name, lane, libraries, () if about == "-" else tuple(about.split(",")), client))
    return found


def row_of(file, rows):
    """The row with the longest name that is this file or a folder above it, or nothing."""
    name = str(file.relative_to(CLIENTS))
    fitting = [row for row in rows if name == row.name or name.startswith(row.name + "/")]
    return max(fitting, key=lambda row: len(row.name), default=None)


def left_out(lane, libraries, due=None):
    """Pytest's arguments for what does not run in a lane, or is not among the files that are due."""
    table = rows()
    arguments = []
    for file in sorted(CLIENTS.rglob("test_*.py")):
        row = row_of(file, table)
        if row is None or not row.runs(lane, libraries) or (due is not None and str(file.relative_to(CLIENTS)) not in due):
            arguments.append(f"--ignore={file}")
    for row in table:
        if "::" in row.name and not row.runs(lane, libraries):
            arguments.append(f"--deselect={row.name}")
    return arguments


def packages(lane):
    """The Debian packages of the programs that are missing for a lane."""
    missing = []
    for line in _lines("tools"):
        names, of, *needed = line.split()
        if of not in (LANES[:1] if lane in ALONE else LANES[: LANES.index(lane) + 1]):
            continue
        wanted = names.split(",")
        if needed[0] == "chromium" and os.environ.get("CHROMIUM"):
            wanted = [os.environ["CHROMIUM"]]
        if not any(shutil.which(name) or glob.glob(name) for name in wanted):
            missing += needed
    return missing


def main(arguments):
    match arguments:
        case ["packages", lane] if lane in LANES + ALONE:
            print(*packages(lane), sep="\n", end="")
        case ["left-out", lane, libraries] if lane in LANES + ALONE:
            due = os.environ.get("MOCKIDP_DUE")
            print(*left_out(lane, libraries, None if due is None else due.split()), sep="\n", end="")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
