"""Other stand-ins for an identity provider, side by side: the same client, plain HTTP, one connection, one request at a time."""

import base64
import json
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

from . import mockidp
from .browser import Browser, Proof, code_in
from .handshake import free_port
from .mockidp import MockIdP
from .process import Process
from .results import median

REDIRECT = "http://localhost/callback"


class Ours:
    """mockidp itself, measured as the others are."""

    name = "mockidp"

    def __init__(self, binary, home):
        self.server = MockIdP(binary, home)
        self.first = Browser(self.server.http)
        self.first.get(mockidp.DISCOVERY)
        self.start = time.perf_counter() - self.server.started
        with self.server.browser() as browser:
            mockidp.sign_in(browser)
            self.first.cookies = browser.cookies

    def discovery(self):
        self.first.get(mockidp.DISCOVERY)

    def code_flow(self):
        proof = Proof()
        answer, _ = self.first.expect(302, "GET", mockidp.authorize_path(proof))
        form = mockidp.redemption(code_in(answer.headers["Location"]), proof)
        self.tokens = json.loads(self.first.expect(200, "POST", mockidp.TOKEN, form=form)[1])

    def refresh(self):
        form = mockidp.renewal(self.tokens["refresh_token"])
        self.tokens = json.loads(self.first.expect(200, "POST", mockidp.TOKEN, form=form)[1])


class OIDCProviderMock:
    """oidc-provider-mock of PyPI, in an environment of its own."""

    name = "oidc-provider-mock"

    def __init__(self, program):
        port = free_port()
        self.server = Process([program, "--port", port], {"PYTHONWARNINGS": "ignore"})
        self.first = Browser(f"http://localhost:{port}")
        answer_of(self.server, self.first, "/.well-known/openid-configuration")
        self.start = time.perf_counter() - self.server.started

    def discovery(self):
        self.first.get("/.well-known/openid-configuration")

    def code_flow(self):
        query = urllib.parse.urlencode({
            "client_id": "app", "response_type": "code", "redirect_uri": REDIRECT, "scope": "openid email", "state": "s"})
        answer, _ = self.first.expect(302, "POST", f"/oauth2/authorize?{query}", form={"sub": "alice@example.test"})
        self._redeem({
            "grant_type": "authorization_code", "code": code_in(answer.headers["Location"]), "redirect_uri": REDIRECT})

    def refresh(self):
        self._redeem({"grant_type": "refresh_token", "refresh_token": self.tokens["refresh_token"]})

    def _redeem(self, form):
        fields = {"Authorization": "Basic " + base64.b64encode(b"app:secret").decode()}
        tokens = json.loads(self.first.expect(200, "POST", "/oauth2/token", form=form, fields=fields)[1])
        # A renewal gives no new refresh token; the old one stays good.
        self.tokens = {**getattr(self, "tokens", {}), **tokens}


class Glewlwyd:
    """glewlwyd of Debian with SQLite and its OpenID Connect plugin, signing RS256 with 2048 bits."""

    name = "glewlwyd"
    schema = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"

    def __init__(self, program):
        self.place = tempfile.TemporaryDirectory()
        place, port = Path(self.place.name), free_port()
        connection = sqlite3.connect(place / "glewlwyd.db")
        connection.executescript(Path(self.schema).read_text())
        connection.close()
        (place / "glewlwyd.conf").write_text(self._configuration(place, port))
        self.origin = f"http://localhost:{port}"
        self._run(program, place)
        self._set_up(place)
        # Measured is the start of the server as it is used: configured.
        self.server.stop()
        self.first.connection.close()
        cookies = self.first.cookies
        self._run(program, place, path="/api/oidc/.well-known/openid-configuration")
        self.first.cookies = cookies
        self.start = time.perf_counter() - self.server.started

    def _run(self, program, place, path="/api/"):
        self.server = Process([program, "--config-file", place / "glewlwyd.conf"])
        self.first = Browser(self.origin)
        answer_of(self.server, self.first, path, any_status=path == "/api/")

    @staticmethod
    def _configuration(place, port):
        text = Path("/etc/glewlwyd/glewlwyd.conf").read_text()
        text = re.sub(r"(?m)^port=.*$", f"port={port}", text)
        text = re.sub(r"(?m)^external_url=.*$", f'external_url="http://localhost:{port}/"', text)
        text = re.sub(r'(?m)^log_(mode|level|file)=.*$\n?', "", text)
        text = re.sub(r"(?m)^@include.*$", f'database = {{ type = "sqlite3" path = "{place}/glewlwyd.db" }};', text)
        return f'log_mode="console"\nlog_level="ERROR"\n{text}'

    def _ask(self, method, path, body):
        fields = {"Content-Type": "application/json"}
        answer, text = self.first.ask(method, "/api" + path, body=json.dumps(body), fields=fields)
        if answer.status != 200:
            raise SystemExit(f"bench: glewlwyd answered {method} {path} with {answer.status}: {text[:300]}")

    def _set_up(self, place):
        subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key"],
                       cwd=place, check=True, capture_output=True)  # fmt: skip
        subprocess.run(["openssl", "pkey", "-in", "key", "-pubout", "-out", "key.pub"], cwd=place, check=True)
        self._ask("POST", "/auth/", {"username": "admin", "password": "password"})
        self._ask("POST", "/mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "oidc", "enabled": True, "parameters": {
                "iss": self.origin, "jwt-type": "rsa", "jwt-key-size": "256",
                "key": (place / "key").read_text(), "cert": (place / "key.pub").read_text(),
                "access-token-duration": 3600, "refresh-token-duration": 1209600, "code-duration": 600,
                "refresh-token-rolling": False, "refresh-token-one-use": "never", "allow-non-oidc": True,
                "auth-type-code-enabled": True, "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
                "auth-type-password-enabled": False, "auth-type-client-enabled": False, "auth-type-device-enabled": False,
                "auth-type-refresh-enabled": True, "scope": [], "subject-type": "public", "pkce-allowed": True,
                "pkce-method-plain-allowed": False, "pkce-required": False,
            }})  # fmt: skip
        self._ask("POST", "/client/", {
            "client_id": "app", "name": "app", "enabled": True, "confidential": False, "redirect_uri": [REDIRECT],
            "authorization_type": ["code", "refresh_token"], "scope": []})
        self._ask("POST", "/user/", {
            "username": "alice", "name": "Alice", "password": "Passw0rd!", "enabled": True, "email": "alice@example.test",
            "scope": ["g_profile", "openid"]})
        self.first.cookies.clear()
        self._ask("POST", "/auth/", {"username": "alice", "password": "Passw0rd!"})
        self._ask("PUT", "/auth/grant/app", {"scope": "openid"})

    def discovery(self):
        self.first.get("/api/oidc/.well-known/openid-configuration")

    def code_flow(self):
        proof = Proof()
        query = urllib.parse.urlencode({
            "client_id": "app", "response_type": "code", "redirect_uri": REDIRECT, "scope": "openid", "state": "s",
            "nonce": "n", "code_challenge": proof.challenge, "code_challenge_method": "S256", "g_continue": ""})
        answer, _ = self.first.expect(302, "GET", f"/api/oidc/auth?{query}")
        form = {"grant_type": "authorization_code", "client_id": "app", "code": code_in(answer.headers["Location"]),
                "redirect_uri": REDIRECT, "code_verifier": proof.verifier}  # fmt: skip
        self.tokens = json.loads(self.first.expect(200, "POST", "/api/oidc/token", form=form)[1])

    def refresh(self):
        form = {"grant_type": "refresh_token", "client_id": "app", "refresh_token": self.tokens["refresh_token"]}
        tokens = json.loads(self.first.expect(200, "POST", "/api/oidc/token", form=form)[1])
        self.tokens = {**self.tokens, **tokens}


def answer_of(server, browser, path, any_status=False, within=30):
    """Asks until somebody answers."""
    deadline = time.monotonic() + within
    while True:
        try:
            answer, _ = browser.ask("GET", path)
            if any_status or answer.status == 200:
                return
        except OSError:
            browser.connection.close()
        if server.child.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"bench: {server.child.args[0]} does not answer")
        time.sleep(0.001)


def installed(root):
    """What makes each peer that is there."""
    found = []
    program = root / ".venv/bench/bin/oidc-provider-mock"
    if program.exists():
        found.append((OIDCProviderMock, (program,)))
    glewlwyd = shutil.which("glewlwyd")
    if glewlwyd and Path(Glewlwyd.schema).exists():
        found.append((Glewlwyd, (glewlwyd,)))
    return found


def measure(binary, home, root, rounds, count):
    """One line for each: milliseconds of CPU for each operation, of start, and MiB held at the end."""
    peers = [Ours(binary, home)] + [make(*arguments) for make, arguments in installed(root)]
    costs = {peer.name: {"discovery": [], "code_flow": [], "refresh": []} for peer in peers}
    try:
        for peer in peers:
            peer.first.connection.close()
            peer.code_flow()
        for _ in range(rounds):
            for operation in ("discovery", "code_flow", "refresh"):
                for peer in peers:
                    # Some close a connection that rested for some seconds; the next request opens another.
                    peer.first.connection.close()
                    before = peer.server.cpu()
                    for _ in range(count):
                        getattr(peer, operation)()
                    costs[peer.name][operation].append((peer.server.cpu() - before) / count * 1000)
        return [
            {"name": peer.name, **{key: median(values) for key, values in costs[peer.name].items()},
             "start": peer.start * 1000, "memory": peer.server.resident() / 1024 / 1024}
            for peer in peers
        ]  # fmt: skip
    finally:
        for peer in peers:
            peer.server.stop()
