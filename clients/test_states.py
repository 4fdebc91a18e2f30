"""What an app's and a user's state brings about, as MSAL for Python is told it."""

from datetime import UTC, datetime, timedelta

import jwt
import msal
import pytest
from support.browser import Browser
from support.msal_apps import confidential_app, sign_in
from support.requests_by_hand import authorize_url
from support.world import ALICE, BOB, CONTOSO, DAEMON, MOBILE, WEB

CLOSED = """
scenario: closed
summary: Microsoft has closed an API, and holds an app to be risky.
signIn: auto
world:
  users:
    alice: { passwordEndsAt: ENDS }
  apps:
    api: { disabledByMicrosoftStatus: DisabledDueToViolationOfServicesAgreement }
    mobile: { risky: true }
"""

KINDS_AND_PLACES = """
scenario: kinds-and-places
summary: A policy for clients on devices, and one for people who are elsewhere.
world:
  users:
    alice: { trustedLocation: false }
  policies:
    - { name: no clients on devices, users: [bob], clientApps: [mobileAppsAndDesktopClients], require: block }
    - { name: trusted places alone, users: [alice], places: [elsewhere], require: block }
"""


@pytest.fixture
def server(serve, tmp_path):
    scenario = tmp_path / "closed.yaml"
    scenario.write_text(CLOSED.replace("ENDS", (datetime.now(UTC) + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M:%SZ")))
    return serve(scenario)


def test_nobody_gets_a_token_for_an_api_that_microsoft_has_closed(server):
    app = msal.ConfidentialClientApplication(
        DAEMON.id, authority=f"{server.authority}/{CONTOSO}", instance_discovery=False, verify=server.ca, client_credential=DAEMON.secret
    )
    answer = app.acquire_token_for_client(["api://contoso/.default"])
    assert answer.get("error_codes") == [5000224], answer


def test_users_cannot_consent_to_a_risky_app(server):
    url = authorize_url(server, scope="openid Calendars.Read", login_hint=ALICE.name).removeprefix(server.authority)
    answer = server.get(url, allow_redirects=False)
    # Who is answered for leaves the page that asks for an administrator.
    assert "error_subcode=cancel" in answer.headers["Location"]
    assert "'mobile' is held to be risky" in server.journal_text()


def test_a_token_tells_when_the_password_ends(server):
    form = {"grant_type": "password", "client_id": MOBILE.id, "username": ALICE.name, "password": ALICE.password, "scope": "User.Read"}
    token = server.token(form).json()["access_token"]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert 6 * 86_400 < int(claims["pwd_exp"]) <= 7 * 86_400, claims
    assert claims["pwd_url"] == "https://portal.microsoftonline.com/ChangePassword.aspx"


@pytest.fixture
def guarded(serve, tmp_path):
    scenario = tmp_path / "kinds-and-places.yaml"
    scenario.write_text(KINDS_AND_PLACES, encoding="utf-8")
    return serve(scenario)


def test_a_policy_is_about_the_kind_of_client(guarded):
    form = {"grant_type": "password", "client_id": MOBILE.id, "username": BOB.name, "password": BOB.password, "scope": "User.Read"}
    refused = guarded.token(form)
    assert (refused.status_code, refused.json()["error_codes"]) == (400, [53003]), refused.text
    # The same person signs in to a web app.
    assert "access_token" in sign_in(confidential_app(guarded), Browser(guarded), BOB, ["User.Read"])


def test_a_policy_is_about_the_place(guarded):
    app = confidential_app(guarded)
    browser = Browser(guarded)
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=WEB.redirect_uri)
    page = browser.submit(browser.open(flow["auth_uri"]), {"loginfmt": ALICE.name})
    page = browser.submit(page, {"passwd": ALICE.password})
    assert page.code == 53003, page.heading
    back = guarded.http_session.patch(f"{guarded.control}/users/alice", json={"trustedLocation": True})
    assert back.status_code == 200, back.text
    assert "access_token" in sign_in(app, Browser(guarded), ALICE, ["User.Read"])
