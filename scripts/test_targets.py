"""Which of the Swift test targets, and whether the clients, have to run: those that stand on something else than when they last passed.

Go's test runner does the same. A test target stands on its own files, on the sources of all targets below it, and on every file
of the project that is no Swift source, since tests read pages, scenarios and goldens. A target that reads the sources themselves
stands on all of them. The clients stand on everything but the Swift tests.
"""

from pages import ROOT
from test_inputs import digest, tracked

CLIENTS = "clients"
# Its seconds have digests of their own, and its other tests are about time.
ALWAYS = {"FuzzTests"}


def states(package):
    """The digest of what each test target stands on, and of what the clients do, by name."""
    files = tracked()
    tests, clients = ROOT / "Tests", ROOT / "clients"
    sources = [path for path in files if path.suffix == ".swift"]
    others = [path for path in files if path.suffix != ".swift" and tests not in path.parents and clients not in path.parents]
    states = {CLIENTS: digest(path for path in files if tests not in path.parents)}
    for name in package.tests:
        if name in ALWAYS:
            continue
        own = package.files([name])
        stands = [*others, ROOT / "Package.swift", *package.files(package.closure([name]))]
        if any(b"Sources" in path.read_bytes() for path in own if path.suffix == ".swift"):
            stands += sources
        states[name] = digest(stands)
    return states
