"""`mockidp exec --as` and `env --as`: each credential of the chain of azure-identity, alone and by the chain."""

import json
import os
import subprocess
import sys

import pytest
from support.binary import BINARY

pytest.importorskip("azure.identity", reason="not installed beside this MSAL")

PROGRAM = """
import base64, json, sys
import azure.identity as identity
kind = getattr(identity, sys.argv[1])
arguments = {} if sys.argv[1] in ("AzureCliCredential", "AzureDeveloperCliCredential") else {"disable_instance_discovery": True}
if sys.argv[1] == "ManagedIdentityCredential":
    arguments = {}
try:
    token = kind(**arguments).get_token(sys.argv[2]).token
except Exception as error:
    print(json.dumps({"error": type(error).__name__, "message": str(error)}))
else:
    body = token.split(".")[1]
    print(json.dumps(json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))))
"""
GRAPH = "https://graph.microsoft.com/.default"
IDENTITY, DAEMON, CLI = "contoso-identity", "Contoso Daemon", "Microsoft Azure CLI"


@pytest.fixture
def run(home, tmp_path):
    """What a program of azure-identity gets in that place: the claims of its token, or its error."""

    def run(place, credential, *words, scope=GRAPH, **environment):
        ended = subprocess.run(
            [str(BINARY), "exec", "--quiet", "--as", place, *words, "--", sys.executable, "-c", PROGRAM, credential, scope],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, cwd=tmp_path,
            env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path), **environment},
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        return json.loads(ended.stdout)

    return run


ALONE = [
    ("managed-identity", "ManagedIdentityCredential", IDENTITY), ("app-service", "ManagedIdentityCredential", IDENTITY),
    ("container-apps", "ManagedIdentityCredential", IDENTITY), ("machine-learning", "ManagedIdentityCredential", IDENTITY),
    ("service-fabric", "ManagedIdentityCredential", IDENTITY), ("cloud-shell", "ManagedIdentityCredential", CLI),
    ("workload-identity", "WorkloadIdentityCredential", DAEMON), ("service-principal", "EnvironmentCredential", DAEMON),
    ("azure-cli", "AzureCliCredential", CLI), ("azure-developer-cli", "AzureDeveloperCliCredential", CLI),
]  # fmt: skip


@pytest.mark.parametrize("place, credential, name", ALONE, ids=[one[0] for one in ALONE])
def test_each_credential_of_the_chain_has_its_place(run, place, credential, name):
    assert run(place, credential)["app_displayname"] == name


def test_a_machines_real_address_is_led_to_the_server(run):
    assert run("managed-identity", "ManagedIdentityCredential", "--proxy")["app_displayname"] == IDENTITY


MSAL = """
import base64, json, msal, requests
answer = msal.ManagedIdentityClient(msal.SystemAssignedManagedIdentity(), http_client=requests.Session()).acquire_token_for_client(
    resource="https://graph.microsoft.com")
body = answer["access_token"].split(".")[1]
print(json.dumps(json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))))
"""


@pytest.mark.parametrize("place", ["managed-identity", "app-service", "machine-learning", "service-fabric"])
def test_msal_gets_the_machines_token_there(home, tmp_path, place):
    ended = subprocess.run(
        [str(BINARY), "exec", "--quiet", "--proxy", "--as", place, "--", sys.executable, "-c", MSAL],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, cwd=tmp_path,
        env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["app_displayname"] == IDENTITY


CHAIN = ["managed-identity", "workload-identity", "service-principal", "azure-cli", "azure-developer-cli"]


@pytest.mark.parametrize("place", CHAIN)
def test_the_chain_ends_at_the_place(run, place):
    # What another place would set does not count.
    other = {"AZURE_USERNAME": "u", "AZURE_PASSWORD": "p", "MSI_SECRET": "s"}
    claims = run(place, "DefaultAzureCredential", **other)
    assert claims["app_displayname"] == {name: app for name, _, app in ALONE}[place]


@pytest.mark.parametrize("place", CHAIN)
def test_the_chain_ends_at_the_place_through_the_proxy_too(run, place):
    # Nobody but a virtual machine has instance metadata, so the chain goes on.
    claims = run(place, "DefaultAzureCredential", "--proxy")
    assert claims["app_displayname"] == {name: app for name, _, app in ALONE}[place]


@pytest.mark.parametrize("place", ["managed-identity", "azure-cli"])
@pytest.mark.parametrize("credential", ["EnvironmentCredential", "WorkloadIdentityCredential"])
def test_no_other_credential_is_available_there(run, place, credential):
    assert run(place, credential)["error"] in ("CredentialUnavailableError", "ValueError")


def test_who_it_is_can_be_chosen(run):
    assert run("azure-cli", "AzureCliCredential", "--identity", "bob")["upn"].startswith("bob@")
    assert run("service-principal", "EnvironmentCredential", "--identity", "web")["app_displayname"] == "Contoso Web"


def test_a_tool_is_refused_as_a_real_one(run, tmp_path):
    file = tmp_path / "revoked.yaml"
    file.write_text(
        "scenario: revoked\nrules:\n- { when: { endpoint: token }, then: { refuse: AADSTS50173 } }\n", encoding="utf-8"
    )
    answer = run("azure-cli", "AzureCliCredential", "--scenario", str(file))
    assert answer["error"] in ("ClientAuthenticationError", "CredentialUnavailableError")
    answer = run("azure-developer-cli", "AzureDeveloperCliCredential", "--scenario", str(file))
    assert "AADSTS50173" in answer["message"]


def test_a_credential_of_the_scenario_is_kept(run, tmp_path):
    file = tmp_path / "cluster.yaml"
    file.write_text(
        """\
scenario: cluster
world:
  apps:
    daemon:
      federatedCredentials:
        - { name: pod, issuer: "https://cluster.test/1/", subject: "system:serviceaccount:shop:cart", keys: { keys: [] } }
""",
        encoding="utf-8",
    )
    assert run("workload-identity", "WorkloadIdentityCredential", "--scenario", str(file))["app_displayname"] == DAEMON


def test_azure_arc_needs_the_directory_of_its_agent(home, tmp_path):
    ended = subprocess.run(
        [str(BINARY), "exec", "--as", "azure-arc", "--", "sh", "-c", "echo $IDENTITY_ENDPOINT $IMDS_ENDPOINT"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, cwd=tmp_path,
        env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    if ended.returncode == 125:
        assert "make the directory as root" in ended.stderr
    else:
        assert "/arc/metadata/identity/oauth2/token http://" in ended.stdout


@pytest.mark.parametrize("place, line", [
    ("managed-identity", "export AZURE_POD_IDENTITY_AUTHORITY_HOST="), ("azure-cli", "export PATH="),
    ("workload-identity", "export AZURE_FEDERATED_TOKEN_FILE="),
])  # fmt: skip
def test_env_does_the_same_for_a_running_server(serve, home, tmp_path, place, line):
    server = serve("happy-path")

    def env(*words):
        return subprocess.run(
            [str(BINARY), "env", "--url", server.authority, "--proxy-url", server.http, "--directory", str(tmp_path / "trust"), *words],
            capture_output=True, text=True, timeout=60, env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]},
        )  # fmt: skip

    ended = env("--as", place)
    assert ended.returncode == 0, ended.stderr
    assert line in ended.stdout and "unset MSI_SECRET\n" in ended.stdout
    credential, name = {one[0]: one[1:] for one in ALONE}[place]
    script = f'eval "$ENVIRONMENT"; exec "{sys.executable}" -c "$PROGRAM" {credential} {GRAPH}'
    answer = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "ENVIRONMENT": ended.stdout, "PROGRAM": PROGRAM, "MSI_SECRET": "s", "MOCKIDP_HOME": str(home)},
    )  # fmt: skip
    assert json.loads(answer.stdout)["app_displayname"] == name, answer.stderr


POD = """\
scenario: pod
world:
  apps:
    daemon:
      federatedCredentials:
        - { name: pod, issuer: "https://cluster.test/1/", subject: "system:serviceaccount:shop:cart", keys: { keys: [] } }
"""


@pytest.mark.parametrize("words, code", [
    ([], None), (["--subject", "system:serviceaccount:shop:till"], "AADSTS700213"), (["--issuer", "https://cluster.test/1"], "AADSTS700211"),
    (["--audience", "api://other"], "AADSTS700212"), (["--claim", "exp=1700000000"], "AADSTS700024"),
])  # fmt: skip
def test_the_token_of_a_pod_fits_or_is_refused(home, tmp_path, words, code):
    (tmp_path / "pod.yaml").write_text(POD, encoding="utf-8")
    script = '"$0" workload-token --file token "$@" && AZURE_FEDERATED_TOKEN_FILE=$PWD/token exec "$PYTHON" -c "$PROGRAM" WorkloadIdentityCredential ' + GRAPH
    ended = subprocess.run(
        [str(BINARY), "exec", "--quiet", "--scenario", "./pod.yaml", "--", "sh", "-c", script, str(BINARY), *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, cwd=tmp_path,
        env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"], "PYTHON": sys.executable, "PROGRAM": PROGRAM},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    answer = json.loads(ended.stdout)
    if code is None:
        assert answer["app_displayname"] == DAEMON
    else:
        assert code in answer["message"], answer
