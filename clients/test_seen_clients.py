"""Requests that clients of others were seen to send, and what the service says to them: MSAL for Python where it sends them itself,
else the request as that client sends it."""

import base64
import hashlib
import json
import time

import jwt
import msal
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from support.browser import Browser
from support.msal_apps import Recorder, _app, confidential_app, public_app, sign_in
from support.world import ALICE, BOB, CONTOSO, DAEMON, GRAPH_SCOPE, MOBILE, WEB, App
from test_msal_grants import ALL_ROLES, THUMBPRINT, private_key

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
REAL = "https://login.microsoftonline.com"


def refusal(answer):
    return answer.status_code, answer.json()["error"], answer.json()["error_codes"]


# Client assertions


def assertion(server, **changes):
    now = int(time.time())
    claims = {
        "aud": f"{server.authority}/{CONTOSO}/oauth2/v2.0/token", "iss": DAEMON.id, "sub": DAEMON.id, "jti": "1",
        "nbf": str(now), "exp": str(now + 600), **changes,
    }  # fmt: skip
    thumbprint = base64.urlsafe_b64encode(bytes.fromhex(THUMBPRINT)).decode().rstrip("=")
    # Signed by hand, since PyJWT looks at the times.
    return jwt.api_jws.encode(json.dumps(claims).encode(), private_key(), "RS256", {"x5t": thumbprint})


def test_msal_for_dotnet_writes_times_as_text(happy):
    credential = {"client_assertion": assertion(happy)}
    app = _app(msal.ConfidentialClientApplication, happy, CONTOSO, DAEMON, None, client_credential=credential)
    result = app.acquire_token_for_client([ALL_ROLES])
    assert "access_token" in result, result


def test_the_journal_says_what_is_wrong_with_an_assertion(happy):
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "scope": ALL_ROLES, "client_assertion_type": ASSERTION,
        "client_assertion": assertion(happy, exp="soon"),
    }  # fmt: skip
    answer = happy.token(form, CONTOSO)
    assert refusal(answer) == (400, "invalid_request", [50027])
    (seen,) = [e for e in happy.exchanges() if e["traceId"] == answer.json()["trace_id"]]
    assert any(reason.startswith('the assertion\'s exp is "soon"') for reason in seen["reasons"]), seen


# Apps and scopes


@pytest.mark.parametrize(
    "client, code",
    [("deadbeef-0000-4000-8000-00000000dead", 700016), ("00000000-0000-0000-0000-000000000000", 700038)],
)
def test_an_unknown_app_is_told_by_the_service_s_number(happy, client, code):
    result = confidential_app(happy, tenant=CONTOSO, app=App(client, secret="x")).acquire_token_for_client([ALL_ROLES])
    assert (result["error"], result["error_codes"]) == ("unauthorized_client", [code])


def test_a_client_id_that_is_not_a_guid(happy):
    result = confidential_app(happy, tenant=CONTOSO, app=App("my-app", secret="x")).acquire_token_for_client([ALL_ROLES])
    assert (result["error"], result["error_codes"]) == ("invalid_request", [90112])


def test_a_device_hears_of_an_unknown_scope_before_its_user_does_anything(happy):
    flow = public_app(happy, tenant="common").initiate_device_flow(["Cookies.Bake"])
    assert (flow["error"], flow["error_codes"]) == ("invalid_scope", [70011]), flow
    assert "user_code" not in flow


# The token endpoint


def granted(server, client, **changes):
    form = {"client_id": client.id, "grant_type": "authorization_code", "redirect_uri": client.redirect_uri, **changes}
    if client.secret:
        form["client_secret"] = client.secret
    return form


def code(server, client):
    url = requests.Request(
        "GET", f"{server.authority}/common/oauth2/v2.0/authorize",
        params={
            "client_id": client.id, "redirect_uri": client.redirect_uri, "response_type": "code",
            "scope": "openid profile offline_access User.Read",
        },
    ).prepare().url  # fmt: skip
    return Browser(server).sign_in(url, ALICE).parameters["code"]


def test_oauth2_for_go_probes_with_its_client_id_in_the_header_alone(happy):
    form = granted(happy, MOBILE, code=code(happy, MOBILE))
    del form["client_id"]
    probe = happy.token(form, "common", auth=(MOBILE.id, ""))
    assert refusal(probe) == (400, "invalid_request", [900144])
    assert "'client_id'" in probe.json()["error_description"]
    assert happy.token({**form, "client_id": MOBILE.id}, "common").status_code == 200


def test_a_code_of_another_app_is_an_invalid_grant_for_a_web_app(happy):
    answer = happy.token(granted(happy, WEB, code=code(happy, MOBILE)), "common")
    assert refusal(answer) == (400, "invalid_grant", [700007])


def test_the_azure_sdk_for_java_names_no_content_type(happy):
    body = f"client_id={MOBILE.id}&scope=https%3A%2F%2Fgraph.microsoft.com%2FUser.Read%20offline_access%20openid"
    answer = happy.http_session.post(f"{happy.authority}/common/oauth2/v2.0/devicecode", data=body.encode())
    assert "Content-Type" not in answer.request.headers
    assert answer.status_code == 200, answer.text
    assert answer.json()["user_code"]


# Names of the authority


def through_the_proxy(server, *hosts):
    """MSAL's session, which asks those hosts through the server's forward proxy and trusts the server's certificates."""
    session = Recorder(server.ca)
    session.proxies = {host: server.http for host in hosts}
    return session


def test_instance_discovery_on_a_port_of_its_own(happy):
    """The question reaches the server by its own name, as a hosts file leads MSAL for .NET there, which asks on the server's port."""
    session = Recorder(happy.ca)
    send = session.request
    session.request = lambda method, url, **rest: send(method, url.replace(REAL, happy.authority, 1), **rest)
    app = msal.PublicClientApplication(MOBILE.id, authority=f"{happy.authority}/{CONTOSO}", http_client=session)
    result = sign_in(app, Browser(happy), ALICE, [GRAPH_SCOPE])
    assert "access_token" in result, result
    (account,) = app.get_accounts()
    again = app.acquire_token_silent([GRAPH_SCOPE], account, force_refresh=True)
    assert "access_token" in again, again
    assert any("/discovery/instance" in a.url for a in session.answers)


def test_an_app_with_a_region_sends_its_requests_there(happy):
    session = through_the_proxy(happy, "https")
    credential = {"private_key": private_key(), "thumbprint": THUMBPRINT}
    app = msal.ConfidentialClientApplication(
        DAEMON.id, authority=f"{REAL}/{CONTOSO}", client_credential=credential, azure_region="westeurope", http_client=session
    )
    result = app.acquire_token_for_client([ALL_ROLES])
    assert "access_token" in result, result
    (sent,) = session.token_answers
    assert sent.url == f"https://westeurope.login.microsoft.com/{CONTOSO}/oauth2/v2.0/token"


def test_the_realm_of_a_personal_account_is_live_com(happy):
    realm = happy.get("/common/userrealm/pat@outlook.com", params={"api-version": "1.0"}).json()
    assert realm["domain_name"] == "live.com"


def test_v1_names_the_app_in_the_address_of_its_keys(happy):
    document = happy.get(f"/common/.well-known/openid-configuration?appid={WEB.id}").json()
    assert document["jwks_uri"].endswith(f"/common/discovery/keys?appid={WEB.id}")
    assert happy.get(document["jwks_uri"].removeprefix(happy.authority)).json()["keys"]


# Whom `signIn: auto` signs in


AUTO = """
scenario: auto
summary: Nobody sits at the browser.
signIn: auto
"""


@pytest.mark.parametrize("prompt", [None, "login", "select_account", "consent"])
def test_auto_signs_in_whom_the_hint_names(serve, tmp_path, prompt):
    (tmp_path / "auto.yaml").write_text(AUTO)
    server = serve(tmp_path / "auto.yaml")
    browser = Browser(server)
    for user in (ALICE, BOB, ALICE):
        app = public_app(server)
        result = sign_in(app, browser, user, [GRAPH_SCOPE], prompt=prompt, login_hint=user.name)
        assert result["id_token_claims"]["oid"] == user.oid, result
    assert browser.pages == []


# Tokens that are bound to a key


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture(scope="module")
def holder():
    """A key, with its JWK and thumbprint."""
    key = rsa.generate_private_key(65537, 2048)
    numbers = key.public_key().public_numbers()
    jwk = {"e": encoded(numbers.e.to_bytes(3, "big")), "kty": "RSA", "n": encoded(numbers.n.to_bytes(256, "big"))}
    thumbprint = encoded(hashlib.sha256(json.dumps(jwk, separators=(",", ":"), sort_keys=True).encode()).digest())
    return key, jwk, thumbprint


def test_proof_of_possession(happy, holder):
    key, jwk, thumbprint = holder
    wish = {"token_type": "pop", "req_cnf": encoded(json.dumps({"kid": thumbprint, "xms_ksl": "sw"}).encode())}
    app = confidential_app(happy, tenant=CONTOSO, app=DAEMON)
    result = app.acquire_token_for_client([ALL_ROLES], data=wish)
    assert result["token_type"] == "pop", result
    token = result["access_token"]
    assert jwt.decode(token, options={"verify_signature": False})["cnf"]["kid"] == thumbprint

    claims = {"at": token, "ts": int(time.time()), "m": "GET", "u": happy.graph.removeprefix("https://"), "p": "/v1.0/users", "cnf": {"jwk": jwk}}
    good = jwt.encode(claims, key, "RS256", {"typ": "pop", "kid": thumbprint})
    stale = jwt.encode({**claims, "ts": claims["ts"] - 900}, key, "RS256")
    ask = lambda scheme, text: happy.http_session.get(f"{happy.graph}/v1.0/users", headers={"Authorization": f"{scheme} {text}"})  # noqa: E731
    assert ask("PoP", good).status_code == 200, ask("PoP", good).text
    for scheme, text in [("Bearer", token), ("PoP", token), ("PoP", stale)]:
        answer = ask(scheme, text)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "InvalidAuthenticationToken")

    inspect = lambda text: happy.http_session.post(f"{happy.control}/tokens/introspect", json={"token": text}).json()  # noqa: E731
    assert inspect(good)["valid"], inspect(good)
    assert not inspect(stale)["valid"]


# A web app and its page


PAGE = """
scenario: page
summary: A web app gives its page a code.
world:
  apps:
    shop: { type: web, clientId: 50000000-0000-4000-8000-000000000001, secret: shop-secret, consent: granted,
            web: { redirectUris: ["http://localhost:7171/cb"] }, spa: { redirectUris: ["https://shop.test/app"] } }
"""


def test_a_web_app_gives_its_page_a_code(serve, tmp_path):
    (tmp_path / "page.yaml").write_text(PAGE)
    server = serve(tmp_path / "page.yaml")
    shop = App("50000000-0000-4000-8000-000000000001", "http://localhost:7171/cb", "shop-secret")
    app = confidential_app(server, tenant=CONTOSO, app=shop)
    flow = app.initiate_auth_code_flow([GRAPH_SCOPE], redirect_uri=shop.redirect_uri)
    arrival = Browser(server).sign_in(flow["auth_uri"], ALICE)
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters, data={"return_spa_code": "1"})
    assert "access_token" in result, result
    # As MSAL for JavaScript redeems it.
    form = {"client_id": shop.id, "grant_type": "authorization_code", "code": result["spa_code"], "scope": GRAPH_SCOPE + " openid"}
    stranger = server.token(form, CONTOSO, headers={"Origin": "https://evil.test"})
    assert refusal(stranger) == (400, "invalid_request", [9002326])
    page = server.token(form, CONTOSO, headers={"Origin": "https://shop.test"})
    assert page.status_code == 200, page.text
    assert jwt.decode(page.json()["id_token"], options={"verify_signature": False})["oid"] == ALICE.oid
