"""What a part of the tests stands on, as one digest: with the same digest it would end as it ended before."""

import functools
import hashlib
import json
import subprocess

from pages import ROOT

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
    """What each part of a name stood on when it last passed, kept from one run to the next."""

    def __init__(self, name):
        self._file = ROOT / f".build/{name}-passed.json"

    def _known(self):
        return json.loads(self._file.read_text()) if self._file.exists() else {}

    def due(self, states):
        """The names whose state is another than when they last passed."""
        known = self._known()
        return sorted(name for name, state in states.items() if known.get(name) != state)

    def remember(self, states):
        """Keeps these, and leaves what is known of others."""
        self._file.write_text(json.dumps(self._known() | states, indent=2) + "\n")
