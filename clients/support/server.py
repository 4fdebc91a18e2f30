"""The server under test as a process."""

import json
import signal
import subprocess
import time

import requests

READY_WITHIN = 20  # seconds; the server needs milliseconds, a loaded machine more


class Server:
    """`mockidp serve` with ports of its own. `stop` ends it as a container would and insists on a clean exit."""

    def __init__(self, binary, scenario, home, directory, data=None, arguments=(), environment=None, ports=(0, 0), prefix=()):
        """`ports` are for HTTPS and HTTP, 0 for free ones. `prefix` is what runs the command somewhere else."""
        directory.mkdir(parents=True, exist_ok=True)
        self.home = home
        self.ready_file = directory / "ready.json"
        self._log_path = directory / "server.log"
        command = [
            *prefix, str(binary), "serve", "--scenario", str(scenario), "--https-port", str(ports[0]), "--http-port", str(ports[1]),
            "--ready-file", str(self.ready_file), "--quiet", "--verbose",
        ]  # fmt: skip
        if data is not None:
            command += ["--data", str(data)]
        command += arguments
        with open(self._log_path, "wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin", **(environment or {})}, cwd=directory,
            )  # fmt: skip
        self.stopped = False
        ready = self._wait_until_ready()
        self.authority = ready["authority"]
        self.graph = ready["graph"]
        self.http = ready["http"]
        self.control = ready["control"]
        self.ca = ready["ca"]
        self.pid = ready["pid"]
        self.scenario = ready["scenario"]
        self.http_session = requests.Session()
        self.http_session.verify = self.ca
        self.http_session.trust_env = False

    def _wait_until_ready(self):
        """The ready file, once it is there; it appears whole or not at all."""
        deadline = time.monotonic() + READY_WITHIN
        while not self.ready_file.exists():
            try:
                code = self._process.wait(timeout=0.01)
            except subprocess.TimeoutExpired:
                code = None
            if code is not None:
                raise AssertionError(f"the server ended with {code} before it was ready:\n{self.log}")
            if time.monotonic() > deadline:
                self._process.kill()
                self._process.wait()
                raise AssertionError(f"the server was not ready within {READY_WITHIN} s:\n{self.log}")
        return json.loads(self.ready_file.read_text())

    @property
    def log(self):
        """What it wrote: without the banner, with a line for each exchange."""
        return self._log_path.read_text(errors="replace")

    def stop(self):
        self.stopped = True
        self.http_session.close()
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise AssertionError(f"the server did not end within 10 s of SIGTERM:\n{self.log}") from None
        assert code == 0, f"the server ended with {code}:\n{self.log}"

    def crash(self):
        """Ends it as a fault of its own would, after the report that Swift makes where its toolchain is installed."""
        self.stopped = True
        self.http_session.close()
        self._process.send_signal(signal.SIGSEGV)
        assert self._process.wait(timeout=60) == -signal.SIGSEGV, f"the server ended with {self._process.returncode}"

    # Plain requests to it

    def get(self, path, **arguments):
        return self.http_session.get(self.authority + path, **arguments)

    def token(self, form, tenant="organizations", **arguments):
        """POSTs a form to the token endpoint."""
        return self.http_session.post(f"{self.authority}/{tenant}/oauth2/v2.0/token", data=form, **arguments)

    def me(self, token, path="/v1.0/me", **arguments):
        headers = {"Authorization": f"Bearer {token}"}
        return self.http_session.get(self.graph + path, headers=headers, **arguments)

    # The control API

    def exchanges(self, **filters):
        """What the journal holds, oldest first."""
        return json.loads(self.journal_text(**filters))["exchanges"]

    def journal_text(self, **filters):
        answer = self.http_session.get(f"{self.control}/exchanges", params={"limit": 100_000, **filters})
        assert answer.status_code == 200, answer.text
        return answer.text

    def post_control(self, name, body):
        answer = self.http_session.post(f"{self.control}/{name}", json=body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer
