"""What a part of the tests stands on, as one digest: with the same digest it would end as it ended before."""

import functools
import hashlib
import json
import subprocess

from pages import ROOT

# Each has what the one before it has, and more: clients/lanes lists what.
LANES = ["quick", "all"]
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
        return [path for name in names for path in self._folders[name].rglob("*") if path.is_file()]


def tracked():
    """Every file that git tracks or would track."""
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def digest(files):
    """One digest of these files and of the machine."""
    sum = hashlib.sha256(machine())
    for path in sorted(set(files)):
        sum.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return sum.hexdigest()


class Passed:
    """What each part of a name stood on when it last passed in a lane, kept from one run to the next.

    What has passed in the lane of everything has passed in the quick one, too.
    """

    def __init__(self, name, lane):
        number, files = LANES.index(lane), [ROOT / f".build/{name}-passed-{one}.json" for one in LANES]
        self._counting, self._kept = files[number:], files[: number + 1]

    def due(self, states):
        """The names whose state is another than when they last passed."""
        known = [_read(file) for file in self._counting]
        return sorted(name for name, state in states.items() if all(one.get(name) != state for one in known))

    def remember(self, states):
        """Keeps these, and leaves what is known of others."""
        for file in self._kept:
            file.write_text(json.dumps(_read(file) | states, indent=2) + "\n")


def _read(file):
    return json.loads(file.read_text()) if file.exists() else {}
