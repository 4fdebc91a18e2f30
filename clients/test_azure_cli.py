"""Azure CLI as it is shipped, led to the server by a proxy: an app signs in and registers apps."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from support.binary import BINARY
from support.world import CONTOSO, DAEMON

AZ = Path(__file__).parent.parent / ".venv" / "clients-azure-cli" / "bin" / "python"
SCENARIO = Path(__file__).parent / "scenarios" / "azure-cli.yaml"
LOGIN = f"login --service-principal -u {DAEMON.id} -p {DAEMON.secret} --tenant {CONTOSO} --allow-no-subscriptions"

# The words of a command, and the JSON that Azure CLI prints for its query.
STEPS = [
    ("ad app create --display-name Tool --query displayName", "Tool"),
    ("ad app list --display-name Tool --query [].displayName", ["Tool"]),
    ("ad group create --display-name Crew --mail-nickname crew --query displayName", "Crew"),
    ("ad sp create-for-rbac --name robot --query displayName", "robot"),
    ("ad sp list --display-name robot --query [].displayName", ["robot"]),
]


@pytest.mark.skipif(not AZ.exists(), reason="Azure CLI is not installed; clients/run installs it")
def test_azure_cli_registers_apps(tmp_path):
    az = f'"{AZ}" -m azure.cli'
    asked = [f"{az} {words.replace('[', chr(92) + '[')} -o json | tr -d '\\n'; echo" for words, _ in STEPS]
    script = "\n".join(["set -e", f"{az} {LOGIN} >/dev/null", *asked])
    run = subprocess.run(
        [str(BINARY), "exec", "--scenario", str(SCENARIO), "--proxy", "--quiet", "--", "bash", "-c", script],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"], "HOME": str(tmp_path), "MOCKIDP_HOME": str(tmp_path / "home"),
            "AZURE_CONFIG_DIR": str(tmp_path / "azure"), "AZURE_CORE_COLLECT_TELEMETRY": "false", "PYTHONDONTWRITEBYTECODE": "1",
        },
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert [json.loads(line) for line in run.stdout.splitlines()] == [expected for _, expected in STEPS]
