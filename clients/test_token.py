"""Token requests written by hand: the bytes of a success, and every refusal with its code and status."""

import base64
import json
import re

import pytest
from support.browser import Browser
from support.requests_by_hand import authorize_url, grant, redeem
from support.world import ALICE, API_SCOPE, CONTOSO, DAEMON, GRAPH_SCOPE, MOBILE, SPA, WEB, App

GUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
DEFAULT = "openid offline_access https://graph.microsoft.com/.default"
UNKNOWN = "deadbeef-0000-4000-8000-00000000dead"


def test_a_native_app_redeems_its_code(happy, browser):
    granted = grant(happy, browser, scope=DEFAULT)
    granted.form["client_info"] = "1"
    answer = happy.token(granted.form)
    assert answer.status_code == 200
    body = answer.json()
    assert list(body) == [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token", "client_info",
    ]  # fmt: skip
    assert body["token_type"] == "Bearer"
    assert body["scope"] == (
        "email openid profile https://graph.microsoft.com/Mail.Read https://graph.microsoft.com/User.Read "
        "https://graph.microsoft.com/.default"
    )
    assert type(body["expires_in"]) is int and body["expires_in"] == body["ext_expires_in"] == 3599
    assert re.fullmatch(r"[01]\.A?[A-Za-z0-9_.-]+", body["refresh_token"])
    assert body["access_token"].count(".") == body["id_token"].count(".") == 2
    assert "=" not in body["client_info"]
    info = json.loads(base64.urlsafe_b64decode(body["client_info"] + "=="))
    assert info == {"uid": ALICE.oid, "utid": CONTOSO}
    assert answer.text == json.dumps(body, separators=(",", ":"))


def test_the_answer_has_the_services_headers(happy, browser):
    correlation = "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11"
    granted = grant(happy, browser)
    headers = {"client-request-id": correlation, "return-client-request-id": "true", "x-client-SKU": "Test"}
    answer = happy.token(granted.form, headers=headers)
    expected = {
        "Cache-Control": "no-store, no-cache",
        "Pragma": "no-cache",
        "Expires": "-1",
        "Content-Type": "application/json; charset=utf-8",
        "Strict-Transport-Security": None,
        "X-Content-Type-Options": "nosniff",
        "P3P": 'CP="DSP CUR OTPi IND OTRi ONL FIN"',
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "X-XSS-Protection": "0",
        "client-request-id": correlation,
    }
    assert {name: answer.headers.get(name) for name in expected} == expected
    assert re.fullmatch(GUID, answer.headers["x-ms-request-id"])
    assert answer.headers["x-ms-clitelem"].startswith("1,0,0,")
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_user_read_in_small_letters_opens_me(happy, browser):
    body = redeem(happy, grant(happy, browser, scope="https://graph.microsoft.com/user.read"))
    assert "refresh_token" not in body and "id_token" not in body
    answer = happy.me(body["access_token"], "/v1.0/me/")
    assert answer.status_code == 200, answer.text
    assert answer.json()["userPrincipalName"] == ALICE.name
    assert answer.json()["id"] == ALICE.oid


@pytest.mark.parametrize(
    "scope, has_refresh, has_id",
    [
        ("openid offline_access User.Read", True, True),
        ("openid User.Read", False, True),
        ("offline_access User.Read", True, False),
        ("User.Read", False, False),
    ],
)
def test_openid_brings_an_id_token_and_offline_access_a_refresh_token(happy, browser, scope, has_refresh, has_id):
    body = redeem(happy, grant(happy, browser, scope=scope))
    assert ("refresh_token" in body, "id_token" in body) == (has_refresh, has_id)
    assert "offline_access" not in body["scope"]


@pytest.mark.parametrize("app", [MOBILE, WEB, SPA], ids=["native", "web", "spa"])
def test_a_refresh_token_is_replaced_and_stays_good(happy, browser, app):
    granted = grant(happy, browser, app)
    first = redeem(happy, granted)
    form = {"grant_type": "refresh_token", "client_id": app.id, "refresh_token": first["refresh_token"]}
    if app.secret:
        form["client_secret"] = app.secret
    for _ in range(2):
        answer = happy.token(form, headers=granted.headers)
        assert answer.status_code == 200, answer.text
        assert answer.json()["refresh_token"] != first["refresh_token"]
    assert ("refresh_token_expires_in" in first) == (app is SPA)
    if app is SPA:
        assert 86_390 <= answer.json()["refresh_token_expires_in"] <= first["refresh_token_expires_in"] <= 86_400


def test_a_refresh_token_serves_another_resource_and_another_spelling_of_the_tenant(happy, browser):
    first = redeem(happy, grant(happy, browser))
    form = {"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": first["refresh_token"]}
    for tenant in ("common", CONTOSO, "contoso.onmicrosoft.com"):
        answer = happy.token({**form, "scope": API_SCOPE}, tenant)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()["scope"].split()) >= {API_SCOPE}


def test_a_secret_may_come_by_basic_authentication(happy, browser):
    granted = grant(happy, browser, WEB)
    del granted.form["client_secret"], granted.form["client_id"]
    answer = happy.token(granted.form, auth=(WEB.id, WEB.secret))
    assert answer.status_code == 200, answer.text


def test_path_and_query_are_read_as_libraries_write_them(happy, browser):
    granted = grant(happy, browser, tenant="common")
    url = f"{happy.authority}/Common/oAuth2/v2.0/Token?haschrome=1&client-request-id={UNKNOWN}"
    answer = happy.http_session.post(url, data=granted.form)
    assert answer.status_code == 200, answer.text


def test_a_single_page_app_may_read_the_answer(happy, browser):
    granted = grant(happy, browser, SPA)
    answer = happy.token(granted.form, headers=granted.headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "x-ms-request-id" in answer.headers["Access-Control-Expose-Headers"]
    answer = happy.token({}, headers=granted.headers)
    assert answer.status_code == 400
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_preflights_are_answered(happy):
    answer = happy.http_session.options(
        f"{happy.authority}/common/oauth2/v2.0/token",
        headers={
            "Origin": "http://localhost:3000",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-client-sku,content-type",
        },
    )
    assert answer.status_code in (200, 204)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    allowed = answer.headers["Access-Control-Allow-Headers"].lower()
    assert "x-client-sku" in allowed and "content-type" in allowed


# Refusals. A row is: what is wrong, how to get it wrong, status, error, code, suberror.


class Attempt:
    """A token request that would succeed, to be spoiled."""

    def __init__(self, happy, browser):
        self.server, self.browser = happy, browser
        self.tenant, self.headers, self.arguments = "organizations", {}, {}
        self.form = {}

    def code(self, app=MOBILE, tenant="organizations", **changes):
        granted = grant(self.server, self.browser, app, tenant=tenant, **changes)
        self.form, self.headers, self.tenant = granted.form, granted.headers, tenant
        return self

    def refresh(self, app=MOBILE, **changes):
        self.code(app)
        body = redeem(self.server, self)
        self.form = {"grant_type": "refresh_token", "client_id": app.id, "refresh_token": body["refresh_token"]}
        if app.secret:
            self.form["client_secret"] = app.secret
        self.form.update(changes)
        return self

    def but(self, tenant=None, headers=None, **changes):
        for name, value in changes.items():
            self.form.pop(name, None)
            if value is not None:
                self.form[name] = value
        self.tenant = tenant or self.tenant
        self.headers = self.headers if headers is None else headers
        return self

    def used(self):
        redeem(self.server, self, self.tenant)
        return self

    def body(self, content, content_type):
        self.form, self.headers = content, {"Content-Type": content_type}
        return self

    def send(self):
        return self.server.token(self.form, self.tenant, headers=self.headers)


FORM = "application/x-www-form-urlencoded"
BASIC = "Basic " + base64.b64encode(f"{WEB.id}:wrong".encode()).decode()
TWO = "User.Read " + API_SCOPE

REFUSALS = [
    ("nothing at all", lambda a: a.body("", FORM), 400, "invalid_request", 900144, None),
    ("JSON", lambda a: a.body('{"grant_type":"refresh_token"}', "application/json"), 400, "invalid_request", 900144, None),
    ("no grant type", lambda a: a.code().but(grant_type=None), 400, "invalid_request", 900144, None),
    ("an unknown grant type", lambda a: a.code().but(grant_type="no_such_grant"), 400, "unsupported_grant_type", 70003, None),
    ("no client id", lambda a: a.code().but(client_id=None), 400, "invalid_request", 900144, None),
    ("no code", lambda a: a.code().but(code=None), 400, "invalid_request", 900144, None),
    ("no refresh token", lambda a: a.refresh().but(refresh_token=None), 400, "invalid_request", 900144, None),
    ("a parameter twice", lambda a: a.body(f"client_id={MOBILE.id}&client_id={MOBILE.id}", FORM), 400, "invalid_request", 9000411, None),
    ("a tenant that does not exist", lambda a: a.code().but(tenant="nobody.example"), 400, "invalid_request", 90002, None),
    ("a tenant id that does not exist", lambda a: a.code().but(tenant=UNKNOWN), 400, "invalid_request", 90002, None),
    ("a tenant segment that can be none", lambda a: a.code().but(tenant="undefined"), 400, "invalid_request", 900023, None),
    ("an app nobody has", lambda a: a.code().but(client_id=UNKNOWN), 400, "unauthorized_client", 700016, None),
    ("the client id of zeros", lambda a: a.code().but(client_id="00000000-0000-0000-0000-000000000000"), 400, "unauthorized_client", 700038, None),
    ("a client id that is none", lambda a: a.code().but(client_id="my-app"), 400, "unauthorized_client", 700016, None),
    ("an app of another tenant", lambda a: a.refresh().but(client_id=DAEMON.id, tenant="fabrikam.onmicrosoft.com"), 400, "unauthorized_client", 700016, None),
    ("a single-tenant app on common", lambda a: a.refresh().but(client_id=DAEMON.id, tenant="common"), 400, "invalid_request", 50194, None),
    ("a code that is none", lambda a: a.code().but(code="nonsense"), 400, "invalid_grant", 9002313, None),
    ("a code that is none, with a wrong secret", lambda a: a.code(WEB).but(code="nonsense", client_secret="wrong"), 400, "invalid_grant", 9002313, None),
    ("a refresh token that is none", lambda a: a.refresh().but(refresh_token="nonsense"), 400, "invalid_grant", 9002313, "bad_token"),
    ("a code used before", lambda a: a.code().used(), 400, "invalid_grant", 54005, None),
    ("a code of another app", lambda a: a.code().but(client_id="04b07795-8ddb-461a-bbee-02f9e1bf7b46"), 400, "invalid_grant", 700007, "client_mismatch"),
    ("a refresh token of another app", lambda a: a.refresh().but(client_id="04b07795-8ddb-461a-bbee-02f9e1bf7b46"), 400, "invalid_grant", 700007, "client_mismatch"),
    ("a code of another tenant's path", lambda a: a.code(tenant=CONTOSO).but(tenant="fabrikam.onmicrosoft.com"), 400, "invalid_grant", 700005, None),
    ("a tenant's code at common", lambda a: a.code(tenant=CONTOSO).but(tenant="common"), 400, "invalid_grant", 700005, None),
    ("no redirect URI", lambda a: a.code().but(redirect_uri=None), 400, "invalid_client", 700009, None),
    ("another redirect URI", lambda a: a.code().but(redirect_uri="http://localhost:7172"), 400, "invalid_client", 500112, None),
    ("a slash more", lambda a: a.code().but(redirect_uri="http://localhost:7171/"), 400, "invalid_client", 500112, None),
    ("no verifier", lambda a: a.code().but(code_verifier=None), 400, "invalid_grant", 50148, None),
    ("a wrong verifier", lambda a: a.code().but(code_verifier="w" * 43), 400, "invalid_grant", 501481, None),
    ("a web app without secret", lambda a: a.code(WEB).but(client_secret=None), 401, "invalid_client", 7000218, None),
    ("a web app with an empty secret", lambda a: a.code(WEB).but(client_secret=""), 401, "invalid_client", 7000218, None),
    ("a web app with a wrong secret", lambda a: a.code(WEB).but(client_secret="wrong"), 401, "invalid_client", 7000215, None),
    ("a wrong secret by Basic", lambda a: a.code(WEB).but(client_secret=None, headers={"Authorization": BASIC}), 401, "invalid_client", 7000215, None),
    ("a wrong secret on refresh", lambda a: a.refresh(WEB).but(client_secret="wrong"), 401, "invalid_client", 7000215, None),
    ("no secret on refresh", lambda a: a.refresh(WEB).but(client_secret=None), 401, "invalid_client", 7000218, None),
    ("a native app with a secret", lambda a: a.code().but(client_secret="x"), 401, "invalid_client", 700025, None),
    ("a single-page app with a secret", lambda a: a.code(SPA).but(client_secret="x"), 401, "invalid_client", 700025, None),
    ("a native app in a page", lambda a: a.code().but(headers={"Origin": "http://localhost:3000"}), 400, "invalid_request", 9002326, None),
    ("a web app in a page", lambda a: a.code(WEB).but(headers={"Origin": "http://localhost:3000"}), 400, "invalid_request", 9002326, None),
    ("a single-page app outside a page", lambda a: a.code(SPA).but(headers={}), 400, "invalid_request", 9002327, None),
    ("commas between scopes", lambda a: a.code().but(scope="User.Read,Mail.Read"), 400, "invalid_scope", 70011, None),
    (".default beside a scope", lambda a: a.code().but(scope="https://graph.microsoft.com/.default User.Read"), 400, "invalid_scope", 70011, None),
    ("scopes of two APIs with a code", lambda a: a.code(scope=TWO).but(scope=TWO), 400, "invalid_scope", 28000, None),
    ("no scope with a code for two APIs", lambda a: a.code(scope=TWO), 400, "invalid_request", 28003, None),
    ("an API nobody has", lambda a: a.refresh(scope="api://not-a-registered-resource/.default"), 400, "invalid_resource", 500011, None),
    ("a scope Graph does not have", lambda a: a.refresh(scope="Cookies.Bake"), 400, "invalid_grant", 65001, "consent_required"),
    ("a scope without consent", lambda a: a.refresh(scope="Files.Read"), 400, "invalid_grant", 65001, "consent_required"),
    ("an API without consent", lambda a: a.refresh(scope="https://vault.azure.net/.default"), 400, "invalid_grant", 65001, "consent_required"),
    ("a resource that does not fit", lambda a: a.code().but(resource="https://vault.azure.net"), 400, "invalid_target", 9010010, None),
]  # fmt: skip

ASSERTIONS = [
    ("an assertion of an unknown type", lambda a: a.code(WEB).but(client_secret=None, client_assertion="x", client_assertion_type="x"), 400, "invalid_request", 90014, None),
    ("an assertion that is no JWT", lambda a: a.code(WEB).but(client_secret=None, client_assertion="x", client_assertion_type="urn:ietf:params:oauth:client-assertion-type:jwt-bearer"), 400, "invalid_request", 50027, None),
]  # fmt: skip

# The service publishes no page for these.
WITHOUT_ERROR_URI = {65001, 70003, 70011, 700025, 700038, 9002313}


@pytest.fixture(scope="module")
def signed_in(shared_servers):
    """One browser for all rows: after the first sign-in a code needs no page."""
    return Browser(shared_servers("happy-path"))


@pytest.mark.parametrize(
    "spoil, status, error, code, suberror",
    [pytest.param(*row[1:], id=row[0]) for row in REFUSALS]
    + [pytest.param(*row[1:], id=row[0]) for row in ASSERTIONS],
)
def test_refusals(happy, signed_in, spoil, status, error, code, suberror):
    attempt = Attempt(happy, signed_in)
    spoil(attempt)
    correlation = "2f1c9d9e-7a55-4e57-9a1e-5e3d4f8b7c10"
    attempt.headers = {**attempt.headers, "client-request-id": correlation}
    answer = attempt.send()
    body = answer.json()
    assert (answer.status_code, body["error"], body["error_codes"]) == (status, error, [code]), answer.text
    assert body.get("suberror") == suberror
    members = ["error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id"]
    members += ["error_uri"] if code not in WITHOUT_ERROR_URI else []
    members += ["suberror"] if suberror else []
    members += ["error_additional_info"] if code == 700007 else []
    assert list(body) == members
    assert re.fullmatch(
        rf"AADSTS{code}: \S.*\S Trace ID: {body['trace_id']} Correlation ID: {correlation} Timestamp: {body['timestamp']}",
        body["error_description"],
        re.DOTALL,
    )
    assert body["correlation_id"] == correlation
    assert body["trace_id"] == answer.headers["x-ms-request-id"]
    assert body.get("error_uri", f"/error?code={code}").endswith(f"/error?code={code}")
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store, no-cache"
    assert answer.headers["x-ms-clitelem"].startswith(f"1,{code},") if "x-ms-clitelem" in answer.headers else True
    assert "WWW-Authenticate" not in answer.headers
    assert answer.text == json.dumps(body, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("parameter, spoil", [
    ("grant_type", lambda a: a.code().but(grant_type=None)),
    ("client_id", lambda a: a.code().but(client_id=None)),
    ("code", lambda a: a.code().but(code=None)),
    ("refresh_token", lambda a: a.refresh().but(refresh_token=None)),
])  # fmt: skip
def test_a_missing_parameter_is_named(happy, signed_in, parameter, spoil):
    text = spoil(Attempt(happy, signed_in)).send().json()["error_description"]
    assert text.startswith(
        f"AADSTS900144: The request body must contain the following parameter: '{parameter}'. Trace ID: "
    )


@pytest.mark.parametrize(
    "changes", [{"code_verifier": "w" * 43}, {"redirect_uri": "http://localhost:9"}], ids=["verifier", "redirect_uri"]
)
def test_a_refusal_does_not_use_the_code_up(happy, signed_in, changes):
    granted = grant(happy, signed_in)
    assert happy.token({**granted.form, **changes}).status_code == 400
    assert happy.token(granted.form).status_code == 200


def test_get_is_refused_in_the_callers_language(happy):
    url = f"{happy.authority}/common/oauth2/v2.0/token"
    answer = happy.http_session.get(url, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["error_codes"]) == (400, [900561])
    answer = happy.http_session.get(url, headers={"Accept": "text/html,*/*"})
    assert answer.status_code == 200
    assert "AADSTS900561: The endpoint only accepts POST, OPTIONS requests. Received a GET request." in answer.text


def test_a_public_app_may_leave_pkce_out(happy, browser):
    assert redeem(happy, grant(happy, browser, code_challenge=None, code_challenge_method=None))["access_token"]


def test_a_plain_challenge_is_its_own_verifier(happy, browser):
    verifier = "v" * 64
    arrival = browser.sign_in(authorize_url(happy, code_challenge=verifier), ALICE)
    form = {
        "grant_type": "authorization_code",
        "client_id": MOBILE.id,
        "code": arrival.parameters["code"],
        "redirect_uri": MOBILE.redirect_uri,
        "code_verifier": verifier,
        "scope": GRAPH_SCOPE,
    }
    assert happy.token(form).status_code == 200
