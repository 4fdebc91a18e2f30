"""Which fuzz targets have their seconds to run: those whose code is another than when they last passed.

A target makes the same changes of the same inputs in each run, so a run with the same code would find the same. Its code is its own
file, what all targets share, its corpus and dictionary, and the sources of every module that it imports, with all below them.
"""

import re

from lanes import LANES
from pages import ROOT
from test_inputs import digest

FOLDER = ROOT / "Tests/FuzzTests"
IMPORT = re.compile(r"^(?:@testable )?import (\w+)", re.MULTILINE)


def states(package):
    """The digest of each target's code, by lane and the target's name."""
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
        states[named[1]] = digest(files + package.files(package.closure(names)))
    return {lane: states for lane in LANES}
