"""Managed identities in every place that has them, with azure-identity, msal and requests."""

import hashlib
import json
import os
import ssl
import time
from pathlib import Path

import jwt
import msal
import pytest
from support.msal_apps import Recorder

pytest.importorskip("azure.identity", reason="not installed beside this MSAL")

from azure.core.exceptions import ClientAuthenticationError  # noqa: E402
from azure.core.pipeline.policies import RetryPolicy  # noqa: E402
from azure.identity import CredentialUnavailableError, DefaultAzureCredential, ManagedIdentityCredential  # noqa: E402
from azure.identity._credentials import azure_arc  # noqa: E402

MANAGED = getattr(msal, "ManagedIdentityClient", None)
MACHINES = Path(__file__).parent / "scenarios/machines.yaml"
GRAPH = "https://graph.microsoft.com"
API = "api://contoso"
WORKER = "00000000-0000-4000-8000-00000000b001"
ELSEWHERE = "00000000-0000-4000-8000-00000000b002"
WORKER_RESOURCE = (
    "/subscriptions/11111111-2222-4333-8444-555555555555/resourcegroups/jobs"
    "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/worker"
)
VARIABLES = [
    "IDENTITY_ENDPOINT", "IDENTITY_HEADER", "IDENTITY_SERVER_THUMBPRINT", "IMDS_ENDPOINT", "MSI_ENDPOINT", "MSI_SECRET",
    "AZURE_POD_IDENTITY_AUTHORITY_HOST", "MSAL_MANAGED_IDENTITY_ENDPOINT", "DEFAULT_IDENTITY_CLIENT_ID", "AZURE_CLIENT_ID",
]  # fmt: skip


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})


@pytest.fixture(scope="session")
def arc_tokens(tmp_path_factory):
    return str(tmp_path_factory.mktemp("machine") / "arc")


@pytest.fixture
def machine(lend, arc_tokens):
    """A server that plays the machine, with a directory for the keys of Azure Arc."""
    server = lend(MACHINES, "--arc-tokens", arc_tokens)
    server.arc_tokens = arc_tokens
    return server


def thumbprint(server):
    host, port = server.authority.removeprefix("https://").split(":")
    return hashlib.sha1(ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, int(port))))).hexdigest()


def variables(place, server):
    return {
        "virtual machine": {"AZURE_POD_IDENTITY_AUTHORITY_HOST": server.http},
        "App Service": {"IDENTITY_ENDPOINT": f"{server.http}/MSI/token", "IDENTITY_HEADER": "mockidp"},
        "Container Apps": {"IDENTITY_ENDPOINT": f"{server.http}/msi/token", "IDENTITY_HEADER": "mockidp"},
        "Machine Learning": {"MSI_ENDPOINT": f"{server.http}/MSI/auth", "MSI_SECRET": "mockidp"},
        "old App Service": {"MSI_ENDPOINT": f"{server.http}/MSI/token", "MSI_SECRET": "mockidp"},
        "Cloud Shell": {"MSI_ENDPOINT": f"{server.http}/oauth2/token"},
        "Azure Arc": {
            "IDENTITY_ENDPOINT": f"{server.http}/arc/metadata/identity/oauth2/token", "IMDS_ENDPOINT": server.http,
        },
        "Service Fabric": {
            "IDENTITY_ENDPOINT": f"{server.authority}/service-fabric/metadata/identity/oauth2/token", "IDENTITY_HEADER": "mockidp",
            "IDENTITY_SERVER_THUMBPRINT": thumbprint(server),
        },
    }[place]  # fmt: skip


@pytest.fixture
def at(machine, monkeypatch):
    """Makes this process look as if it ran in that place."""

    def at(place):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables(place, machine).items():
            monkeypatch.setenv(name, value)
        # Libraries look for the keys of Azure Arc in a directory that belongs to root.
        monkeypatch.setattr(azure_arc, "_get_key_file_path", lambda: machine.arc_tokens)
        monkeypatch.setattr(msal.managed_identity, "_supported_arc_platforms_and_their_prefixes", {"linux": machine.arc_tokens})
        return machine

    return at


def credential(server, **names):
    return ManagedIdentityCredential(connection_verify=server.ca, retry_policy=RetryPolicy.no_retries(), **names)


PLACES = ["virtual machine", "App Service", "Container Apps", "Machine Learning", "Azure Arc"]
NAMED = {
    "nothing": ({}, "vm"), "a client id": ({"client_id": WORKER}, "worker"),
    "a resource id": ({"identity_config": {"resource_id": WORKER_RESOURCE}}, "worker"),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("place", ["virtual machine", "App Service", "Azure Arc"])
def test_azure_identity_gets_the_token_of_the_identity_it_names(at, place, name):
    given, alias = NAMED[name]
    server = at(place)
    token = claims(credential(server, **given).get_token(f"{API if alias == 'worker' else GRAPH}/.default").token)
    assert token["roles"] == (["Orders.Process"] if alias == "worker" else ["User.Read.All"])
    # An API of one's own is told neither the name nor the resource of the identity.
    if alias == "worker":
        assert token["azp"] == WORKER and not {"app_displayname", "xms_mirid"} & set(token)
    else:
        assert token["app_displayname"] == alias and token["xms_mirid"].endswith(alias)


@pytest.mark.parametrize("place", [*PLACES, "Service Fabric"])
def test_azure_identity_gets_the_machines_own_token_everywhere(at, place):
    server = at(place)
    token = credential(server).get_token(f"{GRAPH}/.default")
    assert claims(token.token)["app_displayname"] == "vm"
    assert token.expires_on == claims(token.token)["exp"]


def test_cloud_shells_token_is_its_users(at):
    server = at("Cloud Shell")
    token = claims(credential(server).get_token(f"{GRAPH}/.default").token)
    assert token["upn"].startswith("bob@")
    with pytest.raises((ClientAuthenticationError, CredentialUnavailableError, ValueError)):
        credential(server, client_id=WORKER).get_token(f"{GRAPH}/.default")


@pytest.mark.parametrize("place", PLACES)
def test_an_identity_that_is_not_assigned_is_refused(at, place):
    server = at(place)
    # Machine Learning answers with plain text, which the library cannot read (azure-sdk-for-python 32921).
    errors = (json.JSONDecodeError,) if place == "Machine Learning" else (ClientAuthenticationError, CredentialUnavailableError)
    with pytest.raises(errors) as refused:
        credential(server, client_id=ELSEWHERE).get_token(f"{GRAPH}/.default")
    assert place == "Machine Learning" or "decode" not in str(refused.value)
    assert server.exchanges()[-1]["status"] == 400


#: What each place answers for a resource that nobody knows, as the table of docs/managed-identity.md has it.
UNKNOWN_RESOURCE = [
    ("virtual machine", 400), ("App Service", 500), ("Container Apps", 500), ("Machine Learning", 400), ("Azure Arc", 400),
    ("Service Fabric", 400), ("Cloud Shell", 400),
]  # fmt: skip


@pytest.mark.parametrize("place, status", UNKNOWN_RESOURCE)
def test_an_unknown_resource_is_refused_as_the_table_says(at, place, status):
    server = at(place)
    # Machine Learning answers with plain text, which the library cannot read.
    errors = (ValueError,) if place == "Machine Learning" else (ClientAuthenticationError, CredentialUnavailableError)
    with pytest.raises(errors):
        credential(server).get_token("https://nope.example/.default")
    assert server.exchanges()[-1]["status"] == status


@pytest.mark.parametrize("place, name", [
    ("virtual machine", "AZURE_POD_IDENTITY_AUTHORITY_HOST"), ("App Service", "IDENTITY_ENDPOINT"), ("Machine Learning", "MSI_ENDPOINT"),
    ("Cloud Shell", "MSI_ENDPOINT"),
])  # fmt: skip
def test_every_place_is_there_by_tls(at, monkeypatch, place, name):
    server = at(place)
    monkeypatch.setenv(name, variables(place, server)[name].replace(server.http, server.authority))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", server.ca)
    assert credential(server).get_token(f"{GRAPH}/.default").token


def test_the_chain_comes_to_the_machines_identity(at, monkeypatch):
    server = at("virtual machine")
    for name in os.environ:
        if name.startswith("AZURE_") and name != "AZURE_POD_IDENTITY_AUTHORITY_HOST":
            monkeypatch.delenv(name)
    chain = DefaultAzureCredential(connection_verify=server.ca, managed_identity_client_id=WORKER)
    assert claims(chain.get_token(f"{API}/.default").token)["azp"] == WORKER


IDENTITIES = {
    "system": (lambda: msal.SystemAssignedManagedIdentity(), "vm"),
    "client": (lambda: msal.UserAssignedManagedIdentity(client_id=WORKER), "worker"),
    "resource": (lambda: msal.UserAssignedManagedIdentity(resource_id=WORKER_RESOURCE), "worker"),
}


@pytest.mark.parametrize("identity", IDENTITIES)
@pytest.mark.parametrize("place", [*PLACES, "Service Fabric"])
def test_msal_gets_a_token(at, place, identity):
    make, alias = IDENTITIES[identity]
    # The cluster says which identity an app has; MSAL names none.
    alias = "vm" if place == "Service Fabric" else alias
    server = at(place)
    answer = MANAGED(make(), http_client=Recorder(server.ca)).acquire_token_for_client(resource=GRAPH)
    assert claims(answer["access_token"])["app_displayname"] == alias, answer
    assert answer["expires_in"] > 40_000


@pytest.mark.parametrize("place, error", [
    ("virtual machine", "invalid_request"), ("App Service", "invalid_scope"),
])  # fmt: skip
def test_msal_reads_the_refusal(at, place, error):
    server = at(place)
    identity = msal.UserAssignedManagedIdentity(client_id=ELSEWHERE)
    answer = MANAGED(identity, http_client=Recorder(server.ca)).acquire_token_for_client(resource=GRAPH)
    assert answer["error"] == error
    assert answer["error_description"]


@pytest.mark.parametrize("place, status, error", [
    ("App Service", 403, None), ("Machine Learning", 401, None), ("Service Fabric", 404, "invalid_client"),
])  # fmt: skip
def test_msal_reads_the_refusal_of_a_wrong_header(at, monkeypatch, place, status, error):
    server = at(place)
    monkeypatch.setenv("MSI_SECRET" if place == "Machine Learning" else "IDENTITY_HEADER", "wrong")
    http = Recorder(server.ca)
    client = MANAGED(msal.SystemAssignedManagedIdentity(), http_client=http)
    if error:
        assert client.acquire_token_for_client(resource=GRAPH)["error"] == error
    else:
        # An answer that is not JSON is not one of MSAL's errors.
        with pytest.raises(ValueError):
            client.acquire_token_for_client(resource=GRAPH)
    assert server.exchanges()[-1]["status"] == status


def test_an_unknown_resource_is_named_by_its_number(at):
    server = at("virtual machine")
    answer = MANAGED(msal.SystemAssignedManagedIdentity(), http_client=Recorder(server.ca)).acquire_token_for_client(
        resource="https://nowhere.test"
    )
    assert answer["error"] == "invalid_resource"
    assert answer["error_description"].startswith("AADSTS500011: ")


def test_a_machine_is_told_its_region(at):
    server = at("virtual machine")
    server.post_control("rules", {"when": {"endpoint": "machineMetadata", "occurrence": 1}, "then": {"respond": {"status": 410, "body": "later"}}})
    where = f"{server.http}/metadata/instance/compute/location?api-version=2020-06-01&format=text"
    assert server.http_session.get(where, headers={"Metadata": "true"}).status_code == 410
    answer = server.http_session.get(where, headers={"Metadata": "true"})
    assert (answer.text, answer.headers["Content-Type"]) == ("northeurope", "text/plain; charset=utf-8")


def test_the_old_app_service_writes_dates(at):
    server = at("old App Service")
    answer = server.http_session.get(
        os.environ["MSI_ENDPOINT"], headers={"secret": "mockidp"}, params={"api-version": "2017-09-01", "resource": GRAPH, "clientid": WORKER}
    ).json()
    assert time.strptime(answer["expires_on"], "%m/%d/%Y %H:%M:%S +00:00")
    assert answer["client_id"] == WORKER.upper()


def test_a_key_of_azure_arc_is_on_disk_until_it_is_used(at):
    server = at("Azure Arc")
    where, headers = variables("Azure Arc", server)["IDENTITY_ENDPOINT"], {"Metadata": "true"}
    params = {"api-version": "2020-06-01", "resource": GRAPH}
    challenge = server.http_session.get(where, params=params, headers=headers)
    path = challenge.headers["WWW-Authenticate"].removeprefix("Basic realm=")
    assert challenge.status_code == 401 and os.path.dirname(path) == server.arc_tokens
    key = Path(path).read_text()
    proof = {**headers, "Authorization": f"Basic {key}"}
    assert server.http_session.get(where, params=params, headers=proof).status_code == 200
    assert not os.path.exists(path)
    assert server.http_session.get(where, params=params, headers=proof).status_code == 403


def test_a_machine_that_is_still_starting_is_asked_again(at):
    server = at("virtual machine")
    server.post_control("rules", {
        "when": {"endpoint": "managedIdentity", "occurrence": 1},
        "then": {"respond": {"status": 410, "json": {"error": "gone", "error_description": "The endpoint is being updated."}}},
    })  # fmt: skip
    begin = time.monotonic()
    token = ManagedIdentityCredential(connection_verify=server.ca).get_token(f"{GRAPH}/.default").token
    assert claims(token)["app_displayname"] == "vm"
    assert [one["status"] for one in server.exchanges()] == [410, 200]
    assert time.monotonic() - begin < 30


def test_an_identity_proves_an_app(at):
    server = at("virtual machine")
    identity = claims(credential(server, client_id=WORKER).get_token(f"{API}/.default").token)
    body = {"federatedCredentials": [{"name": "mi", "issuer": f"{server.authority}/{identity['tid']}/v2.0", "subject": identity["oid"]}]}
    assert server.http_session.patch(f"{server.control}/apps/daemon", json=body).ok
    # The issuer is the name by which the identity's token was asked for.
    answer = server.http_session.get(
        f"{server.authority}/metadata/identity/oauth2/token", headers={"Metadata": "true"},
        params={"api-version": "2018-02-01", "resource": "api://AzureADTokenExchange", "client_id": WORKER},
    )  # fmt: skip
    proof = json.loads(answer.text)["access_token"]
    assert claims(proof)["ver"] == "2.0"
    app = msal.ConfidentialClientApplication(
        "dae30000-0000-4000-8000-000000000004", client_credential={"client_assertion": proof},
        authority=f"{server.authority}/{identity['tid']}", instance_discovery=False, http_client=Recorder(server.ca),
    )  # fmt: skip
    assert "access_token" in app.acquire_token_for_client([f"{GRAPH}/.default"])
