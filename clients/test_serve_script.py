"""`make serve`: which program `scripts/serve` starts, and what it says of a build, with a compiler of our own."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "scripts/serve"
SOURCE = "Sources/MockIdP/MockIdP.swift"
# They are compiled in as they are.
EMBEDDED = ["docs/page.md", "scenarios/one.yaml", "data/rows.tsv", "Sources/Console/Files/main.js"]
FAST, QUICK = ".build/release/mockidp", ".build/debug/mockidp"
PROGRAM = '#!/bin/sh\necho "${0##*/.build/} $*"\n'


@pytest.fixture
def tree(tmp_path):
    """A project with one source, as old as the day; `swift` makes the program for debugging, or fails as COMPILER says."""
    for name in ("scripts", "Sources/MockIdP", "Sources/Console/Files", "docs", "scenarios", "data", "bin"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(SCRIPT, tmp_path / "scripts/serve")
    for name in ("Package.swift", SOURCE, *EMBEDDED):
        (tmp_path / name).write_text("")
        age(tmp_path / name, 1_000)
    swift = tmp_path / "bin/swift"
    swift.write_text(f'#!/bin/sh\necho "$*" >> "{tmp_path}/calls"\neval "$COMPILER"\n')
    swift.chmod(0o755)
    return tmp_path


def age(path, time):
    os.utime(path, (time, time))


def program(tree, name, time):
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PROGRAM)
    path.chmod(0o755)
    age(path, time)


def serve(tree, *words, compiler="true"):
    return subprocess.run(
        [tree / "scripts/serve", *words], capture_output=True, text=True, timeout=30,
        env={**os.environ, "PATH": f"{tree}/bin:{os.environ['PATH']}", "COMPILER": compiler},
    )  # fmt: skip


def test_the_release_program_runs_when_it_is_newer_than_every_source(tree):
    program(tree, FAST, 2_000)
    program(tree, QUICK, 3_000)
    answer = serve(tree, "--scenario", "expired-refresh")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "release/mockidp serve --scenario expired-refresh\n", "")
    assert not (tree / "calls").exists()


@pytest.mark.parametrize("changed", ["Package.swift", SOURCE, *EMBEDDED])
def test_after_a_change_the_program_for_debugging_is_built_and_runs(tree, changed):
    program(tree, FAST, 2_000)
    program(tree, QUICK, 2_000)
    age(tree / changed, 3_000)
    answer = serve(tree)
    assert answer.stdout == "debug/mockidp serve\n"
    assert answer.stderr == (
        "serve: building what has changed (swift build --product mockidp)\n"
        "serve: this is the program for debugging; 'make build' makes the fast one, which 'make serve' then runs\n"
    )
    assert (tree / "calls").read_text() == "build --product mockidp\n"


def test_the_first_build_says_how_long_it_takes(tree):
    made = f"mkdir -p .build/debug; printf '#!/bin/sh\\necho it runs\\n' > {QUICK}; chmod +x {QUICK}"
    answer = serve(tree, compiler=made)
    assert answer.stdout == "it runs\n"
    assert answer.stderr.splitlines()[0].endswith("(swift build --product mockidp): 2 to 3 minutes on two processors, 5 on slow ones")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("[1/2] Compiling A a.swift\n/p/a.swift:1:1: error: no such thing\n", "/p/a.swift:1:1: error: no such thing\n"),
        ("something else\n", "something else\n"),
    ],
)
def test_a_build_that_fails_shows_why_and_starts_nothing(tree, said, shown):
    program(tree, QUICK, 500)
    answer = serve(tree, compiler=f"printf '{said}'; exit 3".replace("\n", "\\n"))
    assert (answer.returncode, answer.stdout) == (3, "")
    assert answer.stderr == (
        "serve: building what has changed (swift build --product mockidp)\n"
        + shown
        + "serve: the build failed; all that it said is in .build/serve.log\n"
    )
