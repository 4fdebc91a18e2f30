"""A company of one's own, as `scenarios/own-world.yaml` writes it: met by msal, PyJWT, msgraph-sdk and requests."""

import msal
import pytest
from support.browser import Browser
from support.msal_apps import _app, confidential_app, public_app, sign_in
from support.tokens import verified
from support.woodgrove import DANA, FORESTERS, GUS, JOB, LEO, ORDERS, ORDERS_READ, PHONE, PIA, SITE, VAULT, WOODGROVE
from support.world import App
from test_msal_grants import THUMBPRINT, private_key


@pytest.fixture
def world(shared_servers):
    return shared_servers("own-world")


def phone(world, user, scopes, **arguments):
    app = public_app(world, tenant=WOODGROVE, app=PHONE)
    return sign_in(app, Browser(world), user, scopes, redirect_uri=PHONE.redirect_uri, **arguments)


def job(world):
    credential = {"private_key": private_key(), "thumbprint": THUMBPRINT}
    return _app(msal.ConfidentialClientApplication, world, WOODGROVE, JOB, None, client_credential=credential)


def graph(world, token, path):
    answer = world.me(token, f"/v1.0/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def daemon(world):
    return job(world).acquire_token_for_client(["https://graph.microsoft.com/.default"])["access_token"]


def test_dana_reads_her_orders_on_the_phone(world):
    result = phone(world, DANA, [ORDERS_READ])
    assert "access_token" in result, result
    assert result["expires_in"] == 1199
    claims = verified(world, WOODGROVE, result["access_token"], ORDERS)
    # Dana is a forester, and foresters approve.
    assert (claims["oid"], claims["scp"], claims["roles"]) == (DANA.oid, "Orders.Read", ["Approver"])
    assert result["id_token_claims"]["preferred_username"] == DANA.name


@pytest.mark.parametrize("user, oid", [(GUS, GUS.oid), (PIA, None)], ids=["of another company", "with a personal account"])
def test_guests_sign_in_with_their_own_names(world, user, oid):
    result = phone(world, user, ["User.Read"])
    assert "access_token" in result, result
    assert result["id_token_claims"]["tid"] == WOODGROVE
    me = graph(world, result["access_token"], "me?$select=id,userPrincipalName,userType")
    assert me["userType"] == "Guest"
    assert me["userPrincipalName"] == user.name.replace("@", "_") + "#EXT#@woodgrove.onmicrosoft.com"
    assert oid in (None, me["id"])


def test_a_guest_in_the_group_has_its_role(world):
    result = phone(world, GUS, [ORDERS_READ])
    assert verified(world, WOODGROVE, result["access_token"], ORDERS)["roles"] == ["Approver"]


def test_the_site_has_its_groups_as_roles_and_needs_an_administrator_for_more(world):
    app = confidential_app(world, tenant=WOODGROVE, app=SITE)
    result = sign_in(app, Browser(world), DANA, [ORDERS_READ], redirect_uri=SITE.redirect_uri)
    assert "access_token" in result, result
    assert result["id_token_claims"]["roles"] == ["Foresters"]
    assert result["id_token_claims"]["email"] == DANA.name
    (account,) = app.get_accounts()
    more = app.acquire_token_silent_with_error(["api://orders/Orders.Write"], account)
    assert more["error"] == "invalid_grant" and "AADSTS65001" in more["error_description"], more
    last_year = confidential_app(world, tenant=WOODGROVE, app=App(SITE.id, secret="site-secret-of-last-year"))
    assert last_year.acquire_token_for_client(["api://orders/.default"])["error_codes"] == [7000222]


def test_the_job_proves_itself_with_its_certificate(world):
    result = job(world).acquire_token_for_client(["api://orders/.default"])
    assert "access_token" in result, result
    claims = verified(world, WOODGROVE, result["access_token"], ORDERS)
    assert (claims["roles"], claims["azpacr"]) == (["Orders.Process"], "2")


def test_a_row_of_ones_own_in_the_catalogue(world):
    """An API of Microsoft's: known by its address in every tenant, with tokens of version 1 that name what was asked for."""
    for address in ("https://vault.woodgrove.test", "https://west.vault.woodgrove.test"):
        result = phone(world, DANA, [f"{address}/user_impersonation"])
        assert "access_token" in result, result
        claims = verified(world, WOODGROVE, result["access_token"], address, version=1)
        assert (claims["appid"], claims["scp"], claims["ver"]) == (PHONE.id, "user_impersonation", "1.0")
        assert claims["deviceid"] == "3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1dff"
    flow = {"client_id": PHONE.id, "scope": "https://a.b.vault.woodgrove.test/x", "grant_type": "client_credentials"}
    assert world.token({**flow, "client_secret": "x"}, WOODGROVE).status_code in (400, 401)


def test_the_policy_blocks_a_device_that_is_not_managed(world):
    app = public_app(world, tenant=WOODGROVE, app=PHONE)
    flow = app.initiate_auth_code_flow(["https://vault.woodgrove.test/user_impersonation"], redirect_uri=PHONE.redirect_uri)
    browser = Browser(world)
    page = browser.submit(browser.open(flow["auth_uri"]), {"loginfmt": LEO.name})
    page = browser.submit(page, {"passwd": LEO.password})
    assert page.code == 53000, page.text


def test_graph_shows_the_people_the_groups_and_the_tenant(world, daemon):
    names = "id,displayName,jobTitle,department,employeeId,employeeHireDate,businessPhones,usageLocation,preferredLanguage"
    names += ",onPremisesExtensionAttributes,extension_0f6f3a516f0b4f0a8a571f1d9a2b7c13_region"
    dana = graph(world, daemon, f"users/{DANA.name}?$select={names}&$expand=extensions")
    assert dana["onPremisesExtensionAttributes"]["extensionAttribute1"] == "gold"
    assert dana["extension_0f6f3a516f0b4f0a8a571f1d9a2b7c13_region"] == "south"
    assert [one["theme"] for one in dana["extensions"]] == ["dark"]
    assert (dana["employeeId"], dana["employeeHireDate"], dana["department"]) == ("0042", "2024-05-01T00:00:00Z", "Woods")
    assert graph(world, daemon, f"users/{LEO.oid}/manager")["id"] == DANA.oid
    groups = {group["displayName"]: group for group in graph(world, daemon, "groups")["value"]}
    assert groups["Foresters"]["id"] == FORESTERS and groups["Everybody"]["groupTypes"] == ["Unified"]
    members = graph(world, daemon, f"groups/{FORESTERS}/transitiveMembers")["value"]
    assert {member["id"] for member in members} == {DANA.oid, GUS.oid}
    (organization,) = graph(world, daemon, "organization")["value"]
    shown = {name: organization[name] for name in ("id", "city", "country", "countryLetterCode", "preferredLanguage")}
    assert shown == {
        "id": WOODGROVE, "city": "Freiburg", "country": "Germany", "countryLetterCode": "DE", "preferredLanguage": "de",
    }  # fmt: skip
    assert organization["technicalNotificationMails"] == ["it@woodgrove.com"]
    (orders,) = graph(world, daemon, f"applications?$filter=appId eq '{ORDERS}'")["value"]
    assert [role["value"] for role in orders["appRoles"]] == ["Approver", "Orders.Process"]
    (vault,) = graph(world, daemon, f"servicePrincipals?$filter=appId eq '{VAULT}'")["value"]
    assert vault["servicePrincipalNames"] == [VAULT, "https://vault.woodgrove.test"]


def test_msgraph_sdk_reads_them_too(world, daemon):
    pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")
    from test_msgraph_sdk import conversing

    async def conversation(graph):
        groups = await graph.groups.get()
        members = await graph.groups.by_group_id(FORESTERS).members.get()
        return groups.value, members.value, (await graph.organization.get()).value[0], await graph.users.by_user_id(LEO.oid).manager.get()

    groups, members, organization, manager = conversing(world, daemon, conversation)
    assert [group.display_name for group in groups] == ["Foresters", "Everybody"]
    assert {member.id for member in members} == {DANA.oid, GUS.oid}
    assert (organization.id, organization.city, organization.country_letter_code) == (WOODGROVE, "Freiburg", "DE")
    assert manager.user_principal_name == DANA.name


def test_users_are_sorted_by_what_graph_sorts_them_by(world, daemon):
    def names(order, **headers):
        answer = world.http_session.get(
            f"{world.graph}/v1.0/users", params={"$orderby": order, "$select": "displayName", "$count": "true"},
            headers={"Authorization": f"Bearer {daemon}", **headers},
        )  # fmt: skip
        return answer.json()

    advanced = {"ConsistencyLevel": "eventual"}
    by_name = [user["displayName"] for user in names("displayName desc")["value"]]
    assert by_name == sorted(by_name, key=str.lower, reverse=True) and len(by_name) == 5
    assert len(names("createdDateTime", **advanced)["value"]) == 5
    assert names("createdDateTime")["error"]["code"] == "Request_UnsupportedQuery"
    assert "error" in names("jobTitle", **advanced)
