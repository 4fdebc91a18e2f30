"""What a part of the tests stands on, as one digest: with the same digest it would end as it ended before."""

import functools
import hashlib
import json
import subprocess

from lanes import LANES
from pages import ROOT

# The folders of which CFiles compiles files in for a target. The console's are in its own.
EMBEDDED = {"Directory": ["data"], "Scenarios": ["scenarios"], "Handbook": ["docs"], "Console": ["Sources/Console/Files"]}
# What a program may see of the machine that the sources do not say.
LIBRARIES = ["openssl", "sqlite3", "yaml-0.1", "zlib"]


def run(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@functools.cache
def machine():
    """The toolchain and the system's libraries."""
    return (run("swift", "--version") + run("pkg-config", "--modversion", *LIBRARIES)).encode()


class Package:
    """The targets of Package.swift: what is below each, and where it lives."""

    def __init__(self):
        targets = json.loads(run("swift", "package", "dump-package"))["targets"]
        self.below = {target["name"]: [one["byName"][0] for one in target["dependencies"]] for target in targets}
        self.tests = [target["name"] for target in targets if target["type"] == "test"]
        self._folders = {
            target["name"]: ROOT / (target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}")
            for target in targets
        }

    def closure(self, names):
        """The targets of these names with all that they stand on."""
        found, left = set(), [name for name in names if name in self.below]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.below[name]
        return found

    def files(self, names):
        """Every file of the targets of these names."""
        return [path for name in names for path in self._files_of(name)]

    @functools.cache
    def _files_of(self, name):
        folders = [self._folders[name], *(ROOT / folder for folder in EMBEDDED.get(name, ()))]
        return [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def tracked():
    """Every file that git tracks or would track."""
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


@functools.cache
def _of(path):
    """The digest of a file and its name; many tests stand on the same files."""
    return f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest()


def digest(files):
    """One digest of these files and of the machine."""
    sum = hashlib.sha256(machine())
    # A text sorts faster than a path.
    for path in sorted(set(files), key=str):
        sum.update(_of(path))
    return sum.hexdigest()


class Passed:
    """What each part of a name stood on when it last passed in a lane, kept from one run to the next.

    What has passed in the lane of everything has passed in the quick one, too.
    """

    def __init__(self, name, lane):
        self._files = {one: ROOT / f".build/{name}-passed-{one}.json" for one in LANES[: LANES.index(lane) + 1]}
        self._lane = lane

    def due(self, states):
        """The names whose state in this lane is another than when they last passed; states are by lane and name."""
        known = _read(self._files[self._lane])
        return sorted(name for name, state in states[self._lane].items() if known.get(name) != state)

    def remember(self, states, names):
        """Keeps the states of these names, and leaves what is known of others."""
        for lane, file in self._files.items():
            kept = {name: states[lane][name] for name in names}
            file.write_text(json.dumps(_read(file) | kept, indent=2) + "\n")


def _read(file):
    return json.loads(file.read_text()) if file.exists() else {}
