"""Which of the Swift tests, and which clients, have to run: those that stand on something else than when they last passed.

Go's test runner does the same. A test target stands on its own files, on the sources of all targets below it, and on what else its files
name: tests read pages, scenarios and goldens, and the path of what they read is in their text. A suite that reads all sources, or all
tests, is a unit of its own, so that the rest of its target does not stand on all of them.

A file of clients stands on itself, on what all clients share, on what it names, and on the program. In the quick lane the program is what
all clients touch, and of the targets that few touch those that the file is about (clients/lanes): when Graph alone has changed, the clients
of Graph run, and each of them starts the server and signs in. In the lane of everything a file of clients stands on all but the Swift tests.
"""

import functools
import re

import lanes
from pages import ROOT
from test_inputs import digest, tracked

SUITE = re.compile(r"\b(?:struct|class|actor|enum) (\w+Tests)\b")
IMPORT = re.compile(r"^ *(?:from|import) (test_\w+)\b", re.MULTILINE)
# The type through which tests look at the whole tree, and the call that lists all below a folder.
TREE = re.compile(r"\bSourceTree\b|\.enumerator\(atPath:")


class Tree:
    """The files of the project, and which of them a text names."""

    def __init__(self):
        self.files = tracked()
        self._paths = {str(path.relative_to(ROOT)): path for path in self.files}
        self._below = {}
        for name, path in self._paths.items():
            while name:
                self._below.setdefault(name, []).append(path)
                name = name.rpartition("/")[0]
        tops = {name.partition("/")[0] for name in self._paths} | {"Tests/Fixtures"}
        words = "|".join(re.escape(top.rpartition("/")[2]) for top in sorted(tops))
        # In quotes, or as a part of a path.
        self._name = re.compile(rf'(?<=["\'/)])({words})((?:/[\w.-]+)*)(?=["\'/\\])')

    def below(self, folder):
        """The files of a folder, or the file of that name."""
        return self._below.get(folder, [])

    def named(self, text):
        """The files and folders that a text names, the deepest that are there."""
        found = set()
        for top, rest in self._name.findall(text):
            name = ("Tests/Fixtures" if top == "Fixtures" else top) + rest
            while not self.below(name):
                name = name.rpartition("/")[0]
                if not name:
                    break
            found.add(name)
        return found - {""}


@functools.cache
def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


class Target:
    """A Swift test target and the units that it falls into."""

    def __init__(self, name, package, tree):
        self.name = name
        self._tree, self._stands = tree, [ROOT / "Package.swift", *package.files(package.closure([name]))]
        # What tests share reads files for them.
        shared = {"TestSupport", "Expectations"} & package.closure([name])
        self._texts = {path: read(path) for path in package.files([name, *shared]) if path.suffix == ".swift"}

    def _is_wide(self, text):
        return TREE.search(text) or {"Sources", "Tests"} & self._tree.named(text)

    @property
    def wide(self):
        """The suites that read all sources or all tests."""
        return sorted({suite for text in self._texts.values() if self._is_wide(text) for suite in SUITE.findall(text)})

    def states(self):
        """The digests of the target without its wide suites, and of each of those."""
        names = set().union(*(self._tree.named(text) for text in self._texts.values() if not self._is_wide(text)))
        everything = digest(self._tree.files) if self.wide else None
        files = [path for name in names for path in self._tree.below(name)]
        return {self.name: digest(self._stands + files)} | {f"{self.name}.{suite}": everything for suite in self.wide}


def skipped(unchanged, units):
    """The options of `swift test` that pass over units: targets by their names, suites with a target's before theirs."""
    patterns = []
    for unit in unchanged:
        target, _, suite = unit.partition(".")
        if suite:
            patterns.append(rf"^{target}\.{suite}/")
        else:
            apart = "|".join(one.partition(".")[2] for one in units if one.startswith(target + "."))
            patterns.append(rf"^{target}\.(?!({apart})/)" if apart else rf"^{target}\.")
    return [word for pattern in patterns for word in ("--skip", pattern)]


def _imported(files):
    """The tests that files of clients import."""
    named = [(path, name) for path in files if path.suffix == ".py" for name in IMPORT.findall(read(path))]
    places = [folder / f"{name}.py" for path, name in named for folder in (path.parent, lanes.CLIENTS)]
    return [place for place in places if place.is_file()]


def _clients(package, tree):
    """The digests of the files of clients, by lane."""
    clients = lanes.CLIENTS
    mine = [path for path in tree.files if clients in path.parents]
    tests = {path for path in mine if path.name.startswith("test_")}
    folders = {clients, *(clients / name for name in ("support", "scenarios", "captures"))}
    shared = [path for path in mine if path not in tests and folders & {path.parent, path.parent.parent}]
    program = package.closure(["MockIdPCommand"])
    everything = digest(path for path in tree.files if ROOT / "Tests" not in path.parents)
    sums, table = {lane: {} for lane in lanes.LANES}, lanes.rows()
    for file in sorted(tests):
        row = lanes.row_of(file, table)
        if row is None or row.lane not in lanes.LANES:
            continue
        folder = [path for path in mine if file.parent != clients and file.parent in path.parents and path not in tests]
        own = [file, *folder]
        own += _imported(own)
        names = set().union(*(tree.named(read(path)) for path in own if path.suffix == ".py"))
        targets = program - (lanes.UPPER - set(row.about))
        stands = [*own, *shared, ROOT / "Package.swift", *package.files(targets)]
        stands += [path for name in names for path in tree.below(name)]
        name = str(file.relative_to(ROOT))
        sums["quick"][name], sums["all"][name] = digest(stands), everything
    return sums


def states(package):
    """The digests of what each unit stands on, by lane and name: Swift tests, and files of clients."""
    tree = Tree()
    swift = {}
    for name in package.tests:
        swift |= Target(name, package, tree).states()
    return {lane: swift | sums for lane, sums in _clients(package, tree).items()}
