"""Requests as the protocol describes them, for tests that look at bytes rather than through a library."""

import base64
import hashlib
import secrets
from dataclasses import dataclass
from urllib.parse import quote

from support.world import ALICE, GRAPH_SCOPE, MOBILE


def authorize_url(server, app=MOBILE, tenant="organizations", **changes):
    """An authorize URL for a code. A change to None takes the parameter away; one to a list repeats it."""
    parameters = {
        "client_id": app.id,
        "response_type": "code",
        "redirect_uri": app.redirect_uri,
        "scope": f"openid profile offline_access {GRAPH_SCOPE}",
        "state": "12345",
        **changes,
    }
    pairs = []
    for name, value in parameters.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                pairs.append(f"{name}={quote(one, safe='')}")
    return f"{server.authority}/{tenant}/oauth2/v2.0/authorize?{'&'.join(pairs)}"


class Verifier:
    """A code verifier with its S256 challenge (RFC 7636)."""

    def __init__(self):
        self.value = secrets.token_urlsafe(48)
        digest = hashlib.sha256(self.value.encode("ascii")).digest()
        self.challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")

    @property
    def parameters(self):
        return {"code_challenge": self.challenge, "code_challenge_method": "S256"}


@dataclass
class Grant:
    """A code on its way to the token endpoint."""

    code: str
    form: dict
    headers: dict
    arrival: object


def grant(server, browser, app=MOBILE, user=ALICE, tenant="organizations", **changes):
    """Signs in and returns the form that redeems the code, as the app's kind demands it."""
    verifier = Verifier()
    parameters = {**verifier.parameters, **changes}
    arrival = browser.sign_in(authorize_url(server, app, tenant, **parameters), user)
    assert "code" in arrival.parameters, arrival
    form = {
        "grant_type": "authorization_code",
        "client_id": app.id,
        "code": arrival.parameters["code"],
        "redirect_uri": parameters.get("redirect_uri", app.redirect_uri),
    }
    if parameters["code_challenge"]:
        form["code_verifier"] = verifier.value
    if app.secret:
        form["client_secret"] = app.secret
    headers = {"Origin": app.redirect_uri} if app.redirect_uri.startswith("http://localhost:3000") else {}
    return Grant(form["code"], form, headers, arrival)


def redeem(server, granted, tenant="organizations"):
    answer = server.token(granted.form, tenant, headers=granted.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()
