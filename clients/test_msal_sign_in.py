"""MSAL for Python signs people in with the authorization code flow."""

import threading

import jwt
import msal
import pytest
import requests
import webbrowser
from support.browser import Browser
from support.msal_apps import accepts, confidential_app, public_app, sign_in
from support.world import ALICE, API, API_SCOPE, BOB, CONTOSO, CONTOSO_DOMAIN, MOBILE, WEB


def check(result, user):
    assert "error" not in result, result
    claims = result["id_token_claims"]
    assert claims["preferred_username"] == user.name
    assert claims["oid"] == user.oid
    assert claims["tid"] == user.tenant
    assert claims["name"] == user.display_name
    assert result["token_type"] == "Bearer"
    assert result["refresh_token"]


@pytest.mark.parametrize("tenant", ["organizations", "common", CONTOSO, CONTOSO_DOMAIN])
def test_a_public_app_signs_a_user_in(happy, browser, tenant):
    app = public_app(happy, tenant=tenant)
    result = sign_in(app, browser, ALICE, ["User.Read"])
    check(result, ALICE)
    [account] = app.get_accounts()
    assert account["home_account_id"] == ALICE.home_account_id
    assert account["username"] == ALICE.name
    assert happy.me(result["access_token"]).json()["userPrincipalName"] == ALICE.name


def test_a_web_app_with_a_secret_signs_a_user_in(happy, browser):
    app = confidential_app(happy)
    result = sign_in(app, browser, ALICE, ["User.Read", "Mail.Read"])
    check(result, ALICE)
    assert {"User.Read", "Mail.Read"} <= set(result["scope"].split())


def test_the_certificate_authority_is_all_that_msal_needs_to_trust(happy, browser):
    app = msal.PublicClientApplication(
        MOBILE.id, authority=f"{happy.authority}/{CONTOSO}", instance_discovery=False, verify=happy.ca
    )
    check(sign_in(app, browser, ALICE, ["User.Read"]), ALICE)


def test_without_the_certificate_authority_msal_refuses_the_server(happy):
    with pytest.raises(requests.exceptions.SSLError):
        msal.PublicClientApplication(MOBILE.id, authority=f"{happy.authority}/{CONTOSO}", instance_discovery=False)


def test_a_wrong_secret_is_refused(happy, browser):
    app = msal.ConfidentialClientApplication(
        WEB.id, client_credential="wrong", authority=f"{happy.authority}/{CONTOSO}", instance_discovery=False,
        verify=happy.ca,
    )  # fmt: skip
    result = sign_in(app, browser, ALICE, ["User.Read"])
    assert result["error"] == "invalid_client"
    assert result["error_codes"] == [7000215]


def test_two_accounts_live_in_one_cache(happy):
    cache = msal.SerializableTokenCache()
    app = public_app(happy, cache)
    for user in (ALICE, BOB):
        check(sign_in(app, Browser(happy), user, ["User.Read"]), user)
    assert {a["username"] for a in app.get_accounts()} == {ALICE.name, BOB.name}
    for user in (ALICE, BOB):
        [account] = app.get_accounts(user.name)
        token = app.acquire_token_silent(["User.Read"], account)["access_token"]
        assert happy.me(token).json()["id"] == user.oid


def test_a_token_for_the_api_and_one_for_graph_come_from_one_sign_in(happy, browser):
    app = public_app(happy)
    check(sign_in(app, browser, ALICE, [API_SCOPE]), ALICE)
    [account] = app.get_accounts()
    result = app.acquire_token_silent(["User.Read"], account)
    assert happy.me(result["access_token"]).json()["id"] == ALICE.oid
    token = app.acquire_token_silent([API_SCOPE], account)["access_token"]
    assert jwt.decode(token, options={"verify_signature": False})["aud"] == API.id


def test_somebody_who_leaves_the_sign_in_page_is_reported_as_access_denied(happy, browser):
    app = public_app(happy)
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=MOBILE.redirect_uri)
    page = browser.open(flow["auth_uri"])
    arrival = browser.submit(page, press=("action", "cancel"))
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert result["error"] == "access_denied"
    assert result.get("error_description") is None


def test_a_second_sign_in_of_the_same_browser_needs_no_page(happy, browser):
    app = public_app(happy)
    check(sign_in(app, browser, ALICE, ["User.Read"]), ALICE)
    shown = len(browser.pages)
    check(sign_in(app, browser, ALICE, ["User.Read"], login_hint=ALICE.name), ALICE)
    assert len(browser.pages) == shown
    check(sign_in(app, browser, ALICE, ["User.Read"], prompt="login"), ALICE)
    assert len(browser.pages) > shown


def test_prompt_none_without_a_session_comes_back_as_login_required(happy, browser):
    app = public_app(happy)
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=MOBILE.redirect_uri, prompt="none")
    arrival = browser.open(flow["auth_uri"])
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert result["error"] == "login_required"
    assert result["error_description"].startswith("AADSTS50058: ")


def test_client_capabilities_are_understood(happy, browser):
    app = public_app(happy, client_capabilities=["CP1"])
    check(sign_in(app, browser, ALICE, ["User.Read"]), ALICE)


@pytest.mark.skipif(
    not accepts(msal.ClientApplication.initiate_auth_code_flow, "response_mode"),
    reason="this MSAL cannot ask for a response mode",
)
def test_a_web_app_takes_its_answer_as_a_posted_form(happy, browser):
    app = confidential_app(happy)
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=WEB.redirect_uri, response_mode="form_post")
    arrival = browser.sign_in(flow["auth_uri"], ALICE)
    assert arrival.mode == "form_post"
    check(app.acquire_token_by_auth_code_flow(flow, arrival.parameters), ALICE)


@pytest.mark.skipif(
    not accepts(msal.ClientApplication.__init__, "oidc_authority"), reason="this MSAL has no generic OpenID mode"
)
def test_the_generic_openid_mode_accepts_the_issuer(happy, browser):
    app = msal.PublicClientApplication(
        MOBILE.id, oidc_authority=f"{happy.authority}/{CONTOSO}/v2.0", instance_discovery=False, verify=happy.ca
    )
    check(sign_in(app, browser, ALICE, ["User.Read"]), ALICE)


class Desktop:
    """Stands in for the system's browser: opens what the app asks for, and calls the app's listener."""

    def __init__(self, server, user):
        self.browser, self.user, self.threads = Browser(server), user, []

    def open(self, url, *_, **__):
        thread = threading.Thread(target=self._visit, args=(url,))
        self.threads.append(thread)
        thread.start()
        return True

    def _visit(self, url):
        arrival = self.browser.sign_in(url, self.user)
        session = requests.Session()
        session.trust_env = False
        if arrival.mode == "form_post":
            session.post(arrival.redirect_uri, data=arrival.pairs, timeout=10)
        else:
            session.get(arrival.redirect_uri, params=arrival.pairs, timeout=10)


@pytest.fixture
def desktop(happy, monkeypatch):
    desktop = Desktop(happy, ALICE)
    monkeypatch.setattr(webbrowser, "open", desktop.open)
    yield desktop
    for thread in desktop.threads:
        thread.join(timeout=10)


def test_a_desktop_app_listens_on_a_port_of_its_own(happy, desktop):
    app = public_app(happy)
    check(app.acquire_token_interactive(["User.Read"], timeout=20), ALICE)
