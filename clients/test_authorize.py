"""Authorize requests written by hand: what comes back to the app, byte by byte."""

import re
from urllib.parse import quote

import pytest
from support.browser import Arrival, Browser, Page
from support.requests_by_hand import Verifier, authorize_url, grant, redeem
from support.world import ALICE, BOB, CONTOSO, MOBILE, SPA, WEB

GUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
DEFAULT = "openid offline_access https://graph.microsoft.com/.default"
ENDING = rf"%0d%0aTrace\+ID%3a\+{GUID}%0d%0aCorrelation\+ID%3a\+{GUID}%0d%0aTimestamp%3a\+\d{{4}}-\d\d-\d\d\+\d\d%3a\d\d%3a\d\dZ"


def test_a_code_arrives_with_state_and_session_state_before_an_empty_fragment(happy, browser):
    url = authorize_url(happy, scope=DEFAULT, **Verifier().parameters)
    arrival = browser.sign_in(url, ALICE)
    assert re.fullmatch(
        rf"http://localhost:7171/?\?code=1\.[A-Za-z0-9_.-]+&state=12345&session_state={GUID}#", arrival.location
    ), arrival.location


def test_client_info_stands_between_code_and_state(happy, browser):
    arrival = browser.sign_in(authorize_url(happy, client_info="1", **Verifier().parameters), ALICE)
    assert [name for name, _ in arrival.pairs] == ["code", "client_info", "state", "session_state"]
    assert "=" not in arrival.parameters["client_info"]


def test_without_state_there_is_no_state(happy, browser):
    arrival = browser.sign_in(authorize_url(happy, state=None), ALICE)
    assert [name for name, _ in arrival.pairs] == ["code", "session_state"]


@pytest.mark.parametrize("state", ["a|b=c+d%20e", "ä€𐍈", "<script>&amp;", " leading and trailing ", "x" * 2000])
@pytest.mark.parametrize("mode", ["query", "fragment", "form_post"])
def test_state_comes_back_as_it_went(happy, browser, state, mode):
    arrival = browser.sign_in(authorize_url(happy, WEB, state=state, response_mode=mode), ALICE)
    assert arrival.mode == mode
    assert arrival.parameters["state"] == state


@pytest.mark.parametrize("uri", ["http://localhost:7171", "http://localhost", "http://localhost:1/", "http://127.0.0.1:65535"])
def test_a_native_app_may_listen_on_any_port(happy, browser, uri):
    granted = grant(happy, browser, redirect_uri=uri)
    assert granted.arrival.redirect_uri.rstrip("/") == uri.rstrip("/")
    redeem(happy, granted)


@pytest.mark.parametrize(
    "uri",
    [
        "msauth.com.example.mobile://auth",
        "msauth://com.example.mobile/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D",
        f"msal{MOBILE.id}://auth",
    ],
)
def test_a_phone_app_is_called_by_its_own_scheme(happy, browser, uri):
    granted = grant(happy, browser, redirect_uri=uri)
    assert granted.arrival.location.startswith(uri + "?code=")
    redeem(happy, granted)


def test_posted_authorize_requests_are_read_from_the_body(happy, browser):
    url, _, query = authorize_url(happy).partition("?")
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    place = browser._settle(browser.session.post(url, data=query, headers=headers, allow_redirects=False))
    assert "code" in browser.finish(place, ALICE).parameters


def test_a_second_request_of_the_browser_needs_no_page(happy, browser):
    browser.sign_in(authorize_url(happy), ALICE)
    shown = len(browser.pages)
    place = browser.open(authorize_url(happy, WEB))
    assert isinstance(place, Arrival) and "code" in place.parameters
    place = browser.open(authorize_url(happy, prompt="none", login_hint=ALICE.name))
    assert "code" in place.parameters
    assert len(browser.pages) == shown


def test_prompt_login_shows_a_page_although_there_is_a_session(happy, browser):
    first = browser.sign_in(authorize_url(happy), ALICE)
    place = browser.open(authorize_url(happy, prompt="login"))
    assert isinstance(place, Page) and place.id == "ConvergedSignIn"
    again = browser.finish(place, ALICE)
    assert again.parameters["session_state"] == first.parameters["session_state"]


def test_select_account_offers_the_picker_and_a_tile_needs_no_password(happy, browser):
    browser.sign_in(authorize_url(happy), ALICE)
    browser.sign_in(authorize_url(happy, prompt="login", login_hint=BOB.name), BOB)
    page = browser.open(authorize_url(happy, prompt="select_account"))
    assert ALICE.name in page.text and BOB.name in page.text
    for hint in (ALICE, BOB):
        assert "code" in browser.open(authorize_url(happy, prompt="none", login_hint=hint.name)).parameters
    place = browser.open(authorize_url(happy, prompt="none"))
    assert place.parameters["error"] == "interaction_required"
    assert place.parameters["error_description"].startswith("AADSTS16000: ")


@pytest.mark.parametrize("prompt", ["none", "attempt_none"])
def test_prompt_none_without_a_session_is_login_required(happy, browser, prompt):
    arrival = browser.open(authorize_url(happy, prompt=prompt, scope=DEFAULT))
    assert re.fullmatch(
        r"http://localhost:7171/?\?error=login_required&error_description=AADSTS50058%3a\+A\+silent\+sign-in\+request"
        rf"\+was\+sent\+but\+no\+user\+is\+signed\+in\.{ENDING}"
        r"&error_uri=https%3a%2f%2f[^&]+%2ferror%3fcode%3d50058&state=12345#",
        arrival.location,
    ), arrival.location


def test_the_correlation_id_of_the_request_is_the_one_of_the_error(happy, browser):
    correlation = "67eba14f-5fa4-4785-b88d-d3e7bc4b0d29"
    arrival = browser.open(authorize_url(happy, prompt="none", **{"client-request-id": correlation}))
    assert f"Correlation ID: {correlation}" in arrival.parameters["error_description"]


@pytest.mark.parametrize("mode", ["fragment", "form_post"])
def test_errors_travel_as_answers_do(happy, browser, mode):
    arrival = browser.open(authorize_url(happy, prompt="none", response_mode=mode))
    assert arrival.mode == mode
    assert [name for name, _ in arrival.pairs] == ["error", "error_description", "error_uri", "state"]


def test_an_app_with_id_tokens_switched_on_gets_code_and_id_token(happy, browser):
    url = authorize_url(happy, WEB, response_type="code id_token", nonce="n1", response_mode="form_post")
    arrival = browser.sign_in(url, ALICE)
    assert {"code", "id_token", "state", "session_state"} <= set(arrival.parameters)


# Refusals

UNKNOWN = "deadbeef-0000-4000-8000-00000000dead"

PAGES = [
    ("no client id", {"client_id": None}, 900144),
    ("an empty client id", {"client_id": ""}, 900144),
    ("an app nobody has", {"client_id": UNKNOWN}, 700016),
    ("a client id that is none", {"client_id": "my-app"}, 700016),
    ("the client id of zeros", {"client_id": "00000000-0000-0000-0000-000000000000"}, 700038),
    ("a tenant that does not exist", {"tenant": "nobody.example"}, 90002),
    ("a tenant id that does not exist", {"tenant": UNKNOWN}, 90002),
    ("a tenant segment that can be none", {"tenant": "undefined"}, 900023),
    ("a redirect URI that is not registered", {"redirect_uri": "https://evil.example/"}, 50011),
    ("another path on localhost", {"redirect_uri": "http://localhost:7171/other"}, 50011),
    ("a relative redirect URI", {"redirect_uri": "/callback"}, 90102),
    ("a redirect URI with a fragment", {"redirect_uri": "http://localhost:7171/#x"}, 90102),
    ("an empty redirect URI", {"redirect_uri": ""}, 900971),
    ("IPv6 loopback", {"redirect_uri": "http://[::1]:7171"}, 50011),
    ("a parameter twice", {"prompt": ["login", "login"]}, 9000411),
    ("commas between scopes", {"scope": "openid,User.Read"}, 70011),
    (".default beside a scope", {"scope": "https://graph.microsoft.com/.default User.Read"}, 70011),
    ("an API nobody has", {"scope": "openid api://not-a-registered-resource/.default"}, 500011),
]


@pytest.mark.parametrize("changes, code", [row[1:] for row in PAGES], ids=[row[0] for row in PAGES])
def test_requests_that_cannot_be_trusted_stay_on_a_page(happy, browser, changes, code):
    page = browser.open(authorize_url(happy, **changes))
    assert isinstance(page, Page), page
    assert page.status == 200
    assert f"AADSTS{code}: " in page.text
    assert page.headers["x-ms-error-code"] == str(code)
    assert page.headers["Cache-Control"] == "no-store, no-cache"
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.id == "ConvergedError"


REDIRECTS = [
    ("no response type", {"response_type": None}, "invalid_request", 900144),
    ("an unknown response type", {"response_type": "cookie"}, "unsupported_response_type", 70005),
    ("id_token although it is switched off", {"response_type": "id_token", "nonce": "n"}, "unsupported_response_type", 700054),
    ("token although it is switched off", {"response_type": "token"}, "unsupported_response_type", 700051),
    ("an unknown response mode", {"response_mode": "pigeon"}, "invalid_request", 70007),
    ("no scope", {"scope": None}, "invalid_request", 900144),
    ("an empty scope", {"scope": ""}, "invalid_request", 900144),
    ("an unknown prompt", {"prompt": "maybe"}, "invalid_request", 90023),
    ("two prompts", {"prompt": "select_account consent"}, "invalid_request", 90023),
    ("a short challenge", {"code_challenge": "x", "code_challenge_method": "S256"}, "invalid_request", 501491),
    ("a method without challenge", {"code_challenge_method": "S256"}, "invalid_request", 50147),
    ("an unknown challenge method", {"code_challenge": "x" * 43, "code_challenge_method": "S512"}, "invalid_request", 501491),
    ("a single-page app without PKCE", {"app": SPA}, "invalid_request", 9002325),
    ("an id_token without nonce", {"app": WEB, "response_type": "code id_token"}, "invalid_request", 900144),
    ("an id_token by query", {"app": WEB, "response_type": "id_token", "nonce": "n", "response_mode": "query"}, "invalid_request", 70007),
    ("an id_token without openid", {"app": WEB, "response_type": "id_token", "nonce": "n", "scope": "User.Read"}, "invalid_request", 70005),
    ("session id and hint together", {"sid": UNKNOWN, "login_hint": ALICE.name}, "invalid_request", 90005),
    ("a session that does not exist", {"sid": UNKNOWN, "prompt": "none"}, "login_required", 160021),
    ("claims that are no JSON", {"claims": "{"}, "invalid_request", 90023),
    ("a resource that does not fit", {"resource": "https://vault.azure.net"}, "invalid_target", 9010010),
]  # fmt: skip


def test_an_unknown_scope_is_told_to_the_app_after_the_sign_in(happy, browser):
    arrival = browser.sign_in(authorize_url(happy, scope="openid Cookies.Bake"), ALICE)
    assert isinstance(arrival, Arrival), arrival.text
    assert [name for name, _ in arrival.pairs] == ["error", "error_description", "state"]
    assert arrival.parameters["error"] == "invalid_client"
    assert arrival.parameters["error_description"].startswith("AADSTS650053: ")


@pytest.mark.parametrize(
    "changes, error, code",
    [pytest.param(*row[1:], id=row[0]) for row in REDIRECTS]
    + [
        pytest.param({"request": "eyJ"}, "request_not_supported", None, id="a request object"),
        pytest.param(
            {"request_uri": "https://a.example"}, "request_uri_not_supported", None,
            id="a request object elsewhere",
        ),
    ],
)  # fmt: skip
def test_other_refusals_go_back_to_the_app(happy, browser, changes, error, code):
    arrival = browser.open(authorize_url(happy, **changes))
    assert isinstance(arrival, Arrival), arrival.text
    assert arrival.parameters["error"] == error
    assert arrival.parameters["state"] == "12345"
    if code:
        assert arrival.parameters["error_description"].startswith(f"AADSTS{code}: ")
    if "token" in (changes.get("response_type") or ""):
        assert arrival.mode == "fragment"


def test_without_a_redirect_uri_the_first_registered_one_is_called(happy, browser):
    arrival = browser.sign_in(authorize_url(happy, redirect_uri=None), ALICE)
    assert arrival.redirect_uri.rstrip("/") == "http://localhost"
    form = {"grant_type": "authorization_code", "client_id": MOBILE.id, "code": arrival.parameters["code"]}
    assert happy.token(form).status_code == 200


def test_the_path_is_read_in_any_case(happy, browser):
    url = authorize_url(happy).replace("/organizations/oauth2/v2.0/authorize", "/Organizations/oAuth2/V2.0/Authorize")
    assert "code" in browser.sign_in(url, ALICE).parameters


def test_an_unknown_parameter_changes_nothing(happy, browser):
    url = authorize_url(happy) + "&x-client-SKU=MSAL.iOS&x-client-Ver=1.2&haschrome=1&nux=1&unheard=" + quote("of")
    assert "code" in browser.sign_in(url, ALICE).parameters


def test_a_tenants_own_path_serves_its_users(happy):
    for tenant in (CONTOSO, "contoso.onmicrosoft.com", "CONTOSO.com", "common"):
        assert "code" in Browser(happy).sign_in(authorize_url(happy, tenant=tenant), ALICE).parameters
