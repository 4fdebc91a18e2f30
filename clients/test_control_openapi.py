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
    """No server error, no status, content type or body that the description does not have."""
    server = serve("happy-path")
    description = server.control.removesuffix("/v1") + "/openapi.json"
    run = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "run", description,
            "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
            # An answer without end; clients/test_control_journal.py is about it.
            "--exclude-operation-id", "followExchanges", "--exclude-operation-id", "followExchangesInWorld",
            "--phases", "examples,coverage,fuzzing", "--max-examples", "20", "--max-time", str(SECONDS), "--seed", "1",
            "--tls-verify", server.ca, "--request-timeout", "10", "--suppress-health-check", "all", "--no-color",
            "--warnings", "off",
        ],
        capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS * 3,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-20_000:] + run.stderr[-2_000:]
    # Whatever was asked, the server goes on.
    assert server.http_session.get(f"{server.control}/health").status_code == 200
