"""A cluster in which things go wrong keeps its promises: a minute of it, and the seeds of histories that once were not as promised."""

import os
from pathlib import Path

import pytest

from cluster.checker import is_sure
from cluster.jepsen import Run
from cluster.nemesis import ALL

SECONDS = float(os.environ.get("CLUSTER_SECONDS", 60))
SEED = int(os.environ.get("CLUSTER_SEED", 27))
SEEDS = Path(__file__).parent / "seeds"


def kept():
    """Seed, seconds and kinds of each line; what stands behind a # says what was found."""
    for line in (SEEDS / "failing.txt").read_text().splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield int(words[0]), float(words[1]), tuple(words[2:]) or ALL


def played(tmp_path, seconds, seed, kinds=ALL, **options):
    run = Run(tmp_path, seconds, seed, kinds=kinds, **options)
    try:
        run.run()
    finally:
        run.history.save(tmp_path / "history.jsonl")
    print(run.report())
    assert run.violations == [], f"{run.report()}\nthe history is in {tmp_path}/history.jsonl"
    return run


def test_a_minute_of_bad_days(tmp_path):
    run = played(tmp_path, SECONDS, SEED)
    # It did something: most of what clients ask is answered, and not a quarter of the time went by without.
    done = sum(operation.is_ok for operation in run.history.operations)
    assert done > len(run.history.operations) * 0.5 and done > SECONDS * 20, run.report()


@pytest.mark.parametrize("seed, seconds, kinds", list(kept()))
def test_what_was_once_wrong(tmp_path, seed, seconds, kinds):
    played(tmp_path, seconds, seed, kinds)


#: Journals that are read all the time, while worlds are made and removed beside those that have them.
READING = {"sign_in": 6, "redeem": 6, "refresh": 10, "journal": 16, "own": 20}


def test_exchanges_that_were_read_outlive_kills(tmp_path):
    """But for those of the last moment. Nothing but kills and orderly ends, so that there is nothing else to be blamed."""
    run = played(tmp_path, SECONDS / 2, SEED, ("kill", "end"), worlds=6, mix=READING)
    sure = [o for o in run.history.operations if o.name == "journal" and o.is_ok and is_sure(o, run.history.troubles)]
    assert len(sure) > SECONDS, run.report()
