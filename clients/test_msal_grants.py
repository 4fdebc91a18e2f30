"""MSAL for Python with the grants that need no redirect."""

import base64
import json
import re
import time
from pathlib import Path

import jwt
import msal
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from support.browser import Browser
from support.msal_apps import Recorder, _app, accepts, confidential_app, public_app, sign_in
from support.world import ALICE, API, API_SCOPE, CONTOSO, DAEMON, GRAPH_SCOPE, MOBILE, App

SEED = Path(__file__).resolve().parent.parent / "Sources/Directory/Seeds/DaemonCertificate.swift"
THUMBPRINT = "E128C33FDD41B97E1064BD856A934577679E89DE"
MIDDLE = App(API.id, secret="api-secret")
ALL_ROLES = "https://graph.microsoft.com/.default"


def password_app(server, **arguments):
    """MSAL asks about the user's domain on port 443, whatever port the authority has; this leads the question back."""
    app = public_app(server, **arguments)
    send = app.recorder.request
    app.recorder.request = lambda method, url, **rest: send(
        method, url.replace("https://localhost/", f"{server.authority}/", 1), **rest
    )
    return app


def private_key():
    """The published key of the seeded daemon."""
    text = SEED.read_text()
    found = re.search(r"-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----", text, re.DOTALL)
    return "\n".join(line.strip() for line in found.group().splitlines())


def test_an_app_signs_in_with_its_secret(happy):
    result = confidential_app(happy, tenant=CONTOSO, app=DAEMON).acquire_token_for_client([ALL_ROLES])
    assert result["token_type"] == "Bearer", result
    assert result["expires_in"] == 3599


def test_an_app_signs_in_with_its_certificate(happy):
    credential = {"private_key": private_key(), "thumbprint": THUMBPRINT}
    app = _app(msal.ConfidentialClientApplication, happy, CONTOSO, DAEMON, None, client_credential=credential)
    result = app.acquire_token_for_client([ALL_ROLES])
    assert "access_token" in result, result


def test_a_device_waits_for_its_user(happy):
    app = public_app(happy, tenant="common")
    flow = app.initiate_device_flow([GRAPH_SCOPE])
    assert flow["verification_uri"].startswith(happy.authority), flow
    browser = Browser(happy)
    page = browser.submit(browser.open(flow["verification_uri"]), {"otc": flow["user_code"]})
    for _ in range(4):
        if not page.forms:
            break
        values = {n: v for n, v in (("loginfmt", ALICE.name), ("passwd", ALICE.password)) if n in page.form.fields}
        page = browser.submit(page, values)
    assert "You have signed in to the Contoso Mobile application" in page.text
    result = app.acquire_token_by_device_flow(flow)
    assert "access_token" in result, result
    (account,) = app.get_accounts()
    assert account["username"] == ALICE.name
    assert "access_token" in app.acquire_token_silent([GRAPH_SCOPE], account, force_refresh=True)


def test_a_password_is_enough(happy):
    app = password_app(happy)
    result = app.acquire_token_by_username_password(ALICE.name, ALICE.password, [GRAPH_SCOPE])
    assert "access_token" in result, result
    wrong = app.acquire_token_by_username_password(ALICE.name, "wrong", [GRAPH_SCOPE])
    assert (wrong["error"], wrong["error_codes"]) == ("invalid_grant", [50126])


def test_an_api_acts_on_behalf_of_its_caller(happy):
    caller = password_app(happy).acquire_token_by_username_password(ALICE.name, ALICE.password, [API_SCOPE])
    app = confidential_app(happy, tenant=CONTOSO, app=MIDDLE)
    result = app.acquire_token_on_behalf_of(caller["access_token"], [GRAPH_SCOPE])
    assert "access_token" in result, result
    assert happy.me(result["access_token"]).json()["id"] == ALICE.oid
    refused = app.acquire_token_on_behalf_of(caller["access_token"], ["https://graph.microsoft.com/Mail.Read"])
    assert (refused["suberror"], refused["error_codes"]) == ("consent_required", [65001])


def device_pages(server, flow, press=None):
    """Enters a device's code and signs in; `press` is the button on the question whether the device is the user's."""
    browser = Browser(server)
    page = browser.submit(browser.open(flow["verification_uri"]), {"otc": flow["user_code"]})
    for _ in range(4):
        if not page.forms:
            break
        values = {n: v for n, v in (("loginfmt", ALICE.name), ("passwd", ALICE.password)) if n in page.form.fields}
        page = browser.submit(page, values, None if values else press)
    return page


def new_key():
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode("ascii")


# Each grant refused


def test_a_wrong_secret_is_refused(happy):
    app = confidential_app(happy, tenant=CONTOSO, app=App(DAEMON.id, secret="wrong"))
    refused = app.acquire_token_for_client([ALL_ROLES])
    assert (refused["error"], refused["error_codes"]) == ("invalid_client", [7000215])


def test_a_certificate_that_nobody_registered_is_refused(happy):
    credential = {"private_key": pem(new_key()), "thumbprint": "00" * 20}
    app = _app(msal.ConfidentialClientApplication, happy, CONTOSO, DAEMON, None, client_credential=credential)
    refused = app.acquire_token_for_client([ALL_ROLES])
    assert (refused["error"], refused["error_codes"]) == ("invalid_client", [700027])


def test_a_declined_device_is_told(happy):
    app = public_app(happy, tenant="common")
    flow = app.initiate_device_flow([GRAPH_SCOPE])
    device_pages(happy, flow, ("action", "cancel"))
    refused = app.acquire_token_by_device_flow(flow)
    assert (refused["error"], refused["error_codes"]) == ("authorization_declined", [65004])


def test_a_code_is_good_once(happy, browser):
    app = public_app(happy)
    flow = app.initiate_auth_code_flow([GRAPH_SCOPE], redirect_uri=MOBILE.redirect_uri)
    parameters = browser.sign_in(flow["auth_uri"], ALICE).parameters
    assert "access_token" in app.acquire_token_by_auth_code_flow(dict(flow), parameters)
    refused = app.acquire_token_by_auth_code_flow(dict(flow), parameters)
    assert (refused["error"], refused["error_codes"]) == ("invalid_grant", [54005])


def test_a_refresh_token_is_taken_over_and_a_malformed_one_refused(happy, browser):
    app = public_app(happy)
    token = sign_in(app, browser, ALICE, [GRAPH_SCOPE])["refresh_token"]
    assert "access_token" in public_app(happy).acquire_token_by_refresh_token(token, [GRAPH_SCOPE])
    refused = public_app(happy).acquire_token_by_refresh_token("nonsense", [GRAPH_SCOPE])
    assert (refused["error"], refused["error_codes"]) == ("invalid_grant", [9002313])


# Federated credentials

ISSUER = "https://ci.contoso.test"


def number(value):
    return base64.urlsafe_b64encode(value.to_bytes((value.bit_length() + 7) // 8, "big")).rstrip(b"=").decode("ascii")


@pytest.fixture
def federated(serve, tmp_path):
    """A server whose daemon trusts an issuer, and that issuer's way to make assertions."""
    key = new_key()
    numbers = key.public_key().public_numbers()
    keys = {"keys": [{"kty": "RSA", "use": "sig", "kid": "ci", "n": number(numbers.n), "e": number(numbers.e)}]}
    credential = {"issuer": ISSUER, "subject": "repo:contoso/app", "keys": keys}
    scenario = {"scenario": "ci", "world": {"apps": {"daemon": {"federatedCredentials": [credential]}}}}
    path = tmp_path / "ci.json"
    path.write_text(json.dumps(scenario))

    def assertion(**changes):
        now = int(time.time())
        claims = {
            "iss": ISSUER, "sub": "repo:contoso/app", "aud": "api://AzureADTokenExchange", "iat": now, "exp": now + 300,
        }  # fmt: skip
        return jwt.encode({**claims, **changes}, key, algorithm="RS256", headers={"kid": "ci"})

    return serve(path), assertion


@pytest.mark.parametrize(
    "changes, code", [({}, None), ({"sub": "repo:contoso/other"}, 700213), ({"iss": "https://x.test"}, 700211), ({"exp": 1}, 700024)]
)
def test_an_app_signs_in_with_another_issuers_token(federated, changes, code):
    server, assertion = federated
    credential = {"client_assertion": assertion(**changes)}
    app = _app(msal.ConfidentialClientApplication, server, CONTOSO, DAEMON, None, client_credential=credential)
    result = app.acquire_token_for_client([ALL_ROLES])
    assert result.get("error_codes") == ([code] if code else None), result
    assert ("access_token" in result) == (code is None)


# Managed identities

MANAGED = getattr(msal, "ManagedIdentityClient", None)
RESOURCE = "https://graph.microsoft.com"
NOBODY = "00000000-1111-4222-8333-444444444444"


def identity(client_id):
    if client_id is None:
        return msal.SystemAssignedManagedIdentity()
    return msal.UserAssignedManagedIdentity(client_id=client_id)


@pytest.mark.skipif(MANAGED is None, reason="this MSAL knows no managed identities")
@pytest.mark.parametrize("client_id, taken", [(None, True), (NOBODY, False)])
def test_an_app_service_has_an_identity(happy, monkeypatch, client_id, taken):
    monkeypatch.setenv("IDENTITY_ENDPOINT", f"{happy.authority}/MSI/token")
    monkeypatch.setenv("IDENTITY_HEADER", "mockidp")
    result = MANAGED(identity(client_id), http_client=Recorder(happy.ca)).acquire_token_for_client(resource=RESOURCE)
    assert ("access_token" in result) is taken, result


@pytest.mark.skipif(MANAGED is None, reason="this MSAL knows no managed identities")
@pytest.mark.parametrize("client_id, taken", [(None, True), (NOBODY, False)])
def test_a_machine_has_an_identity(happy, monkeypatch, client_id, taken):
    monkeypatch.setenv("AZURE_POD_IDENTITY_AUTHORITY_HOST", happy.authority)
    monkeypatch.setenv("MSAL_MANAGED_IDENTITY_ENDPOINT", f"{happy.authority}/metadata/identity/oauth2/token")
    result = MANAGED(identity(client_id), http_client=Recorder(happy.ca)).acquire_token_for_client(resource=RESOURCE)
    assert ("access_token" in result) is taken, result


# A claims challenge, from Graph's 401 to Graph's 200


def test_a_claims_challenge_is_answered(serve):
    if not accepts(msal.ClientApplication.__init__, "client_capabilities"):
        pytest.skip("this MSAL has no capabilities")
    server = serve("happy-path")
    browser = Browser(server)
    app = public_app(server, client_capabilities=["CP1"])
    first = sign_in(app, browser, ALICE, [GRAPH_SCOPE])
    assert first["expires_in"] > 80_000
    assert server.me(first["access_token"]).status_code == 200
    server.post_control("clock", {"advance": "5s"})
    server.post_control("users/alice/revokeSessions", {})
    refused = server.me(first["access_token"])
    assert refused.status_code == 401
    challenge = refused.headers["WWW-Authenticate"]
    assert 'error="insufficient_claims"' in challenge
    claims = base64.b64decode(re.search('claims="([^"]+)"', challenge)[1]).decode("ascii")

    (account,) = app.get_accounts()
    silent = app.acquire_token_silent_with_error([GRAPH_SCOPE], account, claims_challenge=claims)
    assert (silent["error"], silent["error_codes"]) == ("invalid_grant", [50173])
    second = sign_in(app, browser, ALICE, [GRAPH_SCOPE], claims_challenge=claims)
    assert second["access_token"] != first["access_token"]
    assert server.me(second["access_token"]).status_code == 200
    assert server.me(first["access_token"]).status_code == 401
