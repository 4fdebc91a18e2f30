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


def shape(text):
    """The configuration without ids, so that worlds with the same objects are looked at once."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|id = \"[^\"]*\"|[A-Za-z0-9+/_-]{40,}", "", text)


def test_a_plan_has_no_difference(serve):
    """Of every seeded world, and of those whose file says much: each attribute is what the provider reads."""
    server = serve("happy-path")
    seen, found = set(), {}
    for file in [*sorted(LIBRARY.glob("*.yaml")), OWN / "registered.yaml", OWN / "administered.yaml", OWN / "own-users.yaml"]:
        scenario = file.stem if file.parent == LIBRARY else file.read_text(encoding="utf-8")
        answer = server.http_session.post(f"{server.control}/worlds", json={"name": "planned", "scenario": scenario, "ids": "asWritten"})
        assert answer.status_code == 201, answer.text
        world = answer.json()
        try:
            text = server.http_session.get(f"{world['control']}/export", params={"format": "terraform"})
            assert text.status_code == 200, text.text
            if shape(text.text) not in seen:
                seen.add(shape(text.text))
                if differences := planned(server, world, text.text):
                    found[file.stem] = differences
        finally:
            server.http_session.delete(f"{server.control}/worlds/planned")
    assert len(seen) > 5
    assert found == {}


def planned(server, world, text):
    order = {"user": world["users"][0]["alias"], "scope": " ".join(f"https://graph.microsoft.com/{one}" for one in SCOPES.split())}
    token = server.http_session.post(f"{world['control']}/tokens", json={"client": "mobile", **order}).json()["token"]

    def get(path):
        answer = server.http_session.get(world["graph"].removesuffix("/v1.0") + path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code in (200, 404), f"{path}: {answer.text}"
        return answer.json() if answer.status_code == 200 else None

    return Plan(hcl2.loads(text), get).differences()


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
