"""mockidp against answers of the real service, masked alike."""

import json
import re
from pathlib import Path

import jwt
import pytest
from support.requests_by_hand import grant, redeem
from support.world import CONTOSO, DAEMON, MOBILE, WEB

CAPTURES = Path(__file__).parent / "captures"
GUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ")
# The capture of an unknown app is of this id, which the service refuses in its own way.
UNKNOWN = "00000000-0000-0000-0000-000000000000"


def app_only(**changes):
    return {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "https://graph.microsoft.com/.default", **changes,
    }  # fmt: skip


# What was sent to get each answer.
REQUESTS = [
    pytest.param("token-client-credentials", app_only()),
    pytest.param("token-error-invalid-client", app_only(client_secret="wrong")),
    pytest.param("token-error-invalid-scope", app_only(scope="api://not-a-registered-resource/.default")),
    pytest.param("token-error-unknown-client", app_only(client_id=UNKNOWN)),
    pytest.param("token-error-unsupported-grant-type", app_only(grant_type="no_such_grant")),
]


def mask(value, key="", names=()):
    """Replaces what differs from run to run, and the names of the seeded world, as the captures do."""
    if isinstance(value, dict):
        return {k: mask(v, k, names) for k, v in value.items()}
    if isinstance(value, list):
        return [mask(v, key, names) for v in value]
    if key in ("expires_in", "ext_expires_in") and type(value) is int:
        return "{seconds}"
    if key == "access_token":
        return "{redacted-jwt}"
    if isinstance(value, str):
        for name, label in names:
            value = value.replace(name, label)
        return TIME.sub("{timestamp}", GUID.sub("{guid}", value))
    return value


def compare(capture, answer, names):
    expected = json.loads((CAPTURES / f"{capture}.json").read_text())["response"]
    body = mask(answer.json(), names=names)
    assert answer.status_code == expected["status"]
    assert body == expected["body"]
    assert list(body) == list(expected["body"])


@pytest.mark.parametrize("capture, form", REQUESTS)
def test_the_same_request_has_the_same_answer(happy, capture, form):
    compare(capture, happy.token(form, CONTOSO), [(DAEMON.id, "{daemon-app-id}"), (CONTOSO, "{tenant-id}")])


# The service refuses these alike whatever the grant, so other grants can be held against the captures as well.


def test_a_wrong_secret_is_refused_alike_with_a_code(happy, browser):
    granted = grant(happy, browser, WEB)
    answer = happy.token({**granted.form, "client_secret": "wrong"})
    compare("token-error-invalid-client", answer, [(WEB.id, "{daemon-app-id}")])


def test_an_unknown_api_is_refused_alike_on_refresh(happy, browser):
    # In a sign-in of a user the service calls the tenant by its name: Tests/Records/refusals, 500011.
    token = redeem(happy, grant(happy, browser))["refresh_token"]
    form = {"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": token}
    answer = happy.token({**form, "scope": "api://not-a-registered-resource/.default"}, CONTOSO)
    compare("token-error-invalid-scope", answer, [("tenant named Contoso.", "tenant named {tenant-id}.")])


def test_an_unknown_client_is_refused_alike_on_refresh(happy):
    form = {"grant_type": "refresh_token", "client_id": UNKNOWN, "refresh_token": "1.AAAA"}
    compare("token-error-unknown-client", happy.token(form, CONTOSO), [])


def test_an_app_only_token_has_the_same_claims(happy):
    capture = json.loads((CAPTURES / "token-claims-client-credentials.json").read_text())
    assert {"aud", "iss", "tid", "ver"} <= set(capture["claimNames"])
    answer = happy.token(app_only(scope="api://contoso/.default"), CONTOSO)
    assert answer.status_code == 200, answer.text
    token = answer.json()["access_token"]
    header, claims = jwt.get_unverified_header(token), jwt.decode(token, options={"verify_signature": False})
    assert set(header) == {name for name, value in capture["header"].items() if value}
    assert set(claims) - {"roles"} == set(capture["claimNames"])
    assert claims["ver"] == capture["structural"]["ver"]
    assert "idtyp" not in claims and "appid" not in claims
