"""The scenario library with MSAL for Python: what an app sees of each."""

import time

import msal
import pytest
from support.browser import Browser, Page
from support.msal_apps import confidential_app, public_app, sign_in
from support.world import ALICE, API_SCOPE, BOB, CONTOSO, DAEMON, MOBILE, SPA, WEB

READ = ["User.Read"]
CODE = "123456"
NEW_PASSWORD = "N3w-passw0rd!"
ALL_ROLES = ["https://graph.microsoft.com/.default"]


DEAD_ENDS = ("ConvergedAdminApproval", "ConvergedConditionalAccess", "ConvergedError")


def walk(browser, place, user):
    """Answers pages until the app is called or there is no way on; the place, and the ids of the pages on the way."""
    shown, given = [], None
    while isinstance(place, Page):
        shown.append(place.id)
        answers = {
            "loginfmt": user.name, "passwd": user.password, "otc": CODE, "currentPassword": user.password,
            "newPassword": NEW_PASSWORD, "confirmNewPassword": NEW_PASSWORD,
        }  # fmt: skip
        answers = {name: value for name, value in answers.items() if place.forms and name in place.form.fields}
        # The same page once more is one that has refused.
        if not place.forms or place.id in DEAD_ENDS or (place.id, answers) == given:
            break
        given = (place.id, answers)
        place = browser.submit(place, answers)
    return place, shown


def interactive(app, browser, user=ALICE, scopes=READ, **arguments):
    """Signs in through whatever pages come: MSAL's result, or the page it ends at, and the ids of the pages."""
    redirect_uri = (WEB if isinstance(app, msal.ConfidentialClientApplication) else MOBILE).redirect_uri
    flow = app.initiate_auth_code_flow(scopes, redirect_uri=redirect_uri, **arguments)
    place, shown = walk(browser, browser.open(flow["auth_uri"]), user)
    if isinstance(place, Page):
        return place, shown
    return app.acquire_token_by_auth_code_flow(flow, place.parameters), shown


def without_throttle(server, make, app):
    """The app after a restart: MSAL's memory of refusals is gone, its tokens are there."""
    return make(server, app.token_cache)


# What a silent call brings after the first sign-in, and the pages that lead back. No pages: nothing does.
REFUSALS = [
    ("consent-withdrawn", 65001, "consent_required", "invalid_grant", ["ConvergedConsent"]),
    ("mfa-required", 50076, "basic_action", "invalid_grant", ["ConvergedTFA"]),
    ("mfa-registration", 50079, "basic_action", "invalid_grant", ["ConvergedProofUpRedirect"]),
    ("sign-in-frequency", 70043, "token_expired", "invalid_grant", ["ConvergedSignIn"]),
    ("user-disabled", 50057, None, "invalid_grant", None),
    ("user-deleted", 50034, "bad_token", "invalid_grant", None),
    ("conditional-access-block", 53003, "message_only", "invalid_grant", None),
    ("device-not-compliant", 53000, "message_only", "invalid_grant", None),
    ("app-disabled", 7000112, None, "unauthorized_client", None),
]


@pytest.mark.parametrize("make", [public_app, confidential_app], ids=["public", "confidential"])
@pytest.mark.parametrize("scenario, code, suberror, error, pages", REFUSALS, ids=[row[0] for row in REFUSALS])
def test_a_silent_call_is_refused_after_the_first_sign_in(serve, make, scenario, code, suberror, error, pages):
    server = serve(scenario)
    browser = Browser(server)
    app = make(server)
    first = sign_in(app, browser, ALICE, READ)
    assert "access_token" in first, first
    [account] = app.get_accounts()
    result = app.acquire_token_silent_with_error(READ, account)
    assert (result["error"], result.get("suberror"), result["error_codes"]) == (error, suberror, [code]), result
    again, shown = interactive(app, browser)
    if pages is None:
        assert not isinstance(again, dict) or "access_token" not in again, again
        return
    assert set(pages) <= set(shown), shown
    assert "access_token" in again, again
    renewed = app.acquire_token_silent_with_error(READ, account)
    assert "access_token" in renewed, renewed


def test_consent_is_asked_for_once(serve):
    server = serve("consent-required")
    browser = Browser(server)
    app = public_app(server)
    result, shown = interactive(app, browser)
    assert "ConvergedConsent" in shown
    assert "access_token" in result, result
    result, shown = interactive(app, browser)
    assert shown == []
    assert "access_token" in result, result


def test_a_user_cannot_consent_in_an_administrators_place(serve):
    server = serve("admin-consent-required")
    page, shown = interactive(public_app(server), Browser(server))
    assert not isinstance(page, dict), page
    assert shown[-1] == "ConvergedAdminApproval"


def test_an_api_wants_more_than_a_password(serve):
    server = serve("mfa-step-up")
    browser = Browser(server)
    app = public_app(server)
    first = sign_in(app, browser, ALICE, READ)
    assert "access_token" in first, first
    [account] = app.get_accounts()
    result = app.acquire_token_silent_with_error([API_SCOPE], account)
    assert (result["error"], result["suberror"], result["error_codes"]) == ("invalid_grant", "basic_action", [50076])
    again, shown = interactive(app, browser, scopes=[API_SCOPE], claims_challenge=result["claims"])
    assert shown == ["ConvergedTFA"]
    assert "access_token" in again, again


def test_an_expired_password_is_changed_on_the_way(serve):
    server = serve("password-expired")
    result, shown = interactive(public_app(server), Browser(server))
    assert "ConvergedChangePassword" in shown
    assert "access_token" in result, result


def test_a_locked_account_is_refused_by_the_page(serve):
    server = serve("user-locked")
    page, _ = interactive(public_app(server), Browser(server))
    assert not isinstance(page, dict), page
    assert server.exchanges(error="AADSTS50053")
    assert "access_token" in sign_in(public_app(server), Browser(server), BOB, READ)


def test_only_who_is_assigned_comes_in(serve):
    server = serve("app-not-assigned")
    page, _ = interactive(public_app(server), Browser(server))
    assert isinstance(page, dict) or "AADSTS50105" in page.text
    assert server.exchanges(error="AADSTS50105")
    assert "access_token" in sign_in(public_app(server), Browser(server), BOB, READ)


def test_a_daemons_secret_comes_to_its_end(serve):
    server = serve("client-secret-expired")
    app = confidential_app(server, tenant=CONTOSO, app=DAEMON)
    assert "access_token" in app.acquire_token_for_client(ALL_ROLES)
    result = app.acquire_token_for_client(ALL_ROLES)
    assert (result["error"], result["error_codes"]) == ("invalid_client", [7000222]), result
    assert app.recorder.token_answers[-1].status_code == 401


def test_a_single_page_app_renews_through_its_session(serve):
    server = serve("spa-refresh-expired")
    browser = Browser(server)
    app = public_app(server, app=SPA)
    app.recorder.headers["Origin"] = SPA.redirect_uri
    first = sign_in(app, browser, ALICE, READ, redirect_uri=SPA.redirect_uri)
    assert "access_token" in first, first
    [account] = app.get_accounts()
    result = app.acquire_token_silent_with_error(READ, account)
    assert (result["error"], result["suberror"], result["error_codes"]) == ("invalid_grant", "bad_token", [700084])
    shown = len(browser.pages)
    again = sign_in(app, browser, ALICE, READ, redirect_uri=SPA.redirect_uri, prompt="none")
    assert "access_token" in again, again
    assert len(browser.pages) == shown


def signed_in(server):
    app = public_app(server)
    assert "access_token" in sign_in(app, Browser(server), ALICE, READ)
    [account] = app.get_accounts()
    return app, account


def test_an_outage_leaves_the_account(serve):
    server = serve("outage")
    app, account = signed_in(server)
    with pytest.raises(Exception, match="503"):
        app.acquire_token_silent_with_error(READ, account)
    assert app.get_accounts() == [account]


def test_patience_is_asked_for(serve):
    server = serve("throttled")
    app, account = signed_in(server)
    for _ in range(2):
        result = without_throttle(server, public_app, app).acquire_token_silent_with_error(READ, account)
        assert result["error"] == "temporarily_unavailable", result
    assert "access_token" in without_throttle(server, public_app, app).acquire_token_silent_with_error(READ, account)
    answers = [e for e in server.exchanges(endpoint="token") if e["status"] == 429]
    assert len(answers) == 2


def test_one_failure_passes(serve):
    server = serve("flaky")
    app, account = signed_in(server)
    with pytest.raises(Exception, match="503"):
        app.acquire_token_silent_with_error(READ, account)
    assert "access_token" in without_throttle(server, public_app, app).acquire_token_silent_with_error(READ, account)


def test_answers_take_their_time(serve):
    server = serve("slow")
    begun = time.monotonic()
    signed_in(server)
    assert time.monotonic() - begun >= 3


def test_html_is_no_token(serve):
    server = serve("html-error")
    app, account = signed_in(server)
    with pytest.raises(ValueError):
        app.acquire_token_silent_with_error(READ, account)
    assert app.get_accounts() == [account]


def test_nobody_comes_to_the_device(serve):
    server = serve("device-code-expired")
    app = public_app(server)
    flow = app.initiate_device_flow(READ)
    result = app.acquire_token_by_device_flow(flow)
    assert (result["error"], result["error_codes"]) == ("expired_token", [70020]), result
