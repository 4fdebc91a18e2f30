"""Silent renewal with MSAL for Python: when it works, how it fails, and the way back."""

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

import msal
import pytest
from support.browser import Browser
from support.msal_apps import confidential_app, public_app, sign_in
from support.world import ALICE, API_SCOPE, WEB

SHORT_TOKENS = Path(__file__).parent / "scenarios/short-tokens.yaml"

GUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
DATE = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z"
TAIL = rf" Trace ID: (?P<trace>{GUID}) Correlation ID: (?P<correlation>{GUID}) Timestamp: (?P<time>\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\dZ)"
TOO_OLD = (
    "AADSTS700082: The refresh token has expired due to inactivity\\.\u00a0The token was issued on "
    rf"(?P<issued>{DATE}) and was inactive for 90\.00:00:00\."
)
REVOKED = (
    r"AADSTS50173: The provided grant has expired due to it being revoked, a fresh auth token is needed\. The user "
    rf"might have changed or reset their password\. The grant was issued on '(?P<issued>{DATE})' and the "
    rf"TokensValidFrom date \(before which tokens are not valid\) for this user is '(?P<valid_from>{DATE})'\."
)


def token_requests(server):
    return len(server.exchanges(endpoint="token"))


@pytest.mark.parametrize("make", [public_app, confidential_app], ids=["public", "confidential"])
def test_a_good_access_token_comes_from_the_cache(happy, make):
    app = make(happy)
    first = sign_in(app, Browser(happy), ALICE, ["User.Read"])
    before = token_requests(happy)
    [account] = app.get_accounts()
    for _ in range(3):
        assert app.acquire_token_silent(["User.Read"], account)["access_token"] == first["access_token"]
    assert token_requests(happy) == before
    assert len(app.recorder.token_answers) == 1


@pytest.mark.parametrize(
    "scope",
    ["User.Read", "https://graph.microsoft.com/User.Read", "https://graph.microsoft.com/.default", API_SCOPE],
)
def test_a_token_is_found_again_under_the_scope_it_was_asked_for(happy, scope):
    app = public_app(happy)
    sign_in(app, Browser(happy), ALICE, [scope])
    [account] = app.get_accounts()
    assert app.acquire_token_silent([scope], account)
    assert len(app.recorder.token_answers) == 1


@pytest.mark.parametrize("make", [public_app, confidential_app], ids=["public", "confidential"])
def test_a_forced_refresh_brings_new_tokens_of_the_same_account(happy, make):
    app = make(happy)
    first = sign_in(app, Browser(happy), ALICE, ["User.Read"])
    [account] = app.get_accounts()
    second = app.acquire_token_silent(["User.Read"], account, force_refresh=True)
    assert second["access_token"] != first["access_token"]
    assert second["id_token_claims"]["oid"] == ALICE.oid
    assert "nonce" not in second["id_token_claims"]
    assert app.get_accounts() == [account]
    [_, answer] = app.recorder.token_answers
    assert list(answer.json())[:5] == ["token_type", "scope", "expires_in", "ext_expires_in", "access_token"]
    assert answer.json()["refresh_token"] != first["refresh_token"]
    assert happy.me(second["access_token"]).json()["id"] == ALICE.oid


def test_an_access_token_at_the_end_of_its_life_is_renewed_silently(serve):
    server = serve(SHORT_TOKENS)
    app = public_app(server)
    first = sign_in(app, Browser(server), ALICE, ["User.Read"])
    assert first["expires_in"] < 60
    [account] = app.get_accounts()
    second = app.acquire_token_silent(["User.Read"], account)
    assert second["access_token"] != first["access_token"]
    assert token_requests(server) == 2


def test_a_cache_on_disk_serves_the_next_run_of_the_app(happy):
    cache = msal.SerializableTokenCache()
    sign_in(public_app(happy, cache), Browser(happy), ALICE, ["User.Read"])
    again = msal.SerializableTokenCache()
    again.deserialize(cache.serialize())
    app = public_app(happy, again)
    [account] = app.get_accounts(ALICE.name)
    assert app.acquire_token_silent(["User.Read"], account)
    assert app.acquire_token_silent(["Mail.Read"], account, force_refresh=True)
    app.remove_account(account)
    assert app.get_accounts() == []


def parsed(text):
    """A date of an error text; Python knows six digits of a second, the service writes seven."""
    return datetime.strptime(text[:-2], "%Y-%m-%dT%H:%M:%S.%f").replace(tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "make, scenario, code, text",
    [
        pytest.param(public_app, "expired-refresh", 700082, TOO_OLD, id="expired-refresh, public"),
        pytest.param(confidential_app, "expired-refresh", 700082, TOO_OLD, id="expired-refresh, confidential"),
        pytest.param(public_app, "password-changed", 50173, REVOKED, id="password-changed, public"),
        pytest.param(public_app, "session-revoked", 50173, REVOKED, id="session-revoked, public"),
        pytest.param(confidential_app, "session-revoked", 50173, REVOKED, id="session-revoked, confidential"),
    ],
)
def test_a_dead_refresh_token_sends_the_user_back_to_the_sign_in_page(serve, make, scenario, code, text):
    server = serve(scenario)
    browser = Browser(server)
    cache = msal.SerializableTokenCache()
    app = make(server, cache)
    first = sign_in(app, browser, ALICE, ["User.Read"])
    assert "error" not in first, first
    [account] = app.get_accounts()

    # Silent: refused, and MSAL hands the refusal on as it came.
    result = app.acquire_token_silent_with_error(["User.Read"], account)
    assert result["error"] == "invalid_grant"
    assert result["suberror"] == "bad_token"
    assert result["error_codes"] == [code]
    assert result["error_uri"].endswith(f"/error?code={code}")
    assert result["classification"] == ""
    match = re.fullmatch(text + TAIL, result["error_description"])
    assert match, result["error_description"]
    now = datetime.now(timezone.utc)
    if scenario == "expired-refresh":
        assert timedelta(days=90) <= now - parsed(match["issued"]) < timedelta(days=92)
    else:
        # The service has it in whole seconds, those of the sign-in's second too.
        assert match["valid_from"].endswith(".0000000Z")
        assert timedelta(0) <= parsed(match["valid_from"]) - parsed(match["issued"]).replace(microsecond=0)
        assert abs(parsed(match["valid_from"]) - now) < timedelta(hours=1)

    # What names this answer is the same everywhere.
    answer = app.recorder.token_answers[-1]
    assert answer.status_code == 400
    body = answer.json()
    assert list(body) == [
        "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id", "error_uri", "suberror",
    ]  # fmt: skip
    assert body["trace_id"] == match["trace"] == answer.headers["x-ms-request-id"]
    assert body["correlation_id"] == match["correlation"] == answer.request.headers["client-request-id"]
    assert body["timestamp"] == match["time"]
    assert answer.headers["Cache-Control"] == "no-store, no-cache"
    assert answer.headers["Pragma"] == "no-cache"
    assert answer.headers["Expires"] == "-1"
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"

    # The plain call says no more than that there is no token.
    assert make(server, cache).acquire_token_silent(["User.Read"], account) is None

    # Interactive: a page, the same person, and all is well from then on.
    shown = len(browser.pages)
    again = sign_in(app, browser, ALICE, ["User.Read"], login_hint=ALICE.name)
    assert len(browser.pages) > shown
    assert "error" not in again, again
    assert server.me(again["access_token"]).json()["id"] == ALICE.oid
    assert app.get_accounts() == [account]
    for _ in range(2):
        renewed = app.acquire_token_silent_with_error(["User.Read"], account)
        assert "error" not in renewed, renewed
        me = server.me(renewed["access_token"])
        assert me.json()["userPrincipalName"] == ALICE.name
    assert len(server.exchanges(error=f"AADSTS{code}")) == 2


def test_a_web_app_keeps_its_refresh_token_when_the_password_changes(serve):
    server = serve("password-changed")
    browser = Browser(server)
    app = confidential_app(server)
    sign_in(app, browser, ALICE, ["User.Read"])
    [account] = app.get_accounts()
    renewed = app.acquire_token_silent_with_error(["User.Read"], account)
    assert "error" not in renewed, renewed
    # The browser's session began with the old password.
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=WEB.redirect_uri, prompt="none")
    arrival = browser.open(flow["auth_uri"])
    assert arrival.parameters["error"] == "login_required"


def test_a_refused_renewal_is_remembered_until_the_app_has_another_client_object(serve):
    server = serve("expired-refresh")
    cache = msal.SerializableTokenCache()
    app = public_app(server, cache)
    sign_in(app, Browser(server), ALICE, ["User.Read"])
    [account] = app.get_accounts()
    first = app.acquire_token_silent_with_error(["User.Read"], account)
    asked = token_requests(server)
    # The library answers from its memory, a forced renewal too.
    for forced in (False, True):
        again = app.acquire_token_silent_with_error(["User.Read"], account, force_refresh=forced)
        assert again["trace_id"] == first["trace_id"]
    assert token_requests(server) == asked
    other = public_app(server, cache).acquire_token_silent_with_error(["User.Read"], account)
    assert other["error_codes"] == [700082] and other["trace_id"] != first["trace_id"]
    assert token_requests(server) == asked + 1


USED_UP = """
scenario: used-up
rules:
  - when: { event: token.issued, occurrence: 1 }
    then: tokenUsedUp
"""


def test_a_token_that_is_used_up_at_once_is_renewed_and_still_works(serve, tmp_path):
    scenario = tmp_path / "used-up.yaml"
    scenario.write_text(USED_UP)
    server = serve(scenario)
    app = public_app(server)
    first = sign_in(app, Browser(server), ALICE, ["User.Read"])
    assert first["expires_in"] == 0
    [account] = app.get_accounts()
    second = app.acquire_token_silent(["User.Read"], account)
    assert second["access_token"] != first["access_token"]
    assert server.me(first["access_token"]).status_code == 200
    # The second token is as good as any, and comes from the cache from now on.
    before = token_requests(server)
    assert app.acquire_token_silent(["User.Read"], account)["access_token"] == second["access_token"]
    assert token_requests(server) == before
