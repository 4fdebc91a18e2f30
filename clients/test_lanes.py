"""The list of lanes: each test is in it once, what it names is there, and each row is about the client that it says."""

import re
import sys
from pathlib import Path

import pytest
from support.binary import BINARY, ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import lanes  # noqa: E402
import test_targets  # noqa: E402

HERE = Path(__file__).resolve().parent
ROWS = lanes.rows()


def test_every_file_has_a_row():
    assert BINARY.is_absolute()
    assert [str(file) for file in HERE.rglob("test_*.py") if lanes.row_of(file, ROWS) is None] == []


def test_no_two_rows_have_one_name():
    names = [row.name for row in ROWS]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_says_what_there_is(row):
    assert row.lane in (*lanes.LANES, *lanes.ALONE)
    assert row.libraries in ("each", "newest")
    assert set(row.about) <= lanes.UPPER
    assert row.files and all(file.is_file() for file in row.files)
    _, _, test = row.name.partition("::")
    assert not test or re.search(rf"^def {test}\(", row.files[0].read_text(), re.MULTILINE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_client_of_a_row_is_in_its_files(row):
    text = "".join(file.read_text() for file in row.files)
    assert re.search(lanes.PROOF[row.client], text)


@pytest.mark.parametrize("client", sorted(lanes.PROOF))
def test_every_client_is_somebodys(client):
    assert client in [row.client for row in ROWS]


def test_the_quick_lane_is_a_part_of_the_other():
    left_out = {lane: set(lanes.left_out(lane, "newest")) for lane in lanes.LANES}
    assert left_out["all"] < left_out["quick"]
    assert f"--ignore={HERE / 'test_soak.py'}" in left_out["quick"] - left_out["all"]
    assert f"--ignore={HERE / 'cluster/test_jepsen.py'}" in left_out["all"]


def test_what_is_due_is_all_that_runs():
    kept = set(lanes.left_out("quick", "newest")) ^ set(lanes.left_out("quick", "newest", ["test_graph.py"]))
    assert f"--ignore={HERE / 'test_graph.py'}" not in kept and f"--ignore={HERE / 'test_tokens.py'}" in kept


# What stands on what


@pytest.fixture(scope="module")
def tree():
    return test_targets.Tree()


@pytest.mark.parametrize(
    "text, names",
    [
        ('appending(path: "../../docs/advice.md")', {"docs/advice.md"}),
        ('"\\(root)/docs/\\(name).md"', {"docs"}),
        ('"docs/no-such-page.md"', {"docs"}),
        ('tests.appending(path: "Fixtures/TLS/ca.pem")', {"Tests/Fixtures/TLS/ca.pem"}),
        ('TestFiles.read("clients/test_b2c.py")', {"clients/test_b2c.py"}),
        ('ROOT / "scenarios" / name', {"scenarios"}),
        ("the docs say so, and so do scenarios", set()),
    ],
)
def test_what_a_text_names(tree, text, names):
    assert tree.named(text) == names


def test_a_suite_that_reads_all_sources_does_not_take_its_target_along():
    units = ["PolicyTests", "PolicyTests.BareRefusalTests", "JSONTests"]
    assert test_targets.skipped(["PolicyTests", "JSONTests"], units) == [
        "--skip", r"^PolicyTests\.(?!(BareRefusalTests)/)", "--skip", r"^JSONTests\.",
    ]  # fmt: skip
    assert test_targets.skipped(["PolicyTests.BareRefusalTests"], units) == ["--skip", r"^PolicyTests\.BareRefusalTests/"]
