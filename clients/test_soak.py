"""Half a minute of `make soak`: too short to judge memory by more than its order, long enough for everything else."""

from durability import soak
from support.binary import BINARY


def test_half_a_minute_at_full_load(tmp_path):
    assert soak.run(BINARY, 25, 1, tmp_path, limit=1.0, fills=False) == []
