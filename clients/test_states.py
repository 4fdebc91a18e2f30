"""What an app's and a user's state brings about, as MSAL for Python is told it."""

from datetime import UTC, datetime, timedelta

import jwt
import msal
import pytest
from support.requests_by_hand import authorize_url
from support.world import ALICE, CONTOSO, DAEMON, MOBILE

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
    assert "mobile is held to be risky" in server.journal_text()


def test_a_token_tells_when_the_password_ends(server):
    form = {"grant_type": "password", "client_id": MOBILE.id, "username": ALICE.name, "password": ALICE.password, "scope": "User.Read"}
    token = server.token(form).json()["access_token"]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert 6 * 86_400 < int(claims["pwd_exp"]) <= 7 * 86_400, claims
    assert claims["pwd_url"] == "https://portal.microsoftonline.com/ChangePassword.aspx"
