"""Microsoft Entra External ID: hosts, discovery and the pages, as MSAL for Python, Authlib and requests by hand use them."""

import json
import subprocess
from pathlib import Path
from urllib.parse import urlencode

import jwt
import msal
import pytest
import requests
from support.binary import BINARY
from support.browser import Arrival, Browser, Page
from support.claims_provider import ClaimsProvider

FLOWERS = Path(__file__).parent / "scenarios/flowers.yaml"
TENANT = "flowers.onmicrosoft.com"
HOST = "https://flowers.ciamlogin.com"
GARDEN = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
LETTER = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b22"
CLOSED = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b23"
CAREFUL = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b24"
PAGE = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b25"
BACK_OFFICE = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b26"
UNASKED = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b27"
MEMBER = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b31"
ORDERS = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b2a"
STOCK = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b2b"
REDIRECT = "http://localhost:5001"
READ = "https://flowers.onmicrosoft.com/orders/Orders.Read"
PASSWORD = "Passw0rd!"
CODE = "12345678"
SIGN_UP = ("action", "signUp")
CANCEL = ("action", "cancel")


class Customer(Browser):
    """A browser that finds the tenant's own host by the server's proxy."""

    def __init__(self, server, host=HOST):
        super().__init__(server)
        self.server, self.host = server, host
        self._origin = tuple(host.split("://"))
        self.session.proxies = {"https": server.http}

    def authorize(self, client=GARDEN, redirect=REDIRECT, **changes):
        query = {
            "client_id": client, "response_type": "code", "redirect_uri": redirect, "scope": "openid profile offline_access", "state": "a b",
            "nonce": "n1", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
        } | changes  # fmt: skip
        return self.open(f"{self.host}/{TENANT}/oauth2/v2.0/authorize?{urlencode(query)}")

    def token(self, **form):
        return self.session.post(f"{self.host}/{TENANT}/oauth2/v2.0/token", data=form)

    def redeem(self, arrival, client=GARDEN, **changes):
        form = {
            "grant_type": "authorization_code", "client_id": client, "code": arrival.parameters.get("code", ""), "redirect_uri": REDIRECT,
            "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "client_info": "1",
        } | changes  # fmt: skip
        return self.token(**form)

    def named(self, page, name="kim@example.com"):
        return self.submit(page, {"username": name})

    def signed_in(self, name="kim@example.com", password=PASSWORD, **changes):
        return self.submit(self.named(self.authorize(**changes), name), {"passwd": password})


@pytest.fixture
def flowers(lend):
    return lend(FLOWERS)


@pytest.fixture
def kim(flowers):
    return Customer(flowers)


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})


class Session(requests.Session):
    def __init__(self, server):
        super().__init__()
        self.verify, self.trust_env, self.proxies = server.ca, False, {"https": server.http}


def tenant_id(server):
    return server.get(f"/{TENANT}/v2.0/.well-known/openid-configuration").json()["token_endpoint"].split("/")[3]


@pytest.mark.parametrize("form", ["name", "id"])
@pytest.mark.parametrize("host", ["name", "id"])
def test_discovery_by_name_and_by_id(flowers, kim, host, form):
    tid = tenant_id(flowers)
    base = HOST if host == "name" else f"https://{tid}.ciamlogin.com"
    segment = TENANT if form == "name" else tid
    document = kim.session.get(f"{base}/{segment}/v2.0/.well-known/openid-configuration").json()
    assert document["issuer"] == f"https://{tid}.ciamlogin.com/{tid}/v2.0"
    assert document["token_endpoint"] == f"{base}/{segment}/oauth2/v2.0/token"
    assert document["authorization_endpoint"].startswith(base) and document["end_session_endpoint"].startswith(base)
    assert kim.session.get(document["jwks_uri"]).json()["keys"]


def test_the_issuer_by_entras_own_host(flowers, kim):
    """It answers for the tenant, too, and names the tenant's own host."""
    tid = tenant_id(flowers)
    document = kim.session.get(f"https://login.microsoftonline.com/{tid}/v2.0/.well-known/openid-configuration").json()
    assert document["issuer"] == f"https://{tid}.ciamlogin.com/{tid}/v2.0"
    form = {"grant_type": "client_credentials", "client_id": STOCK, "client_secret": "stock-secret", "scope": f"{ORDERS}/.default"}
    token = kim.session.post(document["token_endpoint"], data=form).json()["access_token"]
    assert claims(token)["iss"] == document["issuer"]


@pytest.mark.parametrize("is_tenants", [True, False])
def test_a_custom_domain(serve, tmp_path, is_tenants):
    """A verified domain of the tenant is a custom URL domain: the issuer stays that of the tenant's id. Any other name is the server's."""
    path = tmp_path / "flowers.yaml"
    domains = f"      domains: [{TENANT}, login.flowers.example]\n" if is_tenants else ""
    path.write_text(FLOWERS.read_text().replace("      kind: external\n", "      kind: external\n" + domains))
    flowers = serve(path, arguments=["--hostname", "login.flowers.example"])
    host = "https://login.flowers.example"
    kim = Customer(flowers, host)
    kim.session.proxies = {"https": flowers.http.replace("login.flowers.example", "localhost")}
    document = kim.session.get(f"{host}/{TENANT}/v2.0/.well-known/openid-configuration").json()
    assert document["authorization_endpoint"].startswith(f"{host}/")
    read = claims(kim.redeem(kim.signed_in()).json()["id_token"])
    assert read["iss"] == document["issuer"]
    assert document["issuer"] == f"https://{read['tid']}.ciamlogin.com/{read['tid']}/v2.0" if is_tenants else f"{host}/{read['tid']}/v2.0"


def test_an_empty_path_is_nowhere(kim):
    """Libraries complete it, the server does not."""
    assert kim.session.get(f"{HOST}/v2.0/.well-known/openid-configuration").status_code in (400, 404)


@pytest.mark.parametrize("host", [HOST, None])
def test_msal_signs_in_and_stays_silent(flowers, host):
    browser = Customer(flowers, host or flowers.authority)
    authority = f"{host}/" if host else f"{flowers.authority}/{TENANT}"
    if host and tuple(map(int, msal.__version__.split(".")[:2])) < (1, 23):
        pytest.skip("this MSAL does not know customers' authorities, and wants a tenant in the path")
    app = msal.PublicClientApplication(GARDEN, authority=authority, http_client=Session(flowers))
    flow = app.initiate_auth_code_flow([READ], redirect_uri=REDIRECT)
    arrival = browser.submit(browser.named(browser.open(flow["auth_uri"])), {"passwd": PASSWORD})
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert "error" not in result, result
    read = result["id_token_claims"]
    assert (read["name"], read["preferred_username"], read["ver"]) == ("Kim Lee", "kim@example.com", "2.0")
    assert "idp" not in read
    access = claims(result["access_token"])
    assert (access["aud"], access["azp"], access["scp"], access["iss"]) == (ORDERS, GARDEN, "Orders.Read", read["iss"])
    [account] = app.get_accounts()
    assert app.acquire_token_silent([READ], account=account, force_refresh=True)["access_token"]


def test_a_customer_signs_up_with_attributes(kim):
    page = kim.authorize()
    assert page.id == "ConvergedSignIn" and "No account? Create one" in page.text
    page = kim.submit(page, press=SIGN_UP)
    assert (page.id, page.heading) == ("ConvergedSignUp", "Create account")
    page = kim.submit(page, {"email": "new"})
    assert "valid email" in page.text
    page = kim.submit(page, {"email": "kim@example.com"})
    assert page.code == 1003037
    page = kim.submit(page, {"email": "new@example.com"})
    assert page.id == "ConvergedOneTimeCode" and "new@example.com" in page.text
    page = kim.submit(page, {"otc": "00000000"})
    assert page.code == 50181
    [code] = kim.server.http_session.get(f"{kim.server.control}/oneTimeCodes?target=new@example.com").json()["oneTimeCodes"]
    assert (code["code"], code["purpose"], code["client"]) == (CODE, "signUp", "garden")
    mail = kim.server.http_session.post(f"{kim.server.control}/mail/wait", json={"to": "new@example.com"}).json()["mail"]
    whole = kim.server.http_session.get(f"{kim.server.control}/mail/{mail[0]['id']}").json()
    assert (whole["codes"], whole["client"], whole["form"]) == ([CODE], "garden", "service")
    page = kim.submit(page, {"otc": CODE})
    assert page.heading == "Add details"
    wanted = {"newPassword": "short", "reenterPassword": "x", "displayName": "", "extension_loyaltyNumber": "many"}
    page = kim.submit(page, wanted)
    assert all(part in page.text for part in ("8 characters", "do not match", "required", "whole number")), page.text
    good = {"newPassword": "Fl0wers4me", "reenterPassword": "Fl0wers4me", "displayName": "New One", "extension_loyaltyNumber": "7"}
    arrival = kim.submit(page, good)
    read = claims(kim.redeem(arrival).json()["id_token"])
    assert (read["name"], read["preferred_username"]) == ("New One", "new@example.com")
    assert kim.server.exchanges(event="signUp")
    # The session counts; another browser signs in with the password.
    assert isinstance(kim.authorize(), Arrival)
    other = Customer(kim.server)
    assert claims(other.redeem(other.signed_in("new@example.com", "Fl0wers4me")).json()["id_token"])["oid"] == read["oid"]


def test_a_value_that_does_not_match_its_pattern(kim):
    page = kim.submit(kim.authorize(client=MEMBER), press=SIGN_UP)
    page = kim.submit(kim.submit(page, {"email": "new@example.com"}), {"otc": CODE})
    secret = {"newPassword": "Fl0wers4me", "reenterPassword": "Fl0wers4me"}
    page = kim.submit(page, secret | {"extension_member": "AB12345", "postalCode": "", "extension_count": "-1", "extension_news": "true"})
    assert page.text.count("does not have the right form") == 2
    assert page.form.fields["extension_member"] == "AB12345"
    arrival = kim.submit(page, secret | {"extension_member": "AB1234", "postalCode": "0150", "extension_count": "1", "extension_news": "true"})
    assert claims(kim.redeem(arrival, client_id=MEMBER).json()["id_token"])["preferred_username"] == "new@example.com"


def test_an_automatic_sign_up_fills_in_what_matches(serve, tmp_path):
    path = tmp_path / "flowers.yaml"
    path.write_text(FLOWERS.read_text() + "signIn: auto\n")
    kim = Customer(serve(path))
    arrival = kim.authorize(client=MEMBER, prompt="create", login_hint="auto@example.com")
    assert isinstance(arrival, Arrival), arrival.text
    [user] = [user for user in kim.server.http_session.get(f"{kim.server.control}/users").json()["users"] if user["mail"] == "auto@example.com"]
    assert "AA0000" in json.dumps(user)


@pytest.mark.parametrize("path", ["v2.0/.well-known/openid-configuration", ".well-known/openid-configuration", "discovery/v2.0/keys", "discovery/keys"])
@pytest.mark.parametrize("segment", ["common", "organizations", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"])
def test_the_host_of_one_tenant_has_no_documents_for_all(flowers, kim, segment, path):
    answer = kim.session.get(f"{HOST}/{segment}/{path}")
    assert (answer.status_code, answer.json()["error_codes"]) == (400, [90002])
    assert segment in answer.json()["error_description"]
    # Entra's own host has them.
    assert kim.session.get(f"https://login.microsoftonline.com/{segment}/{path}").status_code == 200


def test_prompt_create(kim):
    assert kim.authorize(prompt="create").id == "ConvergedSignUp"
    # A user flow without sign-up ignores it.
    assert kim.authorize(CLOSED, redirect="http://localhost", prompt="create").id == "ConvergedSignIn"


def test_a_customer_without_a_password_gets_a_code(kim):
    page = kim.submit(kim.authorize(LETTER, redirect="http://localhost", prompt="create"), {"email": "letter@example.com"})
    page = kim.submit(page, {"otc": CODE})
    assert "newPassword" not in page.form.fields
    assert isinstance(kim.submit(page, {"displayName": "Letter"}), Arrival)
    other = Customer(kim.server)
    page = other.named(other.authorize(LETTER, redirect="http://localhost"), "letter@example.com")
    assert page.id == "ConvergedOneTimeCode"
    page = other.submit(page, press=("action", "resend"))
    arrival = other.submit(page, {"otc": CODE})
    answer = other.redeem(arrival, LETTER, redirect_uri="http://localhost", scope="User.Read openid").json()
    assert claims(answer["access_token"])["amr"] == ["otp"]


def test_a_forgotten_password(kim):
    page = kim.named(kim.authorize())
    page = kim.submit(page, press=("action", "forgotPassword"))
    page = kim.submit(page, {"otc": CODE})
    assert page.heading == "Reset your password"
    page = kim.submit(page, {"newPassword": PASSWORD, "reenterPassword": PASSWORD})
    assert "not used before" in page.text
    assert isinstance(kim.submit(page, {"newPassword": "An0therPassword", "reenterPassword": "An0therPassword"}), Arrival)
    other = Customer(kim.server)
    assert other.signed_in().code == 50126
    assert isinstance(other.signed_in(password="An0therPassword"), Arrival)
    assert "forgotPassword" not in other.named(Customer(kim.server).authorize(CLOSED, redirect="http://localhost")).html


def test_another_identity_provider(kim):
    page = kim.submit(kim.authorize(), press=("action", "provider:google.com"))
    assert page.id == "OtherProvider"
    page = kim.authorize(domain_hint="google")
    assert page.id == "OtherProvider"
    page = kim.submit(page, {"email": "gail@gmail.example"})
    arrival = kim.submit(page, {"displayName": "Gail"})
    read = claims(kim.redeem(arrival).json()["id_token"])
    assert (read["idp"], read["name"]) == ("google.com", "Gail")
    other = Customer(kim.server)
    arrival = other.submit(other.authorize(domain_hint="google.com"), {"email": "gail@gmail.example"})
    assert claims(other.redeem(arrival).json()["id_token"])["oid"] == read["oid"]


def test_the_user_flow_wants_a_second_factor(kim):
    page = kim.signed_in(client=CAREFUL, redirect="http://localhost")
    assert page.id == "ConvergedTFA"
    arrival = kim.submit(page, {"otc": "123456"})
    assert isinstance(arrival, Arrival)
    other = Customer(kim.server)
    assert other.signed_in("noor@example.com", client=CAREFUL, redirect="http://localhost").id == "ConvergedProofUpRedirect"


def test_customers_are_not_asked_to_consent(kim):
    page = kim.signed_in(client=UNASKED)
    assert page.id == "ConvergedAdminApproval", page.text


def test_refused_grants(kim):
    answer = kim.token(grant_type="password", client_id=GARDEN, username="kim@example.com", password=PASSWORD, scope="openid")
    assert (answer.status_code, answer.json()["error"], answer.json()["error_codes"]) == (400, "invalid_request", [55200])
    answer = kim.token(
        grant_type="client_credentials", client_id=STOCK, client_secret="stock-secret", scope=f"{READ.rsplit('/', 1)[0]}/.default"
    )
    assert claims(answer.json()["access_token"])["roles"] == ["Orders.Process"]


def test_a_device(kim):
    started = kim.session.post(
        f"{HOST}/{TENANT}/oauth2/v2.0/devicecode", data={"client_id": GARDEN, "scope": "openid profile"}
    ).json()
    assert started["verification_uri"] == f"{HOST}/common/oauth2/deviceauth"
    page = kim.open(started["verification_uri"])
    page = kim.submit(page, {"otc": started["user_code"]})
    page = kim.submit(kim.named(page), {"passwd": PASSWORD})
    kim.submit(page)
    answer = kim.token(
        grant_type="urn:ietf:params:oauth:grant-type:device_code", client_id=GARDEN, device_code=started["device_code"]
    )
    assert answer.status_code == 200, answer.text


def test_sign_out(kim):
    assert isinstance(kim.signed_in(), Arrival)
    kim.open(f"{HOST}/{TENANT}/oauth2/v2.0/logout?post_logout_redirect_uri={REDIRECT}")
    assert isinstance(kim.authorize(), Page)


def test_authlib_by_discovery(flowers):
    oauth = pytest.importorskip("authlib.integrations.requests_client")
    callback = "https://backoffice.example/callback"
    client = oauth.OAuth2Session(BACK_OFFICE, "office-secret", scope="openid profile offline_access", redirect_uri=callback)
    client.verify, client.trust_env, client.proxies = flowers.ca, False, {"https": flowers.http}
    document = client.get(f"{HOST}/{TENANT}/v2.0/.well-known/openid-configuration", withhold_token=True).json()
    url, _ = client.create_authorization_url(document["authorization_endpoint"], nonce="n")
    browser = Customer(flowers)
    arrival = browser.submit(browser.named(browser.open(url)), {"passwd": PASSWORD})
    token = client.fetch_token(document["token_endpoint"], code=arrival.parameters["code"])
    keys = client.get(document["jwks_uri"], withhold_token=True).json()
    from authlib.jose import jwt as jose

    read = jose.decode(token["id_token"], keys, claims_options={"iss": {"value": document["issuer"]}, "aud": {"value": BACK_OFFICE}})
    read.validate()
    assert read["preferred_username"] == "kim@example.com"


def test_sign_in_by_itself(serve, tmp_path):
    text = FLOWERS.read_text() + "signIn: auto\n"
    path = tmp_path / "auto.yaml"
    path.write_text(text)
    browser = Customer(serve(path))
    assert isinstance(browser.authorize(login_hint="kim@example.com"), Arrival)
    fresh = Customer(browser.server)
    arrival = fresh.authorize(prompt="create", login_hint="auto@example.com")
    assert claims(fresh.redeem(arrival).json()["id_token"])["preferred_username"] == "auto@example.com"
    social = Customer(browser.server)
    assert claims(social.redeem(social.authorize(domain_hint="google.com")).json()["id_token"])["idp"] == "google.com"


def test_init_knows_the_host(tmp_path):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed here")
    (tmp_path / "authConfig.js").write_text(
        'export const msalConfig = { auth: { clientId: "%s", authority: "https://acme.ciamlogin.com/", redirectUri: "http://localhost:3000/" } };' % PAGE
    )
    subprocess.run([BINARY, "init", ".", "--output", "made.yaml"], cwd=tmp_path, check=True, capture_output=True)
    tenant = yaml.safe_load((tmp_path / "made.yaml").read_text())["world"]["tenants"]["acme"]
    assert (tenant["kind"], tenant["domains"]) == ("external", ["acme.onmicrosoft.com"])


# Custom authentication extensions.


def action(event, name, **members):
    data = {"attributeCollectionStart": "onAttributeCollectionStart", "attributeCollectionSubmit": "onAttributeCollectionSubmit", "emailOtpSend": "onOtpSend"}[event]  # fmt: skip
    prefix = "OtpSend" if event == "emailOtpSend" else event
    return (200, {"data": {"@odata.type": f"microsoft.graph.{data}ResponseData", "actions": [{"@odata.type": f"microsoft.graph.{prefix}.{name}", **members}]}})  # fmt: skip


@pytest.fixture
def extended(serve, tmp_path, home):
    """A server whose user flow calls an API at every event."""
    provider = ClaimsProvider()
    text = FLOWERS.read_text().replace(
        "          passwordReset: selfService\n          attributes",
        f"          passwordReset: selfService\n          onAttributeCollectionStart: {{ targetUrl: '{provider.url}' }}\n"
        f"          onAttributeCollectionSubmit: {{ targetUrl: '{provider.url}' }}\n"
        f"          onEmailOtpSend: {{ targetUrl: '{provider.url}' }}\n          attributes", 1,
    )  # fmt: skip
    path = tmp_path / "extended.yaml"
    path.write_text(text)
    server = serve(path)
    provider.start(tmp_path, home)
    yield server, provider
    provider.stop()


class Script:
    """Answers each event in its own way."""

    def __init__(self, provider, **answers):
        self.provider, self.answers = provider, answers
        self.defaults = {event: action(event, "continueWithDefaultBehavior") for event in ("attributeCollectionStart", "attributeCollectionSubmit", "emailOtpSend")}

    def __iter__(self):
        event = self.provider.calls[-1][1]["type"].rsplit(".", 1)[1]
        return iter(self.answers.get(event, self.defaults[event]))


def details(browser, address="new@example.com"):
    page = browser.submit(browser.authorize(prompt="create"), {"email": address})
    return browser.submit(page, {"otc": CODE})


def test_an_api_prefills_and_changes_attributes(extended):
    server, provider = extended
    provider.answer = Script(
        provider,
        attributeCollectionStart=action("attributeCollectionStart", "setPrefillValues", inputs={"displayName": "Prefilled", "other": 1}),
        attributeCollectionSubmit=action("attributeCollectionSubmit", "modifyAttributeValues", attributes={"displayName": "CHANGED"}),
    )
    browser = Customer(server)
    page = details(browser)
    assert page.form.fields["displayName"] == "Prefilled"
    arrival = browser.submit(page, {"newPassword": "Fl0wers4me", "reenterPassword": "Fl0wers4me", "extension_loyaltyNumber": "5"})
    assert claims(browser.redeem(arrival).json()["id_token"])["name"] == "CHANGED"
    sent, started, submitted = [body for _, body in provider.calls]
    assert sent["data"]["otpContext"] == {"identifier": "new@example.com", "oneTimeCode": CODE}
    assert sent["data"]["authenticationContext"]["requestType"] == "signUp"
    assert started["data"]["@odata.type"] == "microsoft.graph.onAttributeCollectionStartCalloutData"
    info = submitted["data"]["userSignUpInfo"]
    assert info["identities"] == [{"signInType": "email", "issuer": TENANT, "issuerAssignedId": "new@example.com"}]
    assert info["attributes"][next(name for name in info["attributes"] if name.endswith("_loyaltyNumber"))] == {"@odata.type": "microsoft.graph.int64DirectoryAttributeValue", "value": 5, "attributeType": "directorySchemaExtension"}  # fmt: skip
    assert "Fl0wers4me" not in json.dumps(submitted)
    headers = provider.calls[0][0]
    assert claims(headers["Authorization"].split()[1])["azp"] == "99045fe1-7639-4a75-9d4a-577b6ca3810f"


def test_an_api_refuses_attributes_and_blocks(extended):
    server, provider = extended
    provider.answer = Script(provider, attributeCollectionSubmit=action("attributeCollectionSubmit", "showValidationError", message="Look again.", attributeErrors={"displayName": "Not that name."}))  # fmt: skip
    browser = Customer(server)
    page = details(browser)
    good = {"newPassword": "Fl0wers4me", "reenterPassword": "Fl0wers4me", "displayName": "X"}
    page = browser.submit(page, good)
    assert "Look again." in page.text and "Not that name." in page.text
    provider.answer = Script(provider, attributeCollectionSubmit=action("attributeCollectionSubmit", "showBlockPage", title="No", message="Not you."))
    page = browser.submit(page, good)
    assert (page.heading, page.form.fields.get("email")) == ("No", None) and "Not you." in page.text
    provider.answer = Script(provider, attributeCollectionStart=action("attributeCollectionStart", "showBlockPage", title="Closed", message="Later."))
    assert details(Customer(server), "second@example.com").heading == "Closed"
    provider.answer = (500, {})
    assert details(Customer(server), "third@example.com").code == 1100001
