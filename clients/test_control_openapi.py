"""What the control API says of itself, held against what it does with requests nobody thought of (Schemathesis)."""

import importlib.util
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("schemathesis") is None, reason="Schemathesis is not in this environment"
)

SECONDS = 40


def test_the_description_tells_the_truth(serve, tmp_path):
    """No server error, no status, content type or body that the description does not have, no wrong request that is taken."""
    server = serve("happy-path")
    description = server.control.removesuffix("/v1") + "/openapi.json"
    run = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "run", description,
            # All checks, but for one: a name in a body that no object has is refused, and no schema can know the names.
            "--checks", "all", "--exclude-checks", "positive_data_acceptance",
            # An answer without end; clients/test_control_journal.py is about it.
            "--exclude-operation-id", "followExchanges",
            "--phases", "examples,coverage,fuzzing", "--max-examples", "20", "--max-time", str(SECONDS), "--seed", "1",
            "--tls-verify", server.ca, "--request-timeout", "10", "--suppress-health-check", "all", "--no-color",
            "--warnings", "off",
        ],
        capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS * 3,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-2_000:]
    # Whatever was asked, the server goes on.
    assert server.http_session.get(f"{server.control}/health").status_code == 200
