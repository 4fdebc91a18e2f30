"""Azure AD B2C: user flows, as MSAL for Python, Authlib and requests by hand use them."""

import base64
import json
from pathlib import Path
from urllib.parse import urlencode

import jwt
import msal
import pytest
import requests
from support.browser import Arrival, Browser, Page
from support.mail import mail_of

SHOP = Path(__file__).parent / "scenarios/shop.yaml"
TENANT = "shop.onmicrosoft.com"
HOST = "https://shop.b2clogin.com"
STORE = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
BACK_OFFICE = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b12"
PAGE = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b13"
ORDERS = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b14"
STOCK = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b15"
REDIRECT = "http://localhost:5001"
READ = "https://shop.onmicrosoft.com/orders/Orders.Read"
PASSWORD = "Passw0rd!"
CODE = "123456"
FORGOTTEN = ("action", "forgotPassword")
CANCEL = ("action", "cancel")


class Customer(Browser):
    """A browser that finds B2C's own host by the server's proxy."""

    def __init__(self, server, host=HOST):
        super().__init__(server)
        self.server, self.host = server, host
        self._origin = tuple(host.split("://"))
        self.session.proxies = {"https": server.http}

    def authorize(self, flow="B2C_1_susi", client=STORE, redirect=REDIRECT, **changes):
        query = {
            "client_id": client, "response_type": "code", "redirect_uri": redirect, "scope": "openid offline_access", "state": "a b",
            "nonce": "n1", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
        } | changes  # fmt: skip
        query = {name: value for name, value in query.items() if value is not None}
        return self.open(f"{self.host}/{TENANT}/{flow}/oauth2/v2.0/authorize?{urlencode(query)}")

    def token(self, flow="B2C_1_susi", **form):
        return self.session.post(f"{self.host}/{TENANT}/{flow}/oauth2/v2.0/token", data=form)

    def redeem(self, arrival, flow="B2C_1_susi", **changes):
        form = {
            "grant_type": "authorization_code", "client_id": STORE, "code": arrival.parameters.get("code", ""), "redirect_uri": REDIRECT,
            "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "client_info": "1",
        } | changes  # fmt: skip
        return self.token(flow, **{name: value for name, value in form.items() if value is not None})

    def signed_in(self, flow="B2C_1_susi", **changes):
        page = self.authorize(flow, **changes)
        return page if isinstance(page, Arrival) else self.submit(page, {"email": "kim@example.com", "password": PASSWORD})


@pytest.fixture
def shop(lend):
    return lend(SHOP)


@pytest.fixture
def kim(shop):
    return Customer(shop)


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})


def refused(answer, code, error, status=400):
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert list(body) == ["error", "error_description"]
    assert body["error"] == error, body
    text, correlation, timestamp, rest = body["error_description"].split("\r\n")
    assert text.startswith(f"AADB2C{code}: "), text
    assert correlation.startswith("Correlation ID: ") and timestamp.startswith("Timestamp: ") and rest == ""


def told(arrival, code, error):
    assert isinstance(arrival, Arrival), arrival.text
    assert arrival.parameters["error"] == error, arrival.parameters
    assert arrival.parameters["error_description"].startswith(f"AADB2C{code}: "), arrival.parameters
    assert arrival.parameters["state"] == "a b"


def decoded(part):
    return json.loads(base64.urlsafe_b64decode(part + "=="))


class Session(requests.Session):
    def __init__(self, server):
        super().__init__()
        self.verify, self.trust_env, self.proxies = server.ca, False, {"https": server.http}


def msal_app(server, flow, cache=None, host=HOST, client=STORE, kind=msal.PublicClientApplication, **more):
    return kind(
        client, authority=f"{host}/{TENANT}/{flow}", http_client=Session(server),
        token_cache=cache or msal.SerializableTokenCache(), **more,
    )  # fmt: skip


@pytest.mark.parametrize("host", [HOST, None])
def test_msal_signs_in_edits_the_profile_without_a_prompt_and_stays_silent(shop, host):
    """The first policy signs in; the edit policy asks for no password and sends the new claims."""
    browser = Customer(shop, host or shop.authority)
    cache = msal.SerializableTokenCache()
    app = msal_app(shop, "B2C_1_susi", cache, browser.host)
    flow = app.initiate_auth_code_flow([READ], redirect_uri=REDIRECT)
    page = browser.open(flow["auth_uri"])
    assert page.id == "CombinedSigninAndSignup"
    arrival = browser.submit(page, {"email": "kim@example.com", "password": PASSWORD})
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert "error" not in result, result
    assert result["id_token_claims"]["tfp"] == "B2C_1_susi"
    assert result["id_token_claims"]["name"] == "Kim Lee"
    access = claims(result["access_token"])
    assert (access["aud"], access["azp"], access["scp"]) == (ORDERS, STORE, "Orders.Read")
    [account] = app.get_accounts()
    assert account["home_account_id"].split(".")[0] == result["id_token_claims"]["sub"] + "-b2c_1_susi"

    edit = msal_app(shop, "B2C_1_edit_profile", cache, browser.host)
    flow = edit.initiate_auth_code_flow([STORE], redirect_uri=REDIRECT)
    assert "prompt=" not in flow["auth_uri"]
    page = browser.open(flow["auth_uri"])
    assert (page.id, page.heading) == ("SelfAsserted", "Edit your profile")
    assert page.form.fields["displayName"] == "Kim Lee" and page.form.fields["city"] == "Oslo"
    arrival = browser.submit(page, {"displayName": "Kim Larsen", "givenName": "Kimberly", "city": "Bergen"})
    result = edit.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert "error" not in result, result
    new = result["id_token_claims"]
    assert (new["tfp"], new["name"], new["given_name"], new["city"]) == (
        "B2C_1_edit_profile", "Kim Larsen", "Kimberly", "Bergen"
    )  # fmt: skip
    assert claims(result["access_token"])["aud"] == STORE

    silent = app.acquire_token_silent([READ], account=account, force_refresh=True)
    assert claims(silent["access_token"])["name"] == "Kim Larsen"
    shop.post_control("age", {"kind": "refreshTokens", "by": "15d"})
    again = app.acquire_token_silent_with_error([READ], account=account, force_refresh=True)
    assert again["error"] == "invalid_grant" and "AADB2C90080" in again["error_description"]


@pytest.mark.parametrize(
    ("path", "token_endpoint"),
    [
        ("/shop.onmicrosoft.com/B2C_1_SuSi/v2.0", "/shop.onmicrosoft.com/b2c_1_susi/oauth2/v2.0/token"),
        ("/tfp/Shop.OnMicrosoft.com/b2c_1_susi/v2.0", "/tfp/shop.onmicrosoft.com/b2c_1_susi/oauth2/v2.0/token"),
    ],
)
def test_discovery_keeps_the_form_of_the_path(kim, path, token_endpoint):
    document = kim.session.get(f"{HOST}{path}/.well-known/openid-configuration").json()
    assert document["token_endpoint"] == HOST + token_endpoint
    assert document["issuer"].startswith(HOST) and document["issuer"].endswith("/v2.0/")
    [key, *_] = kim.session.get(document["jwks_uri"]).json()["keys"]
    assert list(key) == ["kid", "use", "kty", "e", "n"]
    assert list(document)[:5] == ["issuer", "authorization_endpoint", "token_endpoint", "end_session_endpoint", "jwks_uri"]


def test_a_custom_domain(serve):
    """A name of the tenant's own is a name that the server goes by. Documents, issuer and session are of that name."""
    shop = serve(SHOP, arguments=["--hostname", "login.shop.example"])
    kim = Customer(shop, "https://login.shop.example")
    kim.session.proxies = {"https": shop.http.replace("login.shop.example", "localhost")}
    document = kim.session.get(f"{kim.host}/{TENANT}/B2C_1_susi/v2.0/.well-known/openid-configuration").json()
    assert document["token_endpoint"] == f"{kim.host}/{TENANT}/b2c_1_susi/oauth2/v2.0/token"
    answer = kim.redeem(kim.signed_in()).json()
    read = claims(answer["id_token"])
    assert read["iss"] == document["issuer"] == f"{kim.host}/{read['iss'].split('/')[3]}/v2.0/"
    assert isinstance(kim.authorize(), Arrival)
    # The cookie of the session is of this name, so the tenant's other host knows nothing of it.
    kim.host, kim._origin = HOST, tuple(HOST.split("://"))
    assert isinstance(kim.authorize(), Page)


def test_discovery_with_the_flow_in_the_query(kim):
    document = kim.session.get(f"{HOST}/{TENANT}/v2.0/.well-known/openid-configuration?p=B2C_1_susi").json()
    assert document["token_endpoint"] == f"{HOST}/{TENANT}/oauth2/v2.0/token?p=b2c_1_susi"
    assert kim.session.get(document["jwks_uri"]).status_code == 200
    page = kim.open(document["authorization_endpoint"] + f"&client_id={STORE}&response_type=code&redirect_uri={REDIRECT}&scope=openid&code_challenge={'a' * 43}&code_challenge_method=S256")  # fmt: skip
    assert page.id == "CombinedSigninAndSignup"


@pytest.mark.parametrize(
    "path",
    [
        f"/{TENANT}/B2C_1_other/v2.0/.well-known/openid-configuration",
        f"/{TENANT}/v2.0/.well-known/openid-configuration",
        f"/{TENANT}/B2C_1_susi/oauth2/v2.0/devicecode",
        f"/{TENANT}/oauth2/v2.0/authorize?p=none",
    ],
)
def test_an_address_without_a_known_user_flow_is_nowhere(kim, path):
    answer = kim.session.get(HOST + path)
    assert answer.status_code == 404 and answer.text.startswith("The resource you are looking for has been removed")
    assert "B2C_1_edit_profile" in json.dumps(kim.server.exchanges()) or "no endpoint" in json.dumps(kim.server.exchanges())


@pytest.mark.parametrize("path", [
    "/common/discovery/instance?api-version=1.1&authorization_endpoint=https://shop.b2clogin.com/shop.onmicrosoft.com/oauth2/v2.0/authorize",
    "/common/userrealm/kim@example.com?api-version=2.1", "/shop.onmicrosoft.com/oauth2/v2.0/devicecode", "/shop.onmicrosoft.com/adminconsent",
    "/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration",
])  # fmt: skip
def test_the_host_has_nothing_of_entra_id(kim, path):
    assert kim.session.get(HOST + path).status_code == 404


def test_the_claims_of_a_custom_policy(kim):
    arrival = kim.signed_in("B2C_1A_TRUST")
    body = kim.redeem(arrival, "B2C_1A_TRUST").json()
    token = claims(body["id_token"])
    assert token["acr"] == "b2c_1a_trust" and "tfp" not in token
    assert token["iss"].startswith(HOST + "/tfp/") and token["iss"].endswith("/b2c_1a_trust/v2.0/")
    assert token["exp"] - token["nbf"] == 300 and token["nonce"] == "n1" and not {"oid", "idp"} & set(token)
    assert "access_token" not in body and "expires_in" not in body
    # Its sessions are suppressed.
    assert isinstance(kim.authorize("B2C_1A_TRUST"), Page)


def test_the_answer_of_the_token_endpoint(kim):
    body = kim.redeem(kim.signed_in(scope=f"openid offline_access {STORE}")).json()
    assert list(body) == [
        "access_token", "id_token", "token_type", "not_before", "expires_in", "expires_on", "resource", "client_info", "scope",
        "refresh_token", "refresh_token_expires_in",
    ]  # fmt: skip
    assert body["scope"] == STORE, "of the API alone"
    assert body["refresh_token_expires_in"] == 1209600 and body["expires_in"] == 3600
    info = decoded(body["client_info"])
    assert info["uid"].endswith("-b2c_1_susi")
    assert claims(body["id_token"])["emails"] == ["kim@example.com"]


def test_self_service_reset_stays_on_the_pages(kim):
    page = kim.submit(kim.authorize("B2C_1_selfservice"), press=FORGOTTEN)
    page = kim.submit(page, {"email": "nobody@example.com"})
    message = mail_of(kim.server).wait(to="nobody@example.com")
    assert message.told["form"] == "service" and message.code() == CODE
    page = kim.submit(page, {"VerificationCode": CODE})
    assert page.code == 90053
    page = kim.submit(kim.submit(page, {"email": "kim@example.com"}), {"VerificationCode": CODE})
    arrival = kim.submit(page, {"newPassword": "An0therPassword!", "reenterPassword": "An0therPassword!"})
    assert claims(kim.redeem(arrival, "B2C_1_selfservice").json()["id_token"])["tfp"] == "B2C_1_selfservice"


def test_a_customer_signs_up(kim):
    page = kim.submit(kim.authorize(), press=("action", "signUp"))
    assert page.heading == "Sign up"
    page = kim.submit(page, {"email": "new@example.com"})
    assert "needs to be verified" in page.text
    page = kim.submit(page, {"email": "new@example.com"}, press=("action", "sendCode"))
    page = kim.submit(page, {"VerificationCode": "1"}, press=("action", "verifyCode"))
    assert "incorrect" in page.text
    message = mail_of(kim.server).wait(to="new@example.com")
    assert (message.code(), message.told["client"]) == (CODE, "store") and "Shop" in message.subject
    page = kim.submit(page, {"VerificationCode": CODE}, press=("action", "verifyCode"))
    wanted = {"newPassword": PASSWORD, "reenterPassword": "x", "displayName": "", "extension_loyaltyNumber": "many"}
    page = kim.submit(page, wanted)
    assert "must match" in page.text and "whole number" in page.text and "is required" in page.text
    arrival = kim.submit(
        page, wanted | {"reenterPassword": PASSWORD, "displayName": "New One", "extension_loyaltyNumber": "42"}
    )
    token = claims(kim.redeem(arrival).json()["id_token"])
    assert (token["newUser"], token["name"], token["emails"], token["extension_loyaltyNumber"]) == (
        True, "New One", ["new@example.com"], 42
    )  # fmt: skip
    # The second time the session counts, and the account is no longer new.
    again = claims(kim.redeem(kim.authorize()).json()["id_token"])
    assert "newUser" not in again and again["sub"] == token["sub"]
    other = Customer(kim.server)
    page = other.authorize("B2C_1_signup")
    page = other.submit(other.submit(page, {"email": "new@example.com"}, press=("action", "sendCode")), {"VerificationCode": CODE})
    assert "already exists" in page.text


def test_a_customer_with_a_user_name(kim):
    page = kim.submit(kim.authorize("B2C_1_names"), press=("action", "signUp"))
    arrival = kim.submit(
        page, {"signInName": "noor", "newPassword": PASSWORD, "reenterPassword": PASSWORD, "displayName": "Noor"}
    )
    oid = claims(kim.redeem(arrival, "B2C_1_names").json()["id_token"])["sub"]
    other = Customer(kim.server)
    page = other.authorize("B2C_1_names")
    assert "forgotPassword" not in page.html
    arrival = other.submit(page, {"signInName": "NOOR", "password": PASSWORD})
    assert claims(other.redeem(arrival, "B2C_1_names").json()["id_token"])["sub"] == oid


def test_another_identity_provider(kim):
    page = kim.submit(kim.authorize(), press=("action", "provider:google.com"))
    assert page.id == "OtherProvider"
    page = kim.authorize(domain_hint="google.com")
    assert page.id == "OtherProvider"
    page = kim.submit(page, {"email": "gail@gmail.example"})
    assert page.heading == "Tell us about yourself"
    arrival = kim.submit(page, {"displayName": "Gail"})
    token = claims(kim.redeem(arrival).json()["id_token"])
    assert (token["idp"], token["newUser"], token["name"]) == ("google.com", True, "Gail")
    other = Customer(kim.server)
    arrival = other.submit(other.authorize(domain_hint="google.com"), {"email": "gail@gmail.example"})
    again = claims(other.redeem(arrival).json()["id_token"])
    assert again["sub"] == token["sub"] and "newUser" not in again


def test_a_second_factor_and_sessions_by_policy(kim):
    page = kim.authorize("B2C_1_mfa")
    page = kim.submit(page, {"email": "kim@example.com", "password": PASSWORD})
    assert page.id == "Phonefactor"
    page = kim.submit(page, {"verificationCode": "1"})
    assert "Wrong code" in page.text
    assert isinstance(kim.submit(page, {"verificationCode": CODE}), Arrival)
    assert isinstance(kim.authorize("B2C_1_mfa"), Arrival)
    # The session of that flow counts nowhere else.
    assert isinstance(kim.authorize("B2C_1_susi"), Page)


def test_a_host_of_another_tenant(kim):
    """The path decides, and the journal says that they differ."""
    path = f"/{TENANT}/B2C_1_susi/v2.0/.well-known/openid-configuration"
    document = kim.session.get(f"https://other.b2clogin.com{path}").json()
    assert document["issuer"].startswith("https://other.b2clogin.com/") and f"/{TENANT}/" in document["token_endpoint"]
    [exchange] = kim.server.exchanges(endpoint="discovery")
    assert "other.b2clogin.com is that of another tenant" in json.dumps(exchange)
    assert kim.session.get(HOST.upper().replace("HTTPS", "https") + path).status_code == 200
    assert "of another tenant" not in json.dumps(kim.server.exchanges(endpoint="discovery")[-1])


def test_a_customer_whose_value_does_not_match(kim):
    page = kim.submit(kim.authorize("B2C_1_pattern"), press=("action", "signUp"))
    page = kim.submit(page, {"signInName": "nia", "newPassword": PASSWORD, "reenterPassword": PASSWORD, "postalCode": "x"})
    assert "does not have the right form" in page.text
    arrival = kim.submit(page, {"newPassword": PASSWORD, "reenterPassword": PASSWORD, "postalCode": "0150"})
    assert claims(kim.redeem(arrival, "B2C_1_pattern").json()["id_token"])["postalCode"] == "0150"


def test_sessions_and_prompts(kim):
    assert isinstance(kim.signed_in(), Arrival)
    assert isinstance(kim.authorize(prompt="none"), Arrival)
    assert isinstance(kim.authorize("B2C_1_signin", prompt="select_account"), Arrival)
    assert isinstance(kim.authorize(prompt="login"), Page)
    assert isinstance(kim.authorize(max_age="0"), Page)
    told(kim.authorize("B2C_1_edit_profile", prompt="none"), 90077, "interaction_required")
    # Sessions of an app: not yet for this one.
    assert isinstance(kim.authorize("B2C_1_selfservice"), Page)
    kim.server.post_control("clock", {"advance": "25h"})
    told(kim.authorize(prompt="none"), 90077, "interaction_required")


def test_sign_out(kim):
    token = kim.redeem(kim.signed_in()).json()["id_token"]
    logout = f"{HOST}/{TENANT}/b2c_1_susi/oauth2/v2.0/logout"
    answer = kim.session.get(
        logout, params={"post_logout_redirect_uri": "https://anywhere.example/", "state": "s"}, allow_redirects=False
    )
    assert answer.headers["Location"] == "https://anywhere.example/?state=s"
    told(kim.authorize(prompt="none"), 90077, "interaction_required")
    registered = {"id_token_hint": token, "post_logout_redirect_uri": REDIRECT}
    assert kim.session.get(logout, params=registered, allow_redirects=False).headers["Location"] == REDIRECT


def test_user_info(kim):
    document = kim.session.get(f"{HOST}/{TENANT}/B2C_1A_HINT/v2.0/.well-known/openid-configuration").json()
    assert document["userinfo_endpoint"] == f"{HOST}/{TENANT}/b2c_1a_hint/openid/v2.0/userinfo"
    assert "userinfo_endpoint" not in kim.session.get(f"{HOST}/{TENANT}/B2C_1_susi/v2.0/.well-known/openid-configuration").json()
    access = kim.redeem(kim.signed_in(scope=f"openid {STORE}")).json()["access_token"]

    answer = kim.session.get(document["userinfo_endpoint"], headers={"Authorization": f"Bearer {access}"})
    assert answer.json() == {
        "objectId": claims(access)["sub"], "givenName": "Kim", "surname": "Lee", "displayName": "Kim Lee",
        "signInNames.emailAddress": "kim@example.com",
    }  # fmt: skip


def test_a_password_in_the_request(shop, kim):
    form = {"grant_type": "password", "client_id": STORE, "username": "kim@example.com", "password": PASSWORD}
    scope = f"openid {STORE} offline_access"
    body = kim.token("B2C_1_ropc", scope=scope, response_type="token id_token", **form).json()
    assert list(body) == ["access_token", "token_type", "expires_in", "refresh_token", "id_token"]
    assert body["expires_in"] == "3600"
    renewed = kim.token("B2C_1_ropc", grant_type="refresh_token", client_id=STORE, refresh_token=body["refresh_token"])
    assert renewed.status_code == 200, renewed.text
    app = msal_app(shop, "B2C_1_ropc")
    result = app.acquire_token_by_username_password("kim@example.com", PASSWORD, [STORE])
    assert "access_token" in result, result


def test_client_credentials(shop, kim):
    app = msal_app(
        shop, "B2C_1_susi", client=STOCK, kind=msal.ConfidentialClientApplication, client_credential="stock-secret"
    )
    result = app.acquire_token_for_client(["https://shop.onmicrosoft.com/orders/.default"])
    assert "error" not in result, result
    token = claims(result["access_token"])
    assert (token["aud"], token["azp"], token["roles"]) == (ORDERS, STOCK, ["Orders.Process"])
    form = {"grant_type": "client_credentials", "client_id": STOCK, "client_secret": "stock-secret"}
    # Graph's own tokens come from the endpoints without a user flow.
    graph = shop.token(form | {"scope": "https://graph.microsoft.com/.default"}, tenant=TENANT)
    assert graph.status_code == 200, graph.text


def test_a_single_page_app(kim):
    arrival = kim.signed_in(client=PAGE, redirect="http://localhost:5002")
    form = {"client_id": PAGE, "redirect_uri": "http://localhost:5002"}
    origin = {"Origin": "http://localhost:5002"}
    url = f"{HOST}/{TENANT}/b2c_1_susi/oauth2/v2.0/token"
    preflight = kim.session.options(url, headers=origin | {"Access-Control-Request-Headers": "x-a"})
    assert preflight.headers["Access-Control-Allow-Origin"] == origin["Origin"]
    kim.session.headers.update(origin)
    answer = kim.redeem(arrival, **form)
    assert answer.headers["Access-Control-Allow-Origin"] == origin["Origin"]
    assert answer.json()["refresh_token_expires_in"] == 86400


def test_a_token_that_a_test_orders(shop, kim):
    order = {"client": "store", "user": "kim", "scope": "https://shop.onmicrosoft.com/orders/Orders.Write", "issuer": "shop.b2clogin.com"}
    made = shop.post_control("tokens", order).json()["claims"]
    document = kim.session.get(f"{HOST}/{TENANT}/b2c_1_susi/v2.0/.well-known/openid-configuration").json()
    assert (made["iss"], made["aud"], made["azp"], made["scp"], made["tfp"]) == (
        document["issuer"], ORDERS, STORE, "Orders.Write", "B2C_1_susi"
    )  # fmt: skip
    identity = shop.post_control("tokens", order | {"kind": "idToken", "userFlow": "b2c_1_edit_profile"}).json()["claims"]
    assert (identity["aud"], identity["tfp"], identity["city"]) == (STORE, "B2C_1_edit_profile", "Oslo")
    refresh = shop.post_control("tokens", order | {"kind": "refreshToken", "scope": f"openid {STORE}"}).json()["token"]
    renewed = kim.token(grant_type="refresh_token", client_id=STORE, refresh_token=refresh)
    assert claims(renewed.json()["access_token"])["aud"] == STORE, renewed.text
    wrong = shop.http_session.post(f"{shop.control}/tokens", json=order | {"userFlow": "B2C_1_none"})
    assert wrong.status_code == 400 and "B2C_1_edit_profile" in wrong.text
    stray = shop.http_session.post(f"{shop.control}/tokens", json=order | {"scope": "https://elsewhere.example/x"})
    assert stray.status_code == 400 and "not supported" in stray.text


def test_authlib_by_discovery(shop):
    oauth = pytest.importorskip("authlib.integrations.requests_client")
    client = oauth.OAuth2Session(BACK_OFFICE, "office-secret", scope="openid offline_access", redirect_uri="https://backoffice.example/callback")  # fmt: skip
    client.verify, client.trust_env, client.proxies = shop.ca, False, {"https": shop.http}
    document = client.get(f"{HOST}/{TENANT}/B2C_1_susi/v2.0/.well-known/openid-configuration", withhold_token=True).json()
    url, _ = client.create_authorization_url(document["authorization_endpoint"], nonce="n")
    browser = Customer(shop)
    arrival = browser.submit(browser.open(url), {"email": "kim@example.com", "password": PASSWORD})
    token = client.fetch_token(document["token_endpoint"], code=arrival.parameters["code"])
    keys = client.get(document["jwks_uri"], withhold_token=True).json()
    from authlib.jose import jwt as jose

    read = jose.decode(token["id_token"], keys, claims_options={"iss": {"value": document["issuer"]}, "aud": {"value": BACK_OFFICE}})
    read.validate()
    assert read["tfp"] == "B2C_1_susi"


# What the libraries that cannot run here send: MSAL for iOS, Android and .NET, taken from their sources and tests.
LIBRARIES = {
    "MSAL.iOS": {
        "path": "oauth2/v2.0",
        "redirect": "msauth.com.example.shop://auth",
        "authorize": {"client_info": "1", "haschrome": "1", "state": "QjQ0", "login_hint": "Missing from the token response", "nonce": None},
        "headers": {"x-client-SKU": "MSAL.iOS", "x-ms-PkeyAuth+": "1.0", "return-client-request-id": "true"},
        "code": {"client_info": "1"},
        "refresh": {"client_info": "1", "redirect_uri": "msauth.com.example.shop://auth"},
        "query": "",
    },
    "MSAL.Android": {
        "path": "oAuth2/v2.0",
        "redirect": "msauth://com.example.shop/1wIqXSqBj7w%2Bh11ZifsnqwgyKrY%3D",
        "authorize": {"instance_aware": "false", "hsu": "1", "login_hint": "kim@example.com", "x-client-SKU": "MSAL.Android", "nonce": None},
        "headers": {"x-client-SKU": "MSAL.Android", "x-app-name": "com.example.shop"},
        "code": {"client_info": "1", "client-request-id": "b2b7f7f0-7b36-4a5f-a3f6-3c57f1c7e001", "x-app-name": "com.example.shop"},
        "refresh": {"client_info": "1", "x-app-name": "com.example.shop"},
        "query": "",
    },
    "MSAL.NetCore": {
        "path": "oauth2/v2.0",
        "redirect": "http://localhost:5001",
        "authorize": {"client_info": "1", "haschrome": "1", "login_req": "f", "domain_req": "t", "x-anchormailbox": "upn:kim@example.com", "nonce": None},
        "headers": {"x-client-SKU": "MSAL.NetCore", "x-ms-lib-capability": "retry-after, h429"},
        "code": {"client_info": "1"},
        "refresh": {"client_info": "1"},
        "query": "?haschrome=1",
    },
}  # fmt: skip
OIDC = f"{READ} openid profile offline_access"


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_profile_without_a_prompt_by_the_requests_of(kim, library):
    """Sign in by one user flow; an interactive request to the other one without `prompt`; each renews at its own flow."""
    sends = LIBRARIES[library]
    info = {}
    for flow, page in (("B2C_1_susi", "CombinedSigninAndSignup"), ("B2C_1_edit_profile", "SelfAsserted")):
        base = f"{HOST}/tfp/{TENANT}/{flow}/"
        document = kim.session.get(base + "v2.0/.well-known/openid-configuration", headers=sends["headers"]).json()
        assert document["authorization_endpoint"] == f"{HOST}/tfp/{TENANT}/{flow.lower()}/oauth2/v2.0/authorize"
        query = {
            "response_type": "code", "client_id": STORE, "redirect_uri": sends["redirect"], "scope": OIDC, "state": "a b",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
        } | sends["authorize"]  # fmt: skip
        query = {name: value for name, value in query.items() if value is not None}
        shown = kim.open(f"{base}{sends['path']}/authorize?{urlencode(query)}")
        assert shown.id == page
        values = {"email": "kim@example.com", "password": PASSWORD} if "password" in shown.form.fields else {"givenName": "Kimberly"}
        arrival = kim.submit(shown, values)
        assert arrival.parameters["state"] == query["state"]

        form = {"client_id": STORE, "scope": OIDC}
        code = form | sends["code"] | {
            "grant_type": "authorization_code", "code": arrival.parameters["code"], "redirect_uri": sends["redirect"],
            "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        }  # fmt: skip
        url = f"{base}{sends['path']}/token{sends['query']}"
        body = kim.session.post(url, data=code, headers=sends["headers"]).json()
        # What each of them insists on.
        assert body["token_type"] == "Bearer" and isinstance(body["expires_in"], int) and body["refresh_token"]
        assert decoded(body["client_info"])["utid"] and claims(body["id_token"])["tfp"] == flow
        info[flow] = decoded(body["client_info"])["uid"]
        refresh = form | sends["refresh"] | {"grant_type": "refresh_token", "refresh_token": body["refresh_token"]}
        renewed = kim.session.post(url, data=refresh, headers=sends["headers"])
        assert renewed.status_code == 200, renewed.text
        assert claims(renewed.json()["access_token"])["scp"] == "Orders.Read"
    # Two user flows are two accounts of one person.
    assert info["B2C_1_susi"].removesuffix("-b2c_1_susi") == info["B2C_1_edit_profile"].removesuffix("-b2c_1_edit_profile")
    assert claims(renewed.json()["id_token"])["given_name"] == "Kimberly"

    # The customer leaves the profile: each library looks for the number in the text.
    query.pop("login_hint", None)
    left = kim.submit(kim.open(f"{base}{sends['path']}/authorize?{urlencode(query | {'state': 'a b'})}"), press=CANCEL)
    told(left, 90091, "access_denied")
