"""Which fuzz targets have their seconds to run: those whose code is another than when they last passed.

A target makes the same changes of the same inputs in each run, so a run with the same code would find the same. Its code is its own
file, what all targets share, its corpus and dictionary, and the sources of every module that it imports, with all below them.
"""

import hashlib
import json
import re
import subprocess

from pages import ROOT

FOLDER = ROOT / "Tests/FuzzTests"
PASSED = ROOT / ".build/fuzz-passed.json"
IMPORT = re.compile(r"^(?:@testable )?import (\w+)", re.MULTILINE)


def run(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def closure(names, below):
    """The modules of these names with all that they stand on."""
    found, left = set(), [name for name in names if name in below]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += below[name]
    return found


def state():
    """The digest of each target's code, by the target's name."""
    package = json.loads(run("swift", "package", "dump-package"))
    below = {target["name"]: [one["byName"][0] for one in target["dependencies"]] for target in package["targets"]}
    folders = {target["name"]: ROOT / (target.get("path") or f"Sources/{target['name']}") for target in package["targets"]}
    toolchain = run("swift", "--version").encode()
    shared = [path for path in FOLDER.glob("*.swift")] + list(FOLDER.glob("Replay/*.swift")) + [ROOT / "Package.swift"]
    states = {}
    for source in FOLDER.glob("Targets/*.swift"):
        text = source.read_text(encoding="utf-8")
        named = re.search(r'FuzzTarget\(\s*name: "(\w+)"', text)
        if named is None:
            continue
        # A folder of the target's name has more of its code.
        own = [source, *FOLDER.glob(f"{named[1].capitalize()}/*.swift")]
        # What the shared sources import counts for every target.
        names = set().union(*(IMPORT.findall(path.read_text(encoding="utf-8")) for path in own + shared[:-1]))
        files = [*own, FOLDER / f"Dictionaries/{named[1]}.dict", *shared, *FOLDER.glob(f"Corpus/{named[1]}/*")]
        for module in closure(names, below):
            files += [path for path in folders[module].rglob("*") if path.is_file()]
        digest = hashlib.sha256(toolchain)
        for path in sorted(set(files)):
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        states[named[1]] = digest.hexdigest()
    return states


def passed():
    return json.loads(PASSED.read_text()) if PASSED.exists() else {}


def remember(states):
    PASSED.write_text(json.dumps(states, indent=2) + "\n")
