"""What docs/fidelity.md says and no other test shows."""

import subprocess

import pytest
from support.binary import BINARY
from support.browser import Arrival, Browser
from support.requests_by_hand import authorize_url
from support.world import ALICE, CONTOSO, DAEMON, MOBILE, PAT


@pytest.mark.parametrize(
    "form",
    [
        {"client_id": MOBILE.id},
        {"client_id": MOBILE.id, "grant_type": "refresh_token", "refresh_token": "x"},
        {"client_id": DAEMON.id, "client_secret": "wrong", "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default"},
    ],
)  # fmt: skip
def test_the_trace_id_is_the_request_id_and_ends_in_zeros(happy, form):
    answer = happy.token(form, CONTOSO)
    body = answer.json()
    assert body["trace_id"] == answer.headers["x-ms-request-id"]
    assert body["trace_id"].endswith("00")
    assert f"Trace ID: {body['trace_id']} " in body["error_description"]


def test_a_number_that_only_reports_name_is_never_given():
    explained = subprocess.run([BINARY, "explain", "1100000"], capture_output=True, text=True)
    assert explained.returncode != 0
    assert "1100000" in explained.stderr
    known = subprocess.run([BINARY, "explain", "1100001"], capture_output=True, text=True)
    assert known.returncode == 0, known.stderr


def test_the_picker_has_accounts_too_that_the_path_does_not_admit(happy):
    browser = Browser(happy)
    for user in (ALICE, PAT):
        assert isinstance(browser.sign_in(authorize_url(happy, tenant="common", scope="openid", prompt="login"), user), Arrival)
    for path in ("common", "organizations", "consumers"):
        page = browser.open(authorize_url(happy, tenant=path, scope="openid", prompt="select_account"))
        assert ALICE.name in page.text and PAT.name in page.text, (path, page.text)


def test_only_a_browser_without_any_session_gets_the_sign_in_page(happy):
    page = Browser(happy).open(authorize_url(happy, tenant="organizations", scope="openid", prompt="select_account"))
    assert "loginfmt" in page.form.fields


def test_an_assignment_of_a_role_is_as_old_as_its_app(happy):
    minted = happy.post_control("tokens", {"client": "mobile", "user": "admin", "scope": "Directory.Read.All"}).json()
    token = minted.get("token") or minted["access_token"]
    path = f"/v1.0/servicePrincipals(appId='{DAEMON.id}')"
    assignments = happy.me(token, f"{path}/appRoleAssignments").json()["value"]
    assert assignments
    for one in assignments:
        app = happy.me(token, f"/v1.0/servicePrincipals/{one['principalId']}").json()
        # An assignment's moment has a fraction (observed), an object's has none.
        assert one["createdDateTime"][:19] + "Z" == app["createdDateTime"], (one, app)
