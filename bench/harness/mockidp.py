"""The server under measurement, and what is asked of it."""

import json
import tempfile
import urllib.parse
from pathlib import Path

from .browser import Browser, Proof, code_in
from .process import Process

TENANT = "contoso.onmicrosoft.com"
USER, PASSWORD = "alice@" + TENANT, "Passw0rd!"
MOBILE, REDIRECT = "30b11e00-0000-4000-8000-000000000001", "http://localhost"
DAEMON, DAEMON_SECRET = "dae30000-0000-4000-8000-000000000004", "daemon-secret"
GRAPH = "https://graph.microsoft.com"

DISCOVERY = f"/{TENANT}/v2.0/.well-known/openid-configuration"
KEYS = f"/{TENANT}/discovery/v2.0/keys"
TOKEN = f"/{TENANT}/oauth2/v2.0/token"
ME = "/v1.0/me"


class MockIdP(Process):
    """`mockidp serve` on free ports. `home` is where it finds the certificate authority and the signing key of earlier starts."""

    def __init__(self, binary, home, scenario="happy-path", arguments=(), patience=30, ports=(0, 0)):
        # A place of its own for the ready file, so that several servers may share a home.
        self.place = tempfile.TemporaryDirectory()
        ready = Path(self.place.name) / "ready.json"
        super().__init__(
            [binary, "serve", "--scenario", scenario, "--https-port", ports[0], "--http-port", ports[1], "--quiet",
             "--ready-file", ready, *arguments],
            {"MOCKIDP_HOME": str(home)})  # fmt: skip
        self.wait_for(ready.exists, within=patience)
        facts = json.loads(ready.read_text())
        self.https, self.http, self.ca, self.control = facts["authority"], facts["http"], facts["ca"], "/_mockidp/v1"

    def stop(self):
        super().stop()
        self.place.cleanup()

    def browser(self, secure=True):
        return Browser(self.https if secure else self.http, self.ca)

    def steer(self, browser, method, path, body=None):
        """A call of the control API; returns what it answers."""
        answer, text = browser.ask(method, self.control + path, body=None if body is None else json.dumps(body))
        if answer.status not in (200, 201, 204):
            raise SystemExit(f"bench: {method} {path} was answered {answer.status}: {text[:500]}")
        return json.loads(text) if text else None


def authorize_path(proof, scope="openid profile offline_access User.Read", tenant=TENANT, user=USER):
    return f"/{tenant}/oauth2/v2.0/authorize?" + urllib.parse.urlencode({
        "client_id": MOBILE, "response_type": "code", "redirect_uri": REDIRECT, "scope": scope, "state": "s", "nonce": "n",
        "code_challenge": proof.challenge, "code_challenge_method": "S256", "login_hint": user})  # fmt: skip


def redemption(code, proof):
    return {
        "client_id": MOBILE, "grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT,
        "code_verifier": proof.verifier, "scope": "openid profile offline_access User.Read",
    }  # fmt: skip


def renewal(refresh_token, scope="openid profile offline_access User.Read"):
    return {"client_id": MOBILE, "grant_type": "refresh_token", "refresh_token": refresh_token, "scope": scope}


def client_credentials():
    return {
        "client_id": DAEMON, "client_secret": DAEMON_SECRET, "grant_type": "client_credentials",
        "scope": GRAPH + "/.default",
    }  # fmt: skip


def sign_in(browser, tenant=TENANT, user=USER):
    """The code flow with its pages; leaves a session in the browser and returns the token endpoint's answer."""
    proof = Proof()
    location = browser.follow(authorize_path(proof, tenant=tenant, user=user), REDIRECT, PASSWORD)
    path = f"/{tenant}/oauth2/v2.0/token"
    return json.loads(browser.expect(200, "POST", path, form=redemption(code_in(location), proof))[1])


def furnish(binary, home):
    """Leaves the certificate authority and all signing keys in that home, as a first start does; returns the authority's path."""
    with MockIdP(binary, home) as server:
        with server.browser() as browser:
            browser.expect(200, "POST", TOKEN, form=client_credentials())
        server.wait_for((Path(home) / "signing-personal.pem").exists)
        return server.ca
