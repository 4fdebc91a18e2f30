"""What `mockidp env` and `mockidp snippet` print, in the hands of those it is for."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from support.binary import BINARY
from support.browser import Browser
from support.world import ALICE, CONTOSO

SUPPORT = Path(__file__).parent / "support"
DISCOVERY = f"/{CONTOSO}/v2.0/.well-known/openid-configuration"
REAL = "https://login.microsoftonline.com" + DISCOVERY


def mockidp(server, home, directory, *words):
    environment = {"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}
    run = subprocess.run(
        [str(BINARY), *words, "--ready-file", str(server.ready_file), "--directory", str(directory)],
        capture_output=True, text=True, env=environment, timeout=60,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture
def environment(happy, home, tmp_path):
    """The variables as a shell takes them from `mockidp env`."""

    def variables(*words):
        script = tmp_path / "env.sh"
        script.write_text(mockidp(happy, home, tmp_path / "trust files", "env", *words) + "env -0\n")
        run = subprocess.run(["sh", str(script)], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
        assert run.returncode == 0, run.stderr
        return dict(line.split("=", 1) for line in run.stdout.split("\0") if line)

    return variables


def issuer(run):
    assert run.returncode == 0, run.stderr
    status, body = run.stdout.split("\n", 1)
    assert status == "200"
    return json.loads(body)["issuer"]


def java(url, environment):
    return subprocess.run(
        ["java", str(SUPPORT / "java/Get.java"), url], capture_output=True, text=True, env=environment, timeout=120
    )


def node(url, environment):
    return subprocess.run(["node", str(SUPPORT / "get.mjs"), url], capture_output=True, text=True, env=environment, timeout=60)


needs_java = pytest.mark.skipif(not shutil.which("javac"), reason="there is no Java development kit here")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node here")
needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")


@needs_java
def test_java_trusts_the_server(happy, environment):
    assert issuer(java(happy.authority + DISCOVERY, environment())) == f"{happy.authority}/{CONTOSO}/v2.0"


@needs_java
def test_java_goes_to_the_real_name_through_the_proxy(environment):
    assert issuer(java(REAL, environment("--proxy"))) == f"https://login.microsoftonline.com/{CONTOSO}/v2.0"


@needs_java
def test_without_the_trust_store_java_refuses(happy, environment):
    variables = environment()
    del variables["JAVA_TOOL_OPTIONS"]
    run = java(happy.authority + DISCOVERY, variables)
    assert run.returncode != 0
    assert "PKIX" in run.stderr


@needs_node
def test_node_trusts_the_server(happy, environment):
    assert issuer(node(happy.authority + DISCOVERY, environment())) == f"{happy.authority}/{CONTOSO}/v2.0"


@needs_node
def test_without_the_variable_node_refuses(happy, environment):
    variables = environment()
    del variables["NODE_EXTRA_CA_CERTS"]
    run = node(happy.authority + DISCOVERY, variables)
    assert run.returncode == 1
    # Which of the two depends on whether the server sends its authority along.
    assert run.stderr.strip() in ("SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE")


@needs_curl
@pytest.mark.parametrize("keep", ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
def test_curl_takes_either_variable(environment, keep):
    variables = {name: value for name, value in environment("--proxy").items() if name == keep or name.lower().endswith("_proxy")}
    run = subprocess.run(["curl", "--silent", "--show-error", "--fail", REAL], capture_output=True, text=True, env=variables)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["issuer"] == f"https://login.microsoftonline.com/{CONTOSO}/v2.0"


@needs_curl
def test_an_unknown_host_is_refused_and_in_the_journal(serve, home, tmp_path):
    server = serve("happy-path")
    lines = mockidp(server, home, tmp_path, "env", "--proxy", "--format", "github").splitlines()
    variables = dict(line.split("=", 1) for line in lines)
    run = subprocess.run(["curl", "--silent", "--fail", "https://example.com/"], capture_output=True, env=variables)
    # Versions of curl disagree about the code for a refused CONNECT.
    assert run.returncode in (22, 56)
    assert [(e["endpoint"], e["status"]) for e in server.exchanges()] == [("proxy", 403)]


def test_a_name_that_this_machine_does_not_find_is_no_hindrance(serve, home, tmp_path):
    """The custom domain of a B2C tenant is a name of the server. Commands ask by `localhost`, and the proxy leads apps to the name."""
    server = serve("happy-path", arguments=["--hostname", "login.shop.example"])
    lines = mockidp(server, home, tmp_path, "env", "--proxy", "--format", "github").splitlines()
    told = dict(line.split("=", 1) for line in lines)
    assert {urlsplit(told[name]).hostname for name in ("MOCKIDP_URL", "MOCKIDP_CONTROL", "MOCKIDP_PROXY")} == {"localhost"}
    run = subprocess.run([BINARY, "journal"], capture_output=True, text=True, timeout=60, env=told)
    assert run.returncode == 0, run.stderr
    port = urlsplit(server.authority).port
    document = requests.get(
        f"https://login.shop.example:{port}/{CONTOSO}/v2.0/.well-known/openid-configuration",
        proxies={"https": told["MOCKIDP_PROXY"]}, verify=told["MOCKIDP_CA"], timeout=20,
    ).json()  # fmt: skip
    assert document["token_endpoint"] == f"https://login.shop.example:{port}/{CONTOSO}/oauth2/v2.0/token"


def test_the_proxy_of_a_server_that_is_named_is_found(happy, home, tmp_path):
    run = subprocess.run(
        [BINARY, "env", "--proxy", "--url", happy.authority, "--format", "github", "--directory", tmp_path],
        capture_output=True, text=True, timeout=60, env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert dict(line.split("=", 1) for line in run.stdout.splitlines())["HTTPS_PROXY"].rstrip("/") == happy.http.rstrip("/")


PYTHON = {
    "requests": "import requests, sys; print(requests.get(sys.argv[1], timeout=20).json()['issuer'])",
    "httpx": "import httpx, sys; print(httpx.get(sys.argv[1], timeout=20).json()['issuer'])",
    "urllib": "import json, sys, urllib.request as r; print(json.load(r.urlopen(sys.argv[1], timeout=20))['issuer'])",
    # The defaults of a shipped app: the real authority, and instance discovery on.
    "msal": "import msal; print(msal.PublicClientApplication('30b11e00-0000-4000-8000-000000000001', "
    "authority='https://login.microsoftonline.com/organizations').authority.token_endpoint)",
}


@pytest.mark.parametrize("library", PYTHON)
def test_python_through_the_proxy(environment, library):
    pytest.importorskip(library)
    variables = environment("--proxy")
    run = subprocess.run(
        [sys.executable, "-c", PYTHON[library], REAL], capture_output=True, text=True, env=variables, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("https://login.microsoftonline.com/")


def test_the_bundle_holds_the_roots_too(happy, home, tmp_path):
    mockidp(happy, home, tmp_path, "env")
    own = Path(happy.ca).read_text()
    assert (tmp_path / "ca.pem").read_text() == own
    bundle = (tmp_path / "bundle.pem").read_text()
    assert bundle.endswith(own)
    system = Path("/etc/ssl/certs/ca-certificates.crt")
    if system.exists():
        assert bundle.count("BEGIN CERTIFICATE") == system.read_text().count("BEGIN CERTIFICATE") + 1


# Snippets


def snippet(happy, home, tmp_path, name):
    return mockidp(happy, home, tmp_path, "snippet", name)


def test_the_snippet_for_msal_python_signs_in(happy, home, tmp_path, monkeypatch):
    # The snippet sets it, and clients of other tests would trust the server by it.
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "")
    names = {}
    exec(snippet(happy, home, tmp_path, "msal-python"), names)
    app, flow = names["app"], names["flow"]
    arrival = Browser(happy).sign_in(flow["auth_uri"], ALICE)
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert result.get("id_token_claims", result)["preferred_username"] == ALICE.name
    assert happy.me(result["access_token"]).status_code == 200


def test_the_snippet_for_azure_identity_gets_a_token(happy, home, tmp_path):
    pytest.importorskip("azure.identity")
    names = {}
    exec(snippet(happy, home, tmp_path, "azure-identity"), names)
    assert happy.me(names["token"].token, "/v1.0/users").status_code == 200


@needs_curl
def test_the_snippet_for_curl_reads_users(happy, home, tmp_path):
    text = snippet(happy, home, tmp_path, "curl")
    run = subprocess.run(["sh", "-e"], input=text, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert run.returncode == 0, run.stderr
    assert ALICE.name in [user["userPrincipalName"] for user in json.loads(run.stdout)["value"]]


@pytest.mark.parametrize("name", ["msal-android", "aspnet", "aspnet-graph", "blazor"])
def test_snippets_that_are_json_are_json(happy, home, tmp_path, name):
    assert json.loads(snippet(happy, home, tmp_path, name))


@needs_node
@pytest.mark.parametrize("name", [
    "msal-js", "msal-node", "msal-node-daemon", "msal-node-device-code", "azure-identity-js", "passport", "openid-client", "authjs", "playwright",
    "node-saml",
])
def test_snippets_in_javascript_parse(happy, home, tmp_path, name):
    module = tmp_path / "snippet.mjs"
    module.write_text(snippet(happy, home, tmp_path, name))
    run = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_no_snippet_lacks_its_server(happy, home, tmp_path):
    names = mockidp(happy, home, tmp_path, "snippet", "--list").splitlines()
    assert len(names) == 56
    for name in (line.split()[0] for line in names):
        text = snippet(happy, home, tmp_path, name)
        # The seeded world has no app that signs in by SAML.
        of_saml = name in (
            "python3-saml", "pysaml2", "node-saml", "spring-saml", "ruby-saml", "go-saml", "sustainsys-saml2", "mod-auth-mellon",
        )  # fmt: skip
        assert of_saml == ("CLIENT_ID" in text) and "CLIENT_SECRET" not in text
        # These keep Microsoft's names, and a managed identity has no authority.
        if name not in ("msal-android", "aspnet-graph", "msal-dotnet-managed-identity", "databricks"):
            assert happy.authority in text
