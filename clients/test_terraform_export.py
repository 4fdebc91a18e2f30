"""A tenant that is exported for Terraform: a parser of its language reads it, and Graph knows every object that it imports."""

import pathlib
import re
import subprocess

import pytest
from support.binary import BINARY
from support.terraform_plan import Plan

hcl2 = pytest.importorskip("hcl2", reason="python-hcl2 is not installed here")

SCENARIO = str(pathlib.Path(__file__).parent / "scenarios" / "registered.yaml")
SCOPES = "Directory.Read.All Application.Read.All Policy.Read.All RoleManagement.Read.Directory DelegatedPermissionGrant.Read.All"
#: An import id of Terraform's own, and where Graph has the object.
OWN_FORMS = [
    (r"([^/]+)/tokenSigningCertificate/([^/]+)", "/{kind}/{0}?$select=keyCredentials", lambda one: [key["keyId"] for key in one["keyCredentials"]]),
    (
        r"/servicePrincipals/([^/]+)/claimsMappingPolicies/([^/]+)",
        "/servicePrincipals/{0}/claimsMappingPolicies",
        lambda one: [policy["id"] for policy in one["value"]],
    ),
    (r"([^/]+)/federatedIdentityCredential/([^/]+)", "/applications/{0}/federatedIdentityCredentials/{1}", None),
    (r"([^/]+)/certificate/([^/]+)", "/{kind}/{0}?$select=keyCredentials", lambda one: [key["keyId"] for key in one["keyCredentials"]]),
    (
        r"([^/]+)/preAuthorizedApplication/([^/]+)",
        "/applications/{0}?$select=api",
        lambda one: [client["appId"] for client in one["api"]["preAuthorizedApplications"]],
    ),
]


def plain(value):
    """The text of a label or a quoted value, whichever way the parser gives it."""
    return value.strip('"') if isinstance(value, str) else value


def blocks(document, kind):
    """The blocks of a kind by their address."""
    found = {}
    for item in document.get(kind, []):
        for first, named in item.items():
            for second, body in named.items():
                found[f"{plain(first)}.{plain(second)}"] = body
    return found


def export(server, **query):
    answer = server.http_session.get(f"{server.control}/export", params={"format": "terraform", **query})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/hcl"
    return answer.text


@pytest.fixture
def server(serve):
    return serve(SCENARIO)


@pytest.fixture
def token(server):
    order = {"client": "mobile", "user": "admin", "scope": " ".join(f"https://graph.microsoft.com/{one}" for one in SCOPES.split())}
    return server.http_session.post(f"{server.control}/tokens", json=order).json()["token"]


def test_every_import_names_an_object_of_graph(server, token):
    document = hcl2.loads(export(server))
    made = blocks(document, "resource")
    imports = [(plain(one["to"]).strip("${}"), plain(one["id"])) for one in document["import"]]
    assert [address for address, _ in imports] == list(made)
    kinds = {address.split(".")[0] for address in made}
    assert kinds >= {
        "azuread_user", "azuread_group", "azuread_application", "azuread_service_principal", "azuread_app_role_assignment",
        "azuread_service_principal_delegated_permission_grant", "azuread_service_principal_certificate",
        "azuread_application_certificate", "azuread_named_location", "azuread_conditional_access_policy", "azuread_directory_role_assignment",
    }  # fmt: skip
    missing = []
    for address, id in imports:
        path, listed, key = id, None, None
        for form, place, list_of in OWN_FORMS:
            if found := re.fullmatch(form, id):
                kind = "servicePrincipals" if address.startswith("azuread_service_principal") else "applications"
                path, listed, key = place.format(*found.groups(), kind=kind), list_of, found[2]
        answer = server.http_session.get(f"{server.graph}/v1.0{path}", headers={"Authorization": f"Bearer {token}"})
        if answer.status_code != 200 or (listed and key not in listed(answer.json())):
            missing.append((address, id, answer.status_code, answer.text[:200]))
    assert missing == []


def test_every_reference_leads_to_a_block(server):
    text = export(server)
    document = hcl2.loads(text)
    known = set(blocks(document, "resource")) | {f"data.{address}" for address in blocks(document, "data")}
    # What stands in quotes is a text and no reference.
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    named = {one.rsplit(".", 1)[0] for one in re.findall(r"(?:data\.)?azuread_\w+\.[\w-]+\.\w+", bare)}
    assert named and named <= known


LIBRARY = pathlib.Path(__file__).parent.parent / "scenarios"
OWN = pathlib.Path(__file__).parent / "scenarios"
EVERYTHING = """
scenario: planned
world:
  users:
    alice: { showInAddressList: true }
    bob: { showInAddressList: false, passwordPolicies: DisableStrongPassword }
  groups:
    team:
      displayName: Team
      groupTypes: [Unified]
      mailEnabled: true
      theme: Purple
      resourceBehaviorOptions: [WelcomeEmailDisabled]
      resourceProvisioningOptions: [Team]
      writebackConfiguration: { isEnabled: true, onPremisesGroupType: universalSecurityGroup }
  apps:
    wiki:
      type: web
      identifierUris: [https://wiki.test/saml]
      web: { redirectUris: [https://wiki.test/saml/acs] }
      appRoles: [{ id: 60000000-0000-4000-8000-0000000000b1, displayName: Everybody, allowedMemberTypes: [User] }]
      assignments: [{ role: 60000000-0000-4000-8000-0000000000b1, users: [alice] }]
      claimsMappingPolicy:
        claimsSchema: [{ source: user, id: employeeid, samlClaimType: "https://wiki.test/number", jwtClaimType: number }]
      saml: { signing: both, certificates: [{ name: old, expiresIn: 30d, active: true }, { name: new, expiresIn: 900d }] }
  policies:
    - { name: flows, users: [alice], authenticationFlows: [deviceCode, transfer], require: block }
    - { name: kinds and places, users: [alice], clientApps: [browser], places: [elsewhere], require: mfa }
    - { name: guests, guests: true, require: mfa, signInFrequency: 1h }
    - name: as a client wrote it
      enabled: false
      require: mfa
      graph:
        state: disabled
        conditions:
          clientAppTypes: [browser, mobileAppsAndDesktopClients]
          applications:
            includeApplications: [All]
            applicationFilter: { mode: include, rule: CustomSecurityAttribute.Set_Name -eq "x" }
          users:
            includeGuestsOrExternalUsers:
              guestOrExternalUserTypes: internalGuest,b2bCollaborationGuest
              externalTenants: { membershipKind: all }
          devices: { deviceFilter: { mode: exclude, rule: device.isCompliant -eq True } }
          platforms: { includePlatforms: [all], excludePlatforms: [iOS] }
        grantControls: { operator: OR, builtInControls: [], authenticationStrength: { id: 00000000-0000-0000-0000-000000000004 } }
        sessionControls: { persistentBrowser: { isEnabled: true, mode: never } }
"""


def shape(text, world):
    """The configuration without what is each world's own, so that worlds with the same objects are looked at once."""
    for tenant in world["tenants"]:
        for domain in tenant["domains"]:
            text = text.replace(domain, tenant["alias"])
    # What is listed by ids stands in another order in each world.
    return "\n".join(sorted(re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9+/_-]{40,}", "", text).splitlines()))


def test_a_plan_has_no_difference(serve):
    """Of every seeded world, and of those whose file says much: each attribute is what the provider reads."""
    server = serve("happy-path")
    scenarios = {file.stem: file.stem for file in sorted(LIBRARY.glob("*.yaml"))} | {"planned": EVERYTHING}
    for name in ("registered", "administered", "own-users"):
        scenarios[name] = (OWN / f"{name}.yaml").read_text(encoding="utf-8")
    seen, found = set(), {}
    for name, scenario in scenarios.items():
        answer = server.http_session.post(f"{server.control}/worlds", json={"name": "planned", "scenario": scenario, "ids": "own"})
        assert answer.status_code == 201, answer.text
        world = answer.json()
        text = server.http_session.get(f"{world['control']}/export", params={"format": "terraform"})
        assert text.status_code == 200, text.text
        if shape(text.text, world) not in seen:
            seen.add(shape(text.text, world))
            if differences := planned(server, world, text.text):
                found[name] = differences
        server.http_session.delete(f"{server.control}/worlds/planned")
    assert len(seen) > 5
    assert found == {}


def planned(server, world, text):
    tenant = next((one["alias"] for one in world["tenants"] if one.get("main")), None)
    order = {"scope": "https://graph.microsoft.com/.default", "claims": {"roles": SCOPES.split()}, "tenant": tenant}
    client = min(world["apps"], key=lambda app: "secret" not in app)["alias"]
    made = server.http_session.post(f"{world['control']}/tokens", json={"client": client, **order}).json()
    token = made.get("token")
    assert token, made

    def get(path):
        # The token tells the world.
        answer = server.http_session.get(server.graph + path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code in (200, 404), f"{path}: {answer.text}"
        return answer.json() if answer.status_code == 200 else None

    return Plan(hcl2.loads(text), get).differences()


def test_a_group_needs_the_permissions_of_the_page_and_no_more(serve, tmp_path):
    """The requests of azuread_group, by the app of docs/terraform.md."""
    page = (pathlib.Path(__file__).parent.parent / "docs" / "terraform.md").read_text(encoding="utf-8")
    file = tmp_path / "company.yaml"
    file.write_text(re.search(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1], encoding="utf-8")
    server = serve(file)
    form = {
        "grant_type": "client_credentials", "client_id": "0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c31", "client_secret": "pipeline-secret",
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    token = server.token(form, "6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42").json()["access_token"]

    def call(status, method, path, body=None):
        answer = server.http_session.request(method, server.graph + path, headers={"Authorization": f"Bearer {token}"}, json=body)
        assert answer.status_code == status, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    def reference(id):
        return f"https://graph.microsoft.com/v1.0/directoryObjects/{id}"

    [pipeline] = call(200, "GET", f"/v1.0/servicePrincipals?$filter=appId eq '{form['client_id']}'")["value"]
    [ada] = call(200, "GET", "/v1.0/users?$filter=userPrincipalName eq 'ada@woodgrove.com'")["value"]
    body = {
        "displayName": "TF", "groupTypes": [], "mailEnabled": False, "mailNickname": "tf", "securityEnabled": True,
        "owners@odata.bind": [reference(pipeline["id"])],
    }  # fmt: skip
    path = "/beta/groups/" + call(201, "POST", "/beta/groups", body)["id"]
    call(204, "PATCH", path, {"description": "by Terraform"})
    call(204, "POST", f"{path}/members/$ref", {"@odata.id": reference(ada["id"])})
    call(204, "POST", f"{path}/owners/$ref", {"@odata.id": reference(ada["id"])})
    assert call(200, "GET", path)["description"] == "by Terraform"
    assert [one["id"] for one in call(200, "GET", f"{path}/members")["value"]] == [ada["id"]]
    assert {one["id"] for one in call(200, "GET", f"{path}/owners")["value"]} == {ada["id"], pipeline["id"]}
    call(200, "GET", f"{path}/memberOf")
    call(200, "GET", f"/v1.0/directoryObjects/{ada['id']}")
    call(204, "DELETE", f"{path}/members/{ada['id']}/$ref")
    call(204, "DELETE", path)
    call(404, "GET", path)


def test_the_command_writes_the_same_as_the_server_says(server, tmp_path):
    def run(*words):
        return subprocess.run(
            [BINARY, "world", "export", *words, "--url", server.control.split("/_mockidp")[0], "--ca", server.ca],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    file = tmp_path / "main.tf"
    made = run("--terraform", "--output", str(file))
    assert made.returncode == 0, made.stderr
    assert file.read_text() == export(server)
    fabrikam = run("--terraform", "--tenant", "fabrikam")
    assert fabrikam.stdout == export(server, tenant="fabrikam") != file.read_text()
    unknown = run("--terraform", "--tenant", "nowhere")
    assert unknown.returncode != 0 and "nowhere" in unknown.stderr and "fabrikam" in unknown.stderr
    for words, part in ((("--terraform", "--json"), "cannot be used together"), (("--tenant", "fabrikam"), "goes with --terraform only")):
        refused = run(*words)
        assert refused.returncode == 2 and part in refused.stderr
