"""Microsoft Graph's answers about the signed-in user."""

import json
import re

import jwt
import pytest
from support.browser import Browser
from support.requests_by_hand import grant, redeem
from support.world import ALICE, API_SCOPE

GUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@pytest.fixture(scope="module")
def tokens(shared_servers):
    server = shared_servers("happy-path")
    browser = Browser(server)
    graph = redeem(server, grant(server, browser, scope="openid profile email offline_access User.Read"))
    api = redeem(server, grant(server, browser, scope=f"openid {API_SCOPE}"))
    openid = redeem(server, grant(server, browser, scope="openid profile email"))
    return {
        "graph": graph["access_token"], "api": api["access_token"], "id": graph["id_token"],
        "openid": openid["access_token"],
    }  # fmt: skip


def test_me_has_the_services_members_in_its_order(happy, tokens):
    answer = happy.me(tokens["graph"])
    assert answer.status_code == 200
    body = answer.json()
    assert list(body) == [
        "@odata.context", "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone",
        "officeLocation", "preferredLanguage", "surname", "userPrincipalName", "id",
    ]  # fmt: skip
    assert body["@odata.context"] == f"{happy.graph}/v1.0/$metadata#users/$entity"
    assert (body["displayName"], body["userPrincipalName"], body["id"]) == (ALICE.display_name, ALICE.name, ALICE.oid)
    assert answer.text == json.dumps(body, separators=(",", ":"))
    assert answer.headers["Content-Type"] == (
        "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
    )
    assert answer.headers["OData-Version"] == "4.0"
    assert re.fullmatch(GUID, answer.headers["request-id"])


def test_select_brings_what_was_asked_for_in_that_order(happy, tokens):
    body = happy.me(tokens["graph"], "/v1.0/me?$select=mail,displayName").json()
    assert body == {
        "@odata.context": f"{happy.graph}/v1.0/$metadata#users(mail,displayName)/$entity",
        "mail": ALICE.name,
        "displayName": ALICE.display_name,
    }
    assert list(body)[1:] == ["mail", "displayName"]


@pytest.mark.parametrize("path", ["/v1.0/me/", "/v1.0/ME", "/v1.0/me?", "/beta/me"])
def test_me_is_found_under_other_spellings(happy, tokens, path):
    assert happy.me(tokens["graph"], path).json()["id"] == ALICE.oid


REFUSALS = [
    ("no token", None, 401, "InvalidAuthenticationToken", r"Access token is empty\."),
    ("an empty token", "Bearer ", 401, "InvalidAuthenticationToken", r"Access token is empty\."),
    ("another scheme", "Basic YTpi", 401, "InvalidAuthenticationToken", r"Access token is empty\."),
    ("no JWT", "Bearer nonsense", 401, "InvalidAuthenticationToken", r"IDX14100: JWT is not well formed.*"),
    ("a token of another API", "api", 401, "InvalidAuthenticationToken", r"Access token validation failure\. Invalid audience\."),
    ("an id_token", "id", 401, "InvalidAuthenticationToken", r"Access token validation failure\. Invalid audience\."),
    ("a damaged signature", "damaged", 401, "InvalidAuthenticationToken", r"Access token validation failure\. Invalid signature\."),
]  # fmt: skip


@pytest.mark.parametrize("header, status, code, message", [r[1:] for r in REFUSALS], ids=[r[0] for r in REFUSALS])
@pytest.mark.parametrize("path", ["/v1.0/me", "/oidc/userinfo"])
def test_refusals(happy, tokens, path, header, status, code, message):
    if header == "damaged":
        head, payload, signature = tokens["graph"].split(".")
        header = f"Bearer {head}.{payload}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
    header = f"Bearer {tokens[header]}" if header in tokens else header
    headers = {} if header is None else {"Authorization": header}
    answer = happy.http_session.get(happy.graph + path, headers=headers)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert list(error) == ["code", "message", "innerError"]
    assert error["code"] == code
    assert re.fullmatch(message, error["message"], re.DOTALL), error["message"]
    assert error["innerError"]["request-id"] == answer.headers["request-id"]
    assert "Bearer" in answer.headers["WWW-Authenticate"]


def test_a_token_for_openid_alone_opens_userinfo(happy, tokens):
    body = happy.me(tokens["openid"], "/oidc/userinfo").json()
    assert list(body) == ["sub", "name", "family_name", "given_name", "picture", "email"]
    assert body["sub"] == jwt.decode(tokens["id"], options={"verify_signature": False})["sub"]
    assert body["name"] == ALICE.display_name
    assert body["email"] == ALICE.name


def test_an_expired_token_is_refused(serve):
    server = serve("happy-path")
    token = redeem(server, grant(server, Browser(server)))["access_token"]
    server.post_control("clock", {"advance": "2h"})
    answer = server.me(token)
    assert answer.status_code == 401
    assert answer.json()["error"]["message"] == "Lifetime validation failed, the token is expired."
