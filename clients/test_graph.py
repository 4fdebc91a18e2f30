"""Microsoft Graph's answers about the signed-in user."""

import gzip
import json
import re

import jwt
import pytest
from support.browser import Browser
from support.msal_apps import public_app, sign_in
from support.requests_by_hand import Verifier, authorize_url, grant, redeem
from support.world import ADMIN, ALICE, API_SCOPE, BOB, COMPANY, CONTOSO, DAEMON, ENGINEERS, NEWS, PAT, STAFF

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


# Other users, by an app's own token


@pytest.fixture(scope="module")
def app_token(shared_servers):
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    answer = shared_servers("happy-path").token(form, CONTOSO)
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


def test_pages_lead_from_one_to_the_next_and_hold_everybody_once(happy, app_token):
    everybody = [user["id"] for user in happy.me(app_token, "/v1.0/users").json()["value"]]
    assert ALICE.oid in everybody and BOB.oid in everybody
    found, pages, url = [], 0, f"{happy.graph}/v1.0/users?$top=1&$select=id"
    while url:
        answer = happy.http_session.get(url, headers={"Authorization": f"Bearer {app_token}"})
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert body["@odata.context"] == f"{happy.graph}/v1.0/$metadata#users(id)"
        found += [user["id"] for user in body["value"]]
        url = body.get("@odata.nextLink")
        pages += 1
    assert found == everybody
    assert pages == len(everybody)


def test_users_are_filtered_and_counted(happy, app_token):
    answer = happy.http_session.get(
        f"{happy.graph}/v1.0/users",
        params={"$filter": "startswith(displayName,'A') and not (surname eq 'Admin')", "$count": "true"},
        headers={"Authorization": f"Bearer {app_token}", "ConsistencyLevel": "eventual"},
    )
    assert answer.json()["@odata.count"] == 1
    assert [user["id"] for user in answer.json()["value"]] == [ALICE.oid]


@pytest.mark.parametrize("path", [f"/v1.0/users/{BOB.name}", f"/v1.0/users('{BOB.oid}')"])
def test_one_user_is_found_by_name_and_id(happy, app_token, path):
    assert happy.me(app_token, path).json()["displayName"] == BOB.display_name


def test_an_app_alone_has_no_me(happy, app_token):
    answer = happy.me(app_token)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == "/me request is only valid with delegated authentication flow."


def test_the_permission_decides(happy, tokens):
    groups = happy.me(tokens["graph"], "/v1.0/me/memberOf").json()["value"]
    assert [(group["id"], group["displayName"]) for group in groups] == [(STAFF, None), (COMPANY, None), (NEWS, None)]
    for path in ("/v1.0/users", f"/v1.0/users/{BOB.name}", "/v1.0/oauth2PermissionGrants", "/v1.0/groups"):
        answer = happy.me(tokens["graph"], path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "Authorization_RequestDenied")


def test_who_has_no_photo_gets_json(happy, tokens):
    answer = happy.me(tokens["graph"], "/v1.0/me/photo/$value")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "ImageNotFound")


def test_bob_has_a_photo_and_a_manager(happy):
    token = redeem(happy, grant(happy, Browser(happy), user=BOB))["access_token"]
    answer = happy.me(token, "/v1.0/me/photo/$value")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/jpeg")
    assert answer.content.startswith(b"\xff\xd8\xff")
    assert happy.me(token, "/v1.0/me/photo").json()["@odata.mediaEtag"] == answer.headers["ETag"]
    manager = happy.me(token, "/v1.0/me?$select=id&$expand=manager($select=displayName)").json()["manager"]
    assert manager == {"@odata.type": "#microsoft.graph.user", "displayName": ALICE.display_name}


def test_a_personal_account_has_a_token_that_graph_alone_reads(happy):
    app = public_app(happy, tenant="consumers")
    result = sign_in(app, Browser(happy), PAT, ["User.Read"])
    token = result["access_token"]
    assert token.startswith("EwB")
    with pytest.raises(jwt.DecodeError):
        jwt.decode(token, options={"verify_signature": False})
    assert happy.me(token).json()["userPrincipalName"] == PAT.name


# Groups in tokens


def test_too_many_groups_are_fetched_from_graph(serve):
    server = serve("group-overage")
    app = public_app(server)
    result = sign_in(app, Browser(server), ALICE, ["User.Read"])
    claims = result["id_token_claims"]
    assert "groups" not in claims
    assert claims["_claim_names"] == {"groups": "src1"}
    endpoint = claims["_claim_sources"]["src1"]["endpoint"]
    [account] = app.get_accounts()
    token = app.acquire_token_silent(["User.Read"], account)["access_token"]
    answer = server.http_session.post(
        endpoint, json={"securityEnabledOnly": True}, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 200, answer.text
    groups = answer.json()["value"]
    assert len(groups) == len(set(groups)) == 202
    assert STAFF in groups and COMPANY not in groups


def test_few_groups_are_in_the_token(serve):
    server = serve("group-overage")
    app = public_app(server)
    result = sign_in(app, Browser(server), BOB, [API_SCOPE])
    api = jwt.decode(result["access_token"], options={"verify_signature": False})
    for claims in (result["id_token_claims"], api):
        assert claims["groups"] == [ENGINEERS, STAFF]
        assert "_claim_names" not in claims and "hasgroups" not in claims


def test_a_batch_answers_every_step(happy, tokens):
    steps = [
        {"id": "me", "method": "GET", "url": "/me?$select=id"},
        {"id": "users", "method": "GET", "url": "/users"},
        {"id": "after", "method": "GET", "url": "/me", "dependsOn": ["users"]},
        {
            "id": "groups", "method": "POST", "url": "/me/getMemberGroups", "dependsOn": ["me"],
            "headers": {"Content-Type": "application/json"}, "body": {"securityEnabledOnly": False},
        },
    ]  # fmt: skip
    answer = happy.http_session.post(
        f"{happy.graph}/v1.0/$batch", json={"requests": steps}, headers={"Authorization": f"Bearer {tokens['graph']}"}
    )
    assert answer.status_code == 200
    responses = {response["id"]: response for response in answer.json()["responses"]}
    assert {name: response["status"] for name, response in responses.items()} == {
        "me": 200, "users": 403, "after": 424, "groups": 200,
    }  # fmt: skip
    assert responses["me"]["body"]["id"] == ALICE.oid


def test_a_changed_password_is_the_one_to_sign_in_with(serve):
    server = serve("happy-path")
    granted = grant(server, Browser(server), user=ADMIN, scope="openid offline_access Directory.AccessAsUser.All")
    headers = {"Authorization": f"Bearer {redeem(server, granted)['access_token']}"}
    answer = server.http_session.post(
        f"{server.graph}/v1.0/me/changePassword",
        json={"currentPassword": ADMIN.password, "newPassword": "An0ther-one"},
        headers=headers,
    )
    assert (answer.status_code, answer.content) == (204, b"")
    browser = Browser(server)
    url = authorize_url(server, **Verifier().parameters)
    assert "code" in browser.sign_in(url, ADMIN, "An0ther-one").parameters
    with pytest.raises(AssertionError, match="no way to the app"):
        Browser(server).sign_in(url, ADMIN)


# Requests as known clients send them


def test_a_body_in_gzip_is_read(happy, tokens):
    """The Graph SDK for Go packs every body."""
    headers = {
        "Authorization": f"Bearer {tokens['graph']}", "Content-Type": "application/json", "Content-Encoding": "gzip",
    }  # fmt: skip
    body = gzip.compress(b'{"securityEnabledOnly":false}')
    answer = happy.http_session.post(f"{happy.graph}/v1.0/me/getMemberGroups", data=body, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["value"] == [STAFF, COMPANY, NEWS]
    answer = happy.http_session.post(
        f"{happy.graph}/v1.0/me/getMemberGroups", data=body, headers=headers | {"Content-Encoding": "br"}
    )
    assert (answer.status_code, answer.headers["Accept-Encoding"]) == (415, "gzip")


def test_a_filter_looks_at_what_the_permission_hides(happy, tokens):
    """oauth2-proxy asks for the security groups of the user, with User.Read alone."""
    for cast in ("", "/microsoft.graph.group"):
        answer = happy.http_session.get(
            f"{happy.graph}/v1.0/me/transitiveMemberOf{cast}",
            params={"$select": "id", "$top": "100", "$count": "true", "$filter": "securityEnabled eq true"},
            headers={"Authorization": f"Bearer {tokens['graph']}", "ConsistencyLevel": "eventual"},
        )
        assert answer.status_code == 200, answer.text
        assert [group["id"] for group in answer.json()["value"]] == [STAFF]


def test_what_is_not_served_says_so(happy, tokens):
    answer = happy.me(tokens["graph"], "/v1.0/me/calendarView")
    assert answer.status_code == 501
    error = answer.json()["error"]
    assert error["code"] == "notImplemented"
    assert "mockidp" in error["message"] and "mockidp" in error["innerError"]
    assert answer.headers["Mockidp-Not-Served"] == answer.headers["request-id"]
    answer = happy.me(tokens["graph"], "/v1.0/me/letters")
    assert (answer.status_code, "Mockidp-Not-Served" in answer.headers) == (400, False)


def test_the_servers_address_is_graphs(happy):
    """An SDK that is given this server as its Graph asks for scopes of that address."""
    scope = f"{happy.graph}/User.Read"
    answer = redeem(happy, grant(happy, Browser(happy), scope=f"openid {scope}"))
    assert scope in answer["scope"].split()
    assert happy.me(answer["access_token"]).json()["id"] == ALICE.oid
