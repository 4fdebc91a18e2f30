"""Users and groups of one's own: what a scenario says of them is what the clients of Graph read, and a device meets a policy."""

import pathlib

import jwt
import pytest
from support.browser import Browser
from support.requests_by_hand import authorize_url, grant, redeem
from support.world import CONTOSO, DAEMON, User

SCENARIO = str(pathlib.Path(__file__).parent / "scenarios" / "own-users.yaml")
KIM = User("kim@contoso.com", "33333333-2222-4333-8444-555555555555", "Kim Karg")
LEO = User("leo@contoso.com", "", "Leo Long")
DEVICE = "44444444-2222-4333-8444-555555555555"
TEAM = "55555555-2222-4333-8444-555555555555"
EXTENSION = "extension_30b11e00000040008000000000000001_"
SCOPE = "openid profile offline_access User.ReadWrite"


@pytest.fixture
def server(lend):
    return lend(SCENARIO)


@pytest.fixture
def daemon(server):
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    return server.token(form, CONTOSO).json()["access_token"]


def call(server, token, method, path, body=None):
    headers = {"Authorization": f"Bearer {token}"}
    return server.http_session.request(method, server.graph + "/v1.0" + path, headers=headers, json=body)


def signed_in(server, user=KIM):
    return redeem(server, grant(server, Browser(server), user=user, scope=SCOPE))


def test_a_compliant_device_meets_the_policy_and_stands_in_the_token(server):
    answer = signed_in(server)
    claims = jwt.decode(answer["access_token"], options={"verify_signature": False})
    assert (claims["oid"], claims["deviceid"]) == (KIM.oid, DEVICE)
    assert "deviceid" not in jwt.decode(answer["id_token"], options={"verify_signature": False})
    form = {
        "grant_type": "refresh_token", "client_id": claims["appid"], "refresh_token": answer["refresh_token"], "scope": SCOPE,
    }  # fmt: skip
    assert server.token(form).status_code == 200
    # The device is no longer compliant: the next silent call hears of it.
    change = server.http_session.patch(f"{server.control}/users/kim", json={"device": {"compliant": False}})
    assert change.status_code == 200, change.text
    refused = server.token(form)
    assert (refused.status_code, refused.json()["error_codes"], refused.json()["suberror"]) == (400, [53000], "additional_action")
    server.http_session.patch(f"{server.control}/users/kim", json={"device": {"compliant": True}})
    assert server.token(form).status_code == 200


def test_any_other_device_does_not(server):
    browser = Browser(server)
    page = browser.open(authorize_url(server, scope=SCOPE, login_hint=LEO.name))
    page = browser.submit(page, {"passwd": LEO.password})
    assert (page.code, page.heading) == (53000, "You can't get there from here")


def test_select_shows_what_the_scenario_says(server):
    token = signed_in(server)["access_token"]
    names = [
        "department", "companyName", "employeeId", "employeeType", "employeeHireDate", "usageLocation", "country", "ageGroup",
        "legalAgeGroupClassification", "onPremisesImmutableId", "mailNickname", "userType", "otherMails", "proxyAddresses",
        "employeeOrgData", f"{EXTENSION}level", f"{EXTENSION}tags",
    ]  # fmt: skip
    answer = call(server, token, "GET", f"/me?$select={','.join(names)}").json()
    del answer["@odata.context"]
    assert answer == {
        "department": "Research", "companyName": "Contoso", "employeeId": "0042", "employeeType": "Employee",
        "employeeHireDate": "2024-05-01T00:00:00Z", "usageLocation": "DE", "country": "DE", "ageGroup": "Adult",
        "legalAgeGroupClassification": "Adult", "onPremisesImmutableId": "S2ltS2FyZw==", "mailNickname": "kim",
        "userType": "Member", "otherMails": ["kim@home.example"],
        "proxyAddresses": ["SMTP:kim@contoso.com", "smtp:k.karg@contoso.com"],
        "employeeOrgData": {"costCenter": "4711", "division": "East"}, f"{EXTENSION}level": 7,
        f"{EXTENSION}tags": ["blue", "round"],
    }  # fmt: skip
    attributes = call(server, token, "GET", "/me?$select=onPremisesExtensionAttributes").json()["onPremisesExtensionAttributes"]
    assert len(attributes) == 15 and attributes["extensionAttribute3"] == "gold" and attributes["extensionAttribute1"] is None
    assert "department" not in call(server, token, "GET", "/me").json()


@pytest.mark.parametrize(
    "filter",
    [
        "department eq 'Research'", "employeeId eq '0042'", "employeeHireDate ge 2024-01-01T00:00:00Z",
        "otherMails/any(m:m eq 'kim@home.example')", "proxyAddresses/any(p:p eq 'smtp:k.karg@contoso.com')",
        "onPremisesExtensionAttributes/extensionAttribute3 eq 'gold'", "onPremisesImmutableId eq 'S2ltS2FyZw=='",
        "identities/any(i:i/issuerAssignedId eq 'kim@contoso.com' and i/issuer eq 'contoso.onmicrosoft.com')",
    ],
)  # fmt: skip
def test_filters_find_them(server, daemon, filter):
    found = server.me(daemon, "/v1.0/users", params={"$filter": filter, "$select": "id"})
    assert [user["id"] for user in found.json()["value"]] == [KIM.oid], found.text


def test_patch_changes_what_the_service_lets_change(server, daemon):
    body = {
        "department": "Sales", "country": None, "onPremisesExtensionAttributes": {"extensionAttribute1": "x"},
        f"{EXTENSION}level": 8,
    }  # fmt: skip
    assert call(server, daemon, "PATCH", f"/users/{KIM.oid}", body).status_code == 204
    query = f"$select=department,country,onPremisesExtensionAttributes,{EXTENSION}level"
    read = call(server, daemon, "GET", f"/users/{KIM.oid}?{query}").json()
    assert (read["department"], read["country"], read[f"{EXTENSION}level"]) == ("Sales", None, 8)
    assert [read["onPremisesExtensionAttributes"][f"extensionAttribute{n}"] for n in (1, 3)] == ["x", "gold"]
    for who, change, message in [
        (KIM, {"proxyAddresses": []}, "Property 'proxyAddresses' is read-only and cannot be set."),
        (KIM, {"extension_00000000000040008000000000000001_a": 1}, "The following extension properties are not available"),
        (LEO, {"department": "Sales"}, "Unable to update the specified properties for on-premises mastered"),
    ]:
        refused = call(server, daemon, "PATCH", f"/users/{who.name}", change)
        assert refused.status_code == 400
        assert refused.json()["error"]["message"].startswith(message)


def test_open_extensions(server):
    token = signed_in(server)["access_token"]
    assert [one["theme"] for one in call(server, token, "GET", "/me/extensions").json()["value"]] == ["dark"]
    new = {"@odata.type": "#microsoft.graph.openTypeExtension", "extensionName": "com.example.cart", "items": [1, 2]}
    made = call(server, token, "POST", "/me/extensions", new)
    assert (made.status_code, made.json()["id"]) == (201, "com.example.cart")
    assert call(server, token, "POST", "/me/extensions", new).status_code == 400
    assert call(server, token, "PATCH", "/me/extensions/com.example.cart", {"items": [3]}).status_code == 204
    expanded = call(server, token, "GET", "/me?$select=id&$expand=extensions").json()["extensions"]
    assert [one["extensionName"] for one in expanded] == ["com.contoso.roaming", "com.example.cart"]
    assert call(server, token, "DELETE", "/me/extensions/com.example.cart").status_code == 204
    assert call(server, token, "GET", "/me/extensions/com.example.cart").status_code == 404


def test_the_group_the_domains_and_the_organization(server, daemon):
    team = call(server, daemon, "GET", f"/groups/{TEAM}").json()
    assert (team["groupTypes"], team["securityEnabled"], team["visibility"]) == (["Unified"], True, "Private")
    assert team["onPremisesSamAccountName"] == "team"
    owners = call(server, daemon, "GET", f"/groups/{TEAM}/owners").json()["value"]
    assert [owner["userPrincipalName"] for owner in owners] == [LEO.name]
    found = server.me(daemon, "/v1.0/groups", params={"$filter": "groupTypes/any(c:c eq 'Unified') and securityEnabled eq true"})
    assert [group["id"] for group in found.json()["value"]] == [TEAM]
    domains = call(server, daemon, "GET", "/domains").json()["value"]
    assert [domain["id"] for domain in domains if domain["isDefault"]] == ["contoso.onmicrosoft.com"]
    organization = call(server, daemon, "GET", f"/organization/{CONTOSO}").json()
    assert {domain["name"] for domain in organization["verifiedDomains"]} == {domain["id"] for domain in domains}
