"""Clients that mean harm, by the thousand. Without MOCKIDP_HOSTILE=full the same tests run with a few dozen each, in seconds."""

import importlib.util
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

# No library of clients takes part: one environment is enough.
if importlib.util.find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]


@dataclass(frozen=True)
class Scale:
    """How much of everything."""

    is_full: bool
    slow_connections: int
    idle_connections: int
    half_open_connections: int
    samples: int
    """Requests whose times are measured."""
    megabytes: int
    """What somebody sends who does not stop."""


FULL = Scale(True, 1_000, 20_000, 10_000, 3_000, 500)
SHORT = Scale(False, 40, 300, 80, 100, 20)


@pytest.fixture(scope="session")
def scale():
    return FULL if os.environ.get("MOCKIDP_HOSTILE") == "full" else SHORT


@pytest.fixture
def target(tmp_path):
    """Starts servers of a test's own, with limits of their own: `target(files=200, arguments=[…])`."""
    from processes import Target

    targets = []

    def start(**options):
        targets.append(Target(tmp_path / f"target-{len(targets)}", **options))
        return targets[-1]

    yield start
    for one in targets:
        one.stop()
