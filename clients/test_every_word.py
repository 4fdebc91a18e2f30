"""Every word of users, groups, tenants and apps: what the file says is what Graph shows and what decides."""

import re
from pathlib import Path

import jwt
import pytest
from support.browser import Browser, Page
from support.msal_apps import _app, confidential_app, public_app, sign_in
from support.world import App, User
from test_msal_grants import THUMBPRINT, private_key

import msal

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed here")

FILE = Path(__file__).parent / "scenarios" / "every-word.yaml"
WORLD = yaml.safe_load(FILE.read_text(encoding="utf-8"))["world"]
TENANT = "wide.onmicrosoft.com"
GUIDE = App("00000000-0000-4000-8000-00000000a006", secret="guide-secret")
EVERYTHING = App("00000000-0000-4000-8000-00000000a001", "https://every.wide.test/callback", "every-secret")
SWITCHED = App("00000000-0000-4000-8000-00000000a007", "https://switched.wide.test/callback", "switched-secret")
ROLES = ["https://graph.microsoft.com/.default"]

#: Words that Graph has in another place, or not at all.
NOT_PROPERTIES = {"tenant", "photo", "type", "members", "membershipRuleProcessingState"} - {"membershipRuleProcessingState"}

#: Words of tenants that Graph has in another place, or not at all.
NOT_OF_ORGANIZATIONS = {"userConsent", "adminConsentWorkflow", "unmanaged", "licenses", "premium"}


@pytest.fixture(scope="module")
def wide(home, tmp_path_factory):
    from support.binary import BINARY
    from support.server import Server

    server = Server(BINARY, FILE, home, tmp_path_factory.mktemp("every-word"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def token(wide):
    answer = confidential_app(wide, tenant=TENANT, app=GUIDE).acquire_token_for_client(ROLES)
    assert "access_token" in answer, answer
    return answer["access_token"]


def graph(wide, token, path):
    answer = wide.me(token, f"/v1.0/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def shown(value):
    """A value of the file in Graph's form: a date alone is midnight in UTC."""
    if hasattr(value, "isoformat"):
        return f"{value.isoformat()}T00:00:00Z"
    return value


def said(entry):
    return {name: shown(value) for name, value in entry.items() if name not in NOT_PROPERTIES}


def test_graph_shows_every_property_of_a_user(wide, token):
    words = said(WORLD["users"]["whole"])
    found = graph(wide, token, f"users/whole@wide.test?$select={','.join(words)}")
    assert {name: found[name] for name in words} == words
    photo = wide.me(token, "/v1.0/users/whole@wide.test/photo/$value")
    assert photo.status_code == 200 and photo.content.startswith(b"\xff\xd8\xff")


@pytest.mark.parametrize("alias", ["united", "synced", "ruled"])
def test_graph_shows_every_property_of_a_group(wide, token, alias):
    words = said(WORLD["groups"][alias])
    (group,) = [one for one in graph(wide, token, "groups")["value"] if one["displayName"] == words["displayName"]]
    found = graph(wide, token, f"groups/{group['id']}?$select={','.join(words)}")
    assert {name: found[name] for name in words} == words


def test_graph_shows_every_property_of_a_tenant(wide, token):
    words = {name: shown(value) for name, value in WORLD["tenants"]["wide"].items() if name not in NOT_OF_ORGANIZATIONS}
    (found,) = graph(wide, token, "organization")["value"]
    domains = {domain["name"]: (domain["isInitial"], domain["isDefault"]) for domain in found["verifiedDomains"]}
    assert domains == {"wide.test": (False, False), TENANT: (True, True)}
    del words["verifiedDomains"]
    assert {name: found[name] for name in words} == words
    initial = [domain["id"] for domain in graph(wide, token, "domains")["value"] if domain["isDefault"] and domain["isInitial"]]
    assert initial == [TENANT]


def test_graph_shows_licenses_and_the_last_sign_in(wide, token):
    words = WORLD["users"]["licensed"]
    (product,) = graph(wide, token, "subscribedSkus")["value"]
    assert (product["skuPartNumber"], product["prepaidUnits"]["enabled"], product["consumedUnits"]) == ("ENTERPRISEPACK", 3, 1)
    assert product["skuId"] == words["assignedLicenses"][0]["skuId"]
    found = graph(wide, token, f"users/{words['id']}?$select=assignedLicenses,signInActivity")
    assert found["assignedLicenses"] == words["assignedLicenses"]
    activity = {name: shown(value) for name, value in words["signInActivity"].items()}
    assert {name: found["signInActivity"][name] for name in activity} == activity


def test_what_was_removed_is_gone(wide, token):
    spa = "59a00000-0000-4000-8000-000000000002"
    form = {"grant_type": "client_credentials", "client_id": spa, "client_secret": "x", "scope": ROLES[0]}
    assert wide.token(form, "contoso.onmicrosoft.com").json()["error_codes"] == [700016]


def test_graph_shows_every_word_of_an_app(wide, token):
    (app,) = graph(wide, token, f"applications?$filter=appId eq '{EVERYTHING.id}'")["value"]
    words = WORLD["apps"]["everything"]
    assert (app["signInAudience"], app["identifierUris"]) == (words["audience"], words["identifierUris"])
    assert app["spa"]["redirectUris"] == words["spa"]["redirectUris"]
    assert app["web"]["homePageUrl"] == words["homePageUrl"] and app["web"]["logoutUrl"] == words["logoutUrl"]
    assert set(words["redirectUris"]) <= set(app["web"]["redirectUris"])
    assert app["web"]["implicitGrantSettings"] == {"enableAccessTokenIssuance": True, "enableIdTokenIssuance": True}
    assert app["isFallbackPublicClient"] is True
    (scope,) = app["api"]["oauth2PermissionScopes"]
    assert {name: scope[name] for name in words["oauth2PermissionScopes"][0]} == words["oauth2PermissionScopes"][0]
    (role,) = app["appRoles"]
    assert {name: role[name] for name in words["appRoles"][0]} == words["appRoles"][0]
    assert app["api"]["knownClientApplications"] == ["00000000-0000-4000-8000-00000000a002"]
    (trusted,) = app["api"]["preAuthorizedApplications"]
    assert trusted["delegatedPermissionIds"] == [scope["id"]]
    assert app["api"]["acceptMappedClaims"] is True and app["api"]["requestedAccessTokenVersion"] in (None, 1)
    assert app["optionalClaims"]["accessToken"][0]["additionalProperties"] == ["cloud_displayname"]
    (secret,) = app["passwordCredentials"]
    assert (secret["keyId"], secret["hint"]) == ("00000000-0000-4000-8000-00000000b003", "eve")
    (small,) = graph(wide, token, "applications?$filter=appId eq '00000000-0000-4000-8000-00000000a002'")["value"]
    (key,) = small["keyCredentials"]
    assert (key["keyId"], key["displayName"]) == ("00000000-0000-4000-8000-00000000b004", "a key as Graph has it")
    assert small["requiredResourceAccess"] == WORLD["apps"]["small"]["requiredResourceAccess"]
    (switched,) = graph(wide, token, f"applications?$filter=appId eq '{SWITCHED.id}'")["value"]
    assert switched["web"]["homePageUrl"] == "https://switched.wide.test"
    assert switched["web"]["implicitGrantSettings"] == {"enableAccessTokenIssuance": False, "enableIdTokenIssuance": True}


@pytest.mark.parametrize(
    "alias, password, code",
    [
        ("spoken", "Sp0ken-word", None), ("digested", "D1gested-word", None), ("off", "Passw0rd!", 50057),
        ("gone", "Passw0rd!", 50034), ("away", "Passw0rd!", 53003), ("barred", "Passw0rd!", 50053),
        ("blocked", "Passw0rd!", 500532),
    ],
)  # fmt: skip
def test_a_user_signs_in_as_the_file_says(wide, alias, password, code):
    app = public_app(wide, tenant=TENANT, app=App(EVERYTHING.id, "https://every.wide.test/callback"))
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=EVERYTHING.redirect_uri)
    browser = Browser(wide)
    place = browser.submit(browser.open(flow["auth_uri"]), {"loginfmt": f"{alias}@{TENANT}"})
    if isinstance(place, Page) and "passwd" in place.form.fields:
        place = browser.submit(place, {"passwd": password})
    codes = [page.code for page in browser.pages if page.code] or [int(n) for n in re.findall(r"AADSTS(\d+)", getattr(place, "html", ""))]
    assert (codes[:1] or [None]) == [code], getattr(place, "text", place)


@pytest.mark.parametrize("alias, page", [("stale", "ConvergedChangePassword"), ("careful", "ConvergedTFA")])
def test_a_user_is_asked_for_more(wide, alias, page):
    app = public_app(wide, tenant=TENANT, app=App(EVERYTHING.id, "https://every.wide.test/callback"))
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=EVERYTHING.redirect_uri)
    browser = Browser(wide)
    place = browser.submit(browser.open(flow["auth_uri"]), {"loginfmt": f"{alias}@{TENANT}"})
    assert browser.submit(place, {"passwd": "Passw0rd!"}).id == page


@pytest.mark.parametrize(
    "client, secret, codes",
    [
        ("a002", "small-secret", None), ("a002", "another", [7000215]), ("a004", "over-secret", [7000222]),
        ("a005", "closed-secret", [7000112]),
    ],
)  # fmt: skip
def test_an_app_proves_itself_as_the_file_says(wide, client, secret, codes):
    app = confidential_app(wide, tenant=TENANT, app=App(f"00000000-0000-4000-8000-00000000{client}", secret=secret))
    assert app.acquire_token_for_client(ROLES).get("error_codes") == codes


@pytest.mark.parametrize("client", ["a002", "a003"])
def test_a_certificate_in_each_form_proves_an_app(wide, client):
    credential = {"private_key": private_key(), "thumbprint": THUMBPRINT}
    app = App(f"00000000-0000-4000-8000-00000000{client}")
    made = _app(msal.ConfidentialClientApplication, wide, TENANT, app, None, client_credential=credential)
    assert "access_token" in made.acquire_token_for_client(ROLES)


def test_what_was_consented_to_is_not_asked_and_tokens_live_as_long_as_they_shall(wide):
    app = confidential_app(wide, tenant=TENANT, app=EVERYTHING)
    user = User("whole@wide.test", None, "Whole Word")
    browser = Browser(wide)
    result = sign_in(app, browser, user, ["User.Read"], redirect_uri=EVERYTHING.redirect_uri)
    assert "access_token" in result, result
    assert "Consent" not in " ".join(page.id for page in browser.pages)
    claims = jwt.decode(result["id_token"], options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == 2100 and "acct" in claims
    # The assignment in Graph's form.
    assert claims["roles"] == ["Reader"]


@pytest.mark.parametrize("changes, asked", [({}, False), ({"scopes": ["Mail.Read"]}, True), ({"claims": "c1"}, True)])
def test_policies_ask_where_they_say(wide, changes, asked):
    """Of Wendy a second factor is asked for her mail and in the context c1, and for nothing else."""
    app = confidential_app(wide, tenant=TENANT, app=EVERYTHING)
    claims = changes.get("claims") and '{"id_token":{"acrs":{"essential":true,"value":"c1"}}}'
    flow = app.initiate_auth_code_flow(
        changes.get("scopes", ["User.Read"]), redirect_uri=EVERYTHING.redirect_uri, claims_challenge=claims or None
    )
    browser = Browser(wide)
    place = browser.submit(browser.open(flow["auth_uri"]), {"loginfmt": f"wendy@{TENANT}"})
    place = browser.submit(place, {"passwd": "Passw0rd!"})
    assert (getattr(place, "id", "") == "ConvergedTFA") == asked, getattr(place, "id", place)
