"""Prometheus as a fixture."""

import json
import socket
import subprocess

import pytest
import requests


@pytest.fixture
def prometheus(tmp_path):
    """Debian's, as a process on a port of its own. What a configuration starts answers a call of its HTTP API with the data, or None."""
    running = []

    def start(configuration):
        (tmp_path / "prometheus.yml").write_text(json.dumps(configuration))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        log = open(tmp_path / "prometheus.log", "w")
        running.append(
            subprocess.Popen(
                ["prometheus", f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/tsdb", f"--web.listen-address=127.0.0.1:{port}"],
                stdout=log, stderr=log,
            )
        )  # fmt: skip
        session = requests.Session()
        session.trust_env = False

        def query(text):
            try:
                answer = session.get(f"http://127.0.0.1:{port}/api/v1/{text}", timeout=5)
            except requests.exceptions.ConnectionError:
                assert running[0].poll() is None, (tmp_path / "prometheus.log").read_text()
                return None
            return answer.json()["data"] if answer.status_code == 200 else None

        return query

    yield start
    for process in running:
        process.terminate()
        process.wait(timeout=20)
