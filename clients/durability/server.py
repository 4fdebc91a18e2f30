"""A server as a process that may be killed, and a client of it that keeps its connection."""

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

READY_WITHIN = 30  # seconds
MOBILE = "30b11e00-0000-4000-8000-000000000001"
REDIRECT_URI = "http://localhost:7171"
DAEMON = {"client_id": "dae30000-0000-4000-8000-000000000004", "client_secret": "daemon-secret"}
SCOPE = "openid profile offline_access https://graph.microsoft.com/User.Read"
PASSWORD = "Passw0rd!"


class Process:
    """`mockidp serve`; every start has ports of its own."""

    def __init__(self, binary, directory, scenario, data=None, arguments=()):
        self.directory = Path(directory)
        self.directory.mkdir(parents=True, exist_ok=True)
        self._ready = self.directory / "ready.json"
        self._ready.unlink(missing_ok=True)
        self._log = self.directory / "server.log"
        # It runs in another directory than this program.
        command = [str(Path(binary).absolute()), "serve", "--scenario", str(scenario), "--https-port", "0", "--http-port", "0", "--quiet",
                   "--ready-file", str(self._ready), *arguments]  # fmt: skip
        if data is not None:
            command += ["--data", str(data)]
        with open(self._log, "wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.directory,
                env={"MOCKIDP_HOME": str(self.directory / "home"), "PATH": "/usr/bin:/bin"})  # fmt: skip

    def wait_until_ready(self):
        deadline = time.monotonic() + READY_WITHIN
        while not self._ready.exists():
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}: {self.log}")
            assert time.monotonic() < deadline, f"the server was not ready within {READY_WITHIN} s: {self.log}"
            time.sleep(0.002)
        ready = json.loads(self._ready.read_text())
        self.port = urlsplit(ready["authority"]).port
        self.context = ssl.create_default_context(cafile=ready["ca"])
        return self

    @property
    def log(self):
        return self._log.read_text(errors="replace").strip()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=20)
        assert code == 0, f"the server ended with {code}: {self.log}"

    # What the system says of it

    def memory(self):
        """Its private and its share of common pages, in bytes."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return int(re.search(r"^Pss:\s+(\d+)", text, re.M)[1]) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class _Connection(http.client.HTTPSConnection):
    """Finds every name under `.localhost` on this machine, as browsers do (RFC 6761 §6.3)."""

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


class Client:
    """One keep-alive connection, certificates verified."""

    def __init__(self, server, host="localhost"):
        self.server = server
        self._connection = _Connection(host, server.port, timeout=20, context=server.context)

    def close(self):
        self._connection.close()

    def ask(self, method, path, body=None, headers=None):
        """The status, the header fields and the body as text."""
        headers = dict(headers or {})
        if isinstance(body, dict):
            body = json.dumps(body)
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise

    def control(self, method, path, body=None):
        status, _, text = self.ask(method, f"/_mockidp/v1/{path}", body)
        return status, json.loads(text) if text else None

    def token(self, tenant="organizations", **form):
        status, _, text = self.ask(
            "POST", f"/{tenant}/oauth2/v2.0/token", urlencode(form),
            {"Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
        return status, json.loads(text) if text.startswith("{") else text

    def authorize(self, user=None, cookies=None, tenant="organizations", **changes):
        """What the app is told, and the cookies that were set on the way."""
        parameters = {"client_id": MOBILE, "response_type": "code", "redirect_uri": REDIRECT_URI, "scope": SCOPE,
                      "state": "s", **changes}  # fmt: skip
        if user:
            parameters["login_hint"] = user
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())} if cookies else {}
        status, fields, text = self.ask("GET", f"/{tenant}/oauth2/v2.0/authorize?{urlencode(parameters)}", None, headers)
        set_ = dict(line.split(";")[0].split("=", 1) for line in fields.get_all("Set-Cookie") or [])
        if status != 302:
            return {"status": status, "page": text}, set_
        return dict(parse_qsl(urlsplit(fields["Location"]).query)), set_
