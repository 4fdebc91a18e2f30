"""A tenant as its administrators left it: the words of a scenario file are what a program reads from Graph."""

import pathlib

import pytest
from support.world import ALICE, CONTOSO, DAEMON

SCENARIO = str(pathlib.Path(__file__).parent / "scenarios" / "administered.yaml")


@pytest.fixture
def read(serve):
    server = serve(SCENARIO)
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
            "scope": "https://graph.microsoft.com/.default"}  # fmt: skip
    token = server.http_session.post(f"{server.authority}/{CONTOSO}/oauth2/v2.0/token", data=form).json()["access_token"]

    def get(path, version="v1.0"):
        answer = server.http_session.get(f"{server.graph}/{version}/{path}", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        return answer.json()

    return get


def test_what_the_tenant_allows_its_users(read):
    policy = read("policies/authorizationPolicy")
    assert policy["allowInvitesFrom"] == "adminsAndGuestInviters"
    allowed = policy["defaultUserRolePermissions"]
    assert (allowed["allowedToCreateSecurityGroups"], allowed["allowedToReadOtherUsers"]) == (False, False)


def test_who_holds_which_role(read):
    roles = {role["displayName"]: role["id"] for role in read("directoryRoles")["value"]}
    assert {"Reports Reader", "Groups Administrator", "Directory Readers"} <= set(roles)
    assert read(f"directoryRoles/{roles['Reports Reader']}/members")["value"] == []
    holders = {name: [one["displayName"] for one in read(f"directoryRoles/{roles[name]}/members")["value"]] for name in roles}
    assert holders["Groups Administrator"] == ["Clerks"]
    assert len(holders["Directory Readers"]) == 1


def test_what_a_policy_is_about(read):
    [policy] = read("identity/conditionalAccess/policies")["value"]
    users, apps = policy["conditions"]["users"], policy["conditions"]["applications"]
    [clerks] = [group["id"] for group in read("groups")["value"] if group["displayName"] == "Clerks"]
    assert users["includeGroups"] == users["excludeGroups"] == [clerks]
    assert len(users["includeRoles"]) == len(users["excludeRoles"]) == 1
    assert users["includeRoles"] != users["excludeRoles"]
    assert "GuestsOrExternalUsers" in users["includeUsers"]
    assert len(users["excludeUsers"]) == 2 and "GuestsOrExternalUsers" in users["excludeUsers"]
    assert apps["excludeApplications"] == ["00000003-0000-0000-c000-000000000000"]
    controls = policy["grantControls"]
    assert (controls["operator"], sorted(controls["builtInControls"])) == ("AND", ["compliantDevice", "mfa"])


def test_what_the_server_has_no_word_for_is_given_back(read):
    alice = read(f"users/{ALICE.name}?$select=authorizationInfo,customSecurityAttributes,mailboxSettings,print", "beta")
    assert alice["authorizationInfo"]["certificateUserIds"] == ["X509:<PN>alice@contoso.com"]
    assert alice["customSecurityAttributes"]["Marketing"]["Project"] == "Baker"
    assert alice["mailboxSettings"]["timeZone"] == "W. Europe Standard Time"
    assert alice["print"] == {"recentPrinterShares": []}
    [clerks] = [group["id"] for group in read("groups")["value"] if group["displayName"] == "Clerks"]
    assert read(f"groups/{clerks}")["preferredLanguage"] == "de"
    published = read(f"applications(appId='{DAEMON.id}')?$select=onPremisesPublishing", "beta")["onPremisesPublishing"]
    assert published == {"applicationType": "enterpriseapp"}
    assert read(f"servicePrincipals(appId='{DAEMON.id}')?$select=errorUrl", "beta")["errorUrl"] == "https://daemon.contoso.com/error"
