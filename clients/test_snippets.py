"""What `mockidp snippet` prints, run as it is printed where its language is at hand, and parsed elsewhere."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml
from support.binary import BINARY
from support.browser import Browser
from support.world import ALICE, CONTOSO, GRAPH

NAMES = subprocess.run([str(BINARY), "snippet", "--list"], capture_output=True, text=True, check=True).stdout
NAMES = [line.split()[0] for line in NAMES.splitlines()]


@pytest.fixture
def snippet(happy, home, tmp_path):
    """The text of a snippet for the shared server."""

    def text(name):
        run = subprocess.run(
            [str(BINARY), "snippet", name, "--ready-file", str(happy.ready_file), "--directory", str(tmp_path / "trust")],
            capture_output=True, text=True, env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}, timeout=60,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        return run.stdout

    return text


def python(text, **variables):
    run = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=60, env={"PATH": os.environ["PATH"], **variables}
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize("bundle", [None, "another"])
def test_msal_for_python_signs_in(snippet, happy, tmp_path, bundle):
    certifi = pytest.importorskip("certifi")
    variables = {} if bundle is None else {"REQUESTS_CA_BUNDLE": certifi.where()}
    code = snippet("msal-python") + "print(flow['auth_uri'])\n"
    address = python(code, **variables)
    assert address.startswith(f"{happy.authority}/{CONTOSO}/oauth2/v2.0/authorize")
    answer = Browser(happy).sign_in(address, ALICE)
    assert answer.parameters["code"]


def test_the_azure_sdk_for_python_gets_a_token(snippet):
    pytest.importorskip("azure.identity")
    assert python(snippet("azure-identity") + "print(token.token)\n").count(".") == 2


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")
def test_curl_reads_the_users(snippet):
    run = subprocess.run(["sh", "-e", "-c", snippet("curl")], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert ALICE.name in {user["userPrincipalName"] for user in json.loads(run.stdout)["value"]}


@pytest.mark.parametrize("name", ["msal-js", "msal-node", "msal-node-daemon", "msal-node-device-code", "azure-identity-js", "passport",
                                  "openid-client", "authjs", "playwright"])  # fmt: skip
@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node here")
def test_node_reads_it(snippet, name):
    run = subprocess.run(["node", "--input-type=module", "--check"], input=snippet(name), capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", ["msal-go", "azure-identity-go"])
@pytest.mark.skipif(not shutil.which("gofmt"), reason="there is no Go here")
def test_gofmt_would_write_it_so(snippet, name):
    whole = "package sample\n\nfunc sample() {\n" + "".join(f"\t{line}\n" for line in snippet(name).splitlines()) + "}\n"
    run = subprocess.run(["gofmt"], input=whole, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout == whole


def test_springs_redirect_uri_is_where_it_listens_and_is_registered(snippet, happy):
    text = snippet("spring")
    client = yaml.safe_load(text)["spring"]["security"]["oauth2"]["client"]
    path = client["registration"]["entra"]["redirect-uri"].removeprefix("{baseUrl}")
    assert f'baseUri("{path}")' in text
    issuer = client["provider"]["entra"]["issuer-uri"]
    document = happy.http_session.get(issuer + "/.well-known/openid-configuration").json()
    assert document["issuer"] == issuer
    # The page of a redirect URI that is not registered says AADSTS50011.
    page = happy.get(
        f"/{CONTOSO}/oauth2/v2.0/authorize",
        params={
            "client_id": client["registration"]["entra"]["client-id"], "response_type": "code", "scope": "openid",
            "redirect_uri": "http://localhost:8081" + path,
        },
    )  # fmt: skip
    assert page.status_code == 200 and "AADSTS50011" not in page.text


def test_springs_user_name_is_in_userinfo(snippet, happy):
    provider = yaml.safe_load(snippet("spring"))["spring"]["security"]["oauth2"]["client"]["provider"]["entra"]
    made = happy.post_control("tokens", {"client": "mobile", "user": "alice", "scope": "openid profile"}).json()
    answer = happy.http_session.get(f"{happy.graph}/oidc/userinfo", headers={"Authorization": f"Bearer {made['token']}"})
    assert answer.status_code == 200, answer.text
    assert provider["user-name-attribute"] in answer.json()


@pytest.mark.parametrize("name", ["aspnet", "aspnet-graph"])
def test_the_settings_of_aspnet_are_json_with_comments(snippet, happy, name):
    settings = json.loads(re.sub(r"^//[^\n]*\n", "", snippet(name), flags=re.MULTILINE))["AzureAd"]
    if name == "aspnet":
        document = happy.http_session.get(settings["Authority"] + "/.well-known/openid-configuration").json()
        assert document["issuer"] == settings["Authority"]
        assert "Instance" not in settings
    else:
        assert settings["Instance"] == "https://login.microsoftonline.com/" and settings["TenantId"] == CONTOSO


@pytest.mark.parametrize("name", NAMES)
def test_every_snippet_has_this_servers_values(snippet, happy, name):
    text = snippet(name)
    values = (happy.authority, happy.http, CONTOSO, GRAPH)
    assert any(value in text for value in values), text
    assert "CLIENT_ID_OF" not in text and "\\(" not in text


def test_the_proxy_is_found_inside_of_exec(home, tmp_path):
    line = 'mockidp env --proxy --format dotenv | grep "^HTTPS_PROXY=" && echo "expected $MOCKIDP_PROXY"'
    (tmp_path / "mockidp").symlink_to(BINARY)
    run = subprocess.run(
        [str(BINARY), "exec", "--quiet", "--", "sh", "-c", line], capture_output=True, text=True, timeout=60,
        env={"MOCKIDP_HOME": str(home), "PATH": f"{tmp_path}:/usr/bin:/bin"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found, expected = run.stdout.splitlines()
    assert expected.removeprefix("expected ") in found
