"""The benchmark of a cluster with a handful of requests: its answers are right, and each row is held against its target."""

import shutil
import sys
from pathlib import Path

import pytest

from support.binary import BINARY

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from harness import cluster, mockidp  # noqa: E402


@pytest.mark.skipif(not shutil.which("wrk"), reason="there is no wrk here")
def test_every_row_is_measured(tmp_path):
    mockidp.furnish(BINARY, tmp_path)
    rows = {row.key: row for row in cluster.measure(BINARY, tmp_path, 1, 1, worlds=30, sign_ins=2)}
    held = {key for key, row in rows.items() if row.threshold}
    assert held == {"cluster_client_credentials_owner", "cluster_client_credentials_other", "cluster_refresh_owner", "cluster_refresh_other",
                    "cluster_sign_in_owner", "cluster_sign_in_other", "cluster_three", "cluster_memory"}  # fmt: skip
    assert rows["cluster_client_credentials_owner"].cpu > 0 and rows["cluster_postgres_renewal"].value > 0
    # More is better in this row alone.
    three = rows["cluster_three"]
    assert three.is_met == (three.value >= three.limit)
