"""The operations that are measured under load: what is sent, and what a right answer is."""

import base64
import json
import re
import urllib.parse
import zlib
from dataclasses import dataclass
from typing import Callable

from . import mockidp
from .browser import Proof, claims_of, code_in
from .load import request

PAGES_SCOPE = "openid profile offline_access User.Read"


@dataclass
class Operation:
    """`prepare` takes a `Scene` and how many requests may be sent; it checks one answer and returns requests as they travel."""

    key: str
    title: str
    prepare: Callable
    secure: bool = True
    # Each request can be sent one time only.
    once: bool = False


class Scene:
    """A server with a signed-in browser, and whose tenant and host the requests go to."""

    def __init__(self, server, tenant=mockidp.TENANT, user=mockidp.USER):
        self.server, self.tenant, self.user = server, tenant, user
        self.browser = server.browser()
        self.answer = mockidp.sign_in(self.browser, tenant, user)
        self.token_path = f"/{tenant}/oauth2/v2.0/token"

    def close(self):
        self.browser.connection.close()

    def origin(self, operation):
        return self.server.https if operation.secure else self.server.http

    def requests(self, operation, count):
        return operation.prepare(self, count)


def require(condition, what):
    if not condition:
        raise SystemExit(f"bench: {what}")


def _token_request(scene, form):
    return request(scene.server.https, "POST", scene.token_path, form=form)


def _client_credentials(scene, _):
    form = mockidp.client_credentials()
    answer = json.loads(scene.browser.expect(200, "POST", scene.token_path, form=form)[1])
    require(claims_of(answer["access_token"])["appid"] == mockidp.DAEMON, "the token is not the daemon's")
    return [_token_request(scene, form)]


def authorize_with_session(scene, proof):
    """The code that a signed-in browser gets without a page."""
    path = mockidp.authorize_path(proof, tenant=scene.tenant, user=scene.user)
    answer, _ = scene.browser.expect(302, "GET", path)
    return code_in(answer.headers["Location"])


def _code(scene, count):
    proof = Proof()
    form = mockidp.redemption(authorize_with_session(scene, proof), proof)
    answer = json.loads(scene.browser.expect(200, "POST", scene.token_path, form=form)[1])
    require({"access_token", "id_token", "refresh_token"} <= answer.keys(), "a redemption lacks a token")
    require(claims_of(answer["id_token"])["preferred_username"] == scene.user, "the id_token is not the user's")
    scene.browser.expect(400, "POST", scene.token_path, form=form)
    codes = (authorize_with_session(scene, proof) for _ in range(count))
    return [_token_request(scene, mockidp.redemption(code, proof)) for code in codes]


def _refresh(scene, _):
    form = mockidp.renewal(scene.answer["refresh_token"])
    answer = json.loads(scene.browser.expect(200, "POST", scene.token_path, form=form)[1])
    require(answer["refresh_token"] != scene.answer["refresh_token"] and "id_token" in answer, "a renewal lacks a token")
    return [_token_request(scene, form)]


def _authorize(scene, _):
    proof = Proof()
    authorize_with_session(scene, proof)
    cookies = "; ".join(f"{name}={value}" for name, value in scene.browser.cookies.items())
    path = mockidp.authorize_path(proof, tenant=scene.tenant, user=scene.user)
    return [request(scene.server.https, "GET", path, fields={"Cookie": cookies})]


def _discovery(scene, _):
    path = f"/{scene.tenant}/v2.0/.well-known/openid-configuration"
    require("token_endpoint" in json.loads(scene.browser.get(path)), "discovery has no token_endpoint")
    return [request(scene.server.http, "GET", path)]


def _keys(scene, _):
    path = f"/{scene.tenant}/discovery/v2.0/keys"
    require(json.loads(scene.browser.get(path))["keys"], "there are no keys")
    return [request(scene.server.http, "GET", path)]


def _me(scene, _):
    fields = {"Authorization": "Bearer " + scene.answer["access_token"]}
    me = json.loads(scene.browser.get(mockidp.ME, fields=fields))
    require(me["userPrincipalName"] == scene.user, "/me is not the user's")
    broken = {"Authorization": fields["Authorization"][:-8] + "AAAAAAAA"}
    scene.browser.expect(401, "GET", mockidp.ME, fields=broken)
    return [request(scene.server.https, "GET", mockidp.ME, fields=fields)]


def _saml(signing):
    """The Response that a signed-in browser gets without a page of ours but the form that carries it."""
    identifier = f"https://{signing}.test/saml"
    text = (
        '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_bench" Version="2.0" IssueInstant="2026-01-05T09:00:00Z">'
        f'<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">{identifier}</Issuer></samlp:AuthnRequest>'
    )
    packed = base64.b64encode(zlib.compress(text.encode())[2:-4]).decode()

    def prepare(scene, _):
        answer, _ = scene.browser.ask("GET", f"{scene.server.control}/apps/{signing}")
        if answer.status == 404:
            words = {"identifierUris": [identifier], "web": {"redirectUris": [f"https://{signing}.test/acs"]}, "saml": {"signing": signing}}
            scene.server.steer(scene.browser, "POST", "/apps", {"alias": signing, "type": "web", **words})
        path = f"/{scene.tenant}/saml2?" + urllib.parse.urlencode({"SAMLRequest": packed, "login_hint": scene.user})
        found = re.search(r'name="SAMLResponse" value="([^"]+)"', scene.browser.get(path))
        require(found, "there is no Response")
        response = base64.b64decode(found[1]).decode()
        require(f">{scene.user}</NameID>" in response, "the assertion is not the user's")
        require(response.count("<SignatureValue>") == (2 if signing == "both" else 1), "the Response is not signed as it should be")
        cookies = "; ".join(f"{name}={value}" for name, value in scene.browser.cookies.items())
        return [request(scene.server.https, "GET", path, fields={"Cookie": cookies})]

    return prepare


OPERATIONS = [
    Operation("client_credentials", "client_credentials", _client_credentials),
    Operation("code", "authorization_code redeemed", _code, once=True),
    Operation("refresh", "refresh_token with id_token", _refresh),
    Operation("authorize", "authorize with a session, 302", _authorize),
    Operation("saml", "sign-in by SAML with a session", _saml("assertion")),
    Operation("saml_both", "the same, Response signed too", _saml("both")),
    Operation("discovery", "discovery", _discovery, secure=False),
    Operation("keys", "JWKS", _keys, secure=False),
    Operation("me", "`/v1.0/me` with the token checked", _me),
]
