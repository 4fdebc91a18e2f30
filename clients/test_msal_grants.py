"""MSAL for Python with the grants that need no redirect."""

import re
from pathlib import Path

import msal
from support.browser import Browser
from support.msal_apps import _app, confidential_app, public_app
from support.world import ALICE, API, API_SCOPE, CONTOSO, DAEMON, GRAPH_SCOPE, App

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
