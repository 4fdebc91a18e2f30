"""The packages: every step of the suite is named for every runner, and every package says whose work is in it."""

import importlib.machinery
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def loaded(file):
    loader = importlib.machinery.SourceFileLoader(file.name.replace("-", "_"), str(file))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    keeps, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = keeps
    return module


SUITES = loaded(ROOT / "packages/suites")


def test_every_step_is_named_for_every_runner():
    told = subprocess.run([ROOT / "packages/suites"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert len(SUITES.steps()) == 22


@pytest.mark.parametrize(
    "table, says",
    [
        ("start\tpytest\tsuite.py\ttest_start\n", "pytest does not name 'world'"),
        ("start\tpytest\tnowhere.py\ttest_start\nworld\tpytest\t-\tThe runner has no worlds.\n", "there is no nowhere.py"),
        ("start\tpytest\tsuite.py\ttest_star\n", "suite.py has no test 'test_star'"),
        ("start\tpytest\t-\tno\n", "a step without a test says in a sentence why"),
        ("start\tpytest\tsuite.py\n", "a row has four cells"),
        ("stop\tpytest\tsuite.py\ttest_start\n", "'stop' is not a step"),
        ("start\tpytest\tsuite.py\ttest_start\nstart\tpytest\tsuite.py\ttest_start\n", "pytest has 'start' already"),
        ("", "there is no row"),
    ],
)
def test_the_table_is_held_to_the_files(tmp_path, table, says):
    (tmp_path / "suite.py").write_text("def test_start():\n    pass\n", encoding="utf-8")
    assert [line for line in SUITES.faults("python", table, ["start", "world"], tmp_path) if says in line]


CHECK = loaded(ROOT / "packaging/publish-check")
COMPLETE = {
    "REPOSITORY": "https://github.com/someone/mockidp", "MAINTAINER": "Someone <someone@example.com>", "GO_MODULE": "github.com/someone/mockidp/packages/go",
    "REGISTRIES": "npm PyPI NuGet Maven", "NOTICES_READ_BY": "Someone",
}  # fmt: skip
NAMES = {"npm": ("mockidp", "a"), "PyPI": ("mockidp", "b"), "NuGet": ("MockIdP.Testing", "c"), "Maven": ("io.github.someone", "d")}


def test_what_has_to_be_set_before_publishing_is_listed():
    assert list(CHECK.missing(COMPLETE, NAMES, COMPLETE["GO_MODULE"], [])) == []
    assert set(CHECK.names(ROOT)) == set(NAMES)
    told = subprocess.run([ROOT / "packaging/publish-check"], capture_output=True, text=True)
    assert (told.returncode == 0) == ("nothing is missing" in told.stdout), told.stdout + told.stderr


@pytest.mark.parametrize(
    "change, says",
    [
        ({"REPOSITORY": ""}, "REPOSITORY is the address"), ({"MAINTAINER": "A <a@mockidp.invalid>"}, "MAINTAINER has an address that nobody can have"),
        ({"GO_MODULE": ""}, "GO_MODULE is empty"), ({"GO_MODULE": "example.com/go"}, "packages/go/go.mod: the module is"),
        ({"REGISTRIES": "npm PyPI NuGet"}, "REGISTRIES does not have Maven"), ({"REGISTRIES": "npm PyPI NuGet Maven Pypi"}, "REGISTRIES has 'Pypi'"),
        ({"NOTICES_READ_BY": ""}, "NOTICES_READ_BY is empty"),
    ],
)  # fmt: skip
def test_one_thing_is_missing_before_publishing(change, says):
    [line] = CHECK.missing({**COMPLETE, **change}, NAMES, COMPLETE["GO_MODULE"], [])
    assert says in line


def test_the_notices_name_all_that_the_bill_of_materials_names(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import bill

    text = (ROOT / "THIRD-PARTY-NOTICES.txt").read_text(encoding="utf-8").lower()
    assert all(name in text for name in ["swift", *(name.removesuffix("3") for _, name, _ in bill.LIBRARIES)])
    # The packages for .NET cannot reach beyond their folder, and have a copy.
    copy = (ROOT / "packages/dotnet/THIRD-PARTY-NOTICES.txt").read_text(encoding="utf-8")
    assert text.split("\n\n", 1)[1] == copy.lower().split("\n\n", 1)[1]
    assert (ROOT / "packages/dotnet/LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_a_package_without_notices_is_found(tmp_path):
    import zipfile

    for name, files in {"a-py3-none-any.whl": ["a/LICENSE"], "b.jar": ["LICENSE", "THIRD-PARTY-NOTICES.txt"]}.items():
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for file in files:
                archive.writestr(file, "glibc")
    told = subprocess.run([ROOT / "packaging/papers", tmp_path], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (1, "papers: a-py3-none-any.whl has no THIRD-PARTY-NOTICES.txt\n")
