#!/usr/bin/env python3
"""The module for Go as a file tree that ``GOPROXY=file://…`` reads: PATH/@v/list, VERSION.info, VERSION.mod, VERSION.zip.

By itself it lays the tree of these sources: packaging/gomodule.py FOLDER
"""

import json
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import List

import release
from archive import Entry, folder, zipped

ROOT = Path(__file__).resolve().parent.parent
GO = ROOT / "packages/go"
WRITTEN = "mockidp.invalid/go"
"""The path that stands in the sources."""


def path(settings: dict) -> str:
    """The module's path: that of ``GO_MODULE``, else the one of the sources, which nobody can have."""
    return settings.get("GO_MODULE") or WRITTEN


def tree(module: str, version: str, time: int, papers: List[Entry], repository: str = "") -> List[Entry]:
    """The file tree of one version. In the zip every file lies under PATH@VERSION/, as the commands of Go want it."""
    version = f"v{version}"
    files = [*folder(GO, "mockidptest/*.go", "go.mod", "README.md"), *papers]
    files = [_named(_apart(entry, repository, version), module) for entry in files if not entry.name.endswith("_test.go")]
    mod = next(entry.content for entry in files if entry.name == "go.mod")
    said = datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    # Capital letters of a path are written with an exclamation mark: module proxies serve systems that do not tell them apart.
    below = re.sub("[A-Z]", lambda letter: "!" + letter[0].lower(), module) + "/@v"
    return [
        Entry(f"{below}/list", f"{version}\n".encode()),
        Entry(f"{below}/{version}.info", json.dumps({"Version": version, "Time": said}).encode() + b"\n"),
        Entry(f"{below}/{version}.mod", mod),
        Entry(f"{below}/{version}.zip", zipped(entry.under(f"{module}@{version}") for entry in files)),
    ]


def _apart(entry: Entry, repository: str, version: str) -> Entry:
    """A page whose links lead out of the package: to the repository, or nowhere as long as there is none."""
    if not entry.name.endswith(".md"):
        return entry
    return Entry(entry.name, release.apart(entry.content.decode(), repository, version.removeprefix("v")).encode(), entry.mode)


def _named(entry: Entry, module: str) -> Entry:
    return Entry(entry.name, entry.content.replace(WRITTEN.encode(), module.encode()), entry.mode)


def _main(target: Path):
    settings = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / "packaging/settings").read_text(), re.M))
    version = subprocess.run([ROOT / "scripts/version"], check=True, capture_output=True, text=True).stdout.strip()
    for entry in tree(path(settings), version, 0, release.papers()):
        file = target / entry.name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(entry.content)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: packaging/gomodule.py FOLDER")
    _main(Path(sys.argv[1]))
