"""What `mockidp snippet` prints, held against what the library does with it. `test_environment` runs the others."""

import json
import os
import shutil
import subprocess
import sys

import pytest
import yaml
from support.binary import BINARY
from support.browser import Browser
from support.world import ALICE, CONTOSO

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


DAEMON_LIBRARY = {"msal-python-daemon": "msal", "azure-identity-certificate": "azure.identity"}


@pytest.mark.parametrize("name", DAEMON_LIBRARY)
def test_a_daemon_proves_itself_with_the_published_certificate(snippet, happy, name):
    pytest.importorskip(DAEMON_LIBRARY[name])
    printing = "print(result['access_token'])\n" if name.startswith("msal") else "print(token.token)\n"
    assert happy.me(python(snippet(name) + printing), "/v1.0/users").status_code == 200


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
def test_aspnet_has_its_own_name_or_microsofts_and_no_mixture(snippet, happy, name):
    settings = json.loads(snippet(name))["AzureAd"]
    if name == "aspnet":
        document = happy.http_session.get(settings["Authority"] + "/.well-known/openid-configuration").json()
        assert document["issuer"] == settings["Authority"]
        assert "Instance" not in settings
    else:
        assert settings["Instance"] == "https://login.microsoftonline.com/" and settings["TenantId"] == CONTOSO


@pytest.mark.parametrize("path, registered", [("/signin-oidc", True), ("/signout-callback-oidc", True), ("/another", False)])
def test_aspnets_paths_are_registered_on_any_port(snippet, happy, path, registered):
    settings = json.loads(snippet("aspnet"))["AzureAd"]
    parameters = {"client_id": settings["ClientId"], "response_type": "code", "scope": "openid"}
    page = happy.get(f"/{CONTOSO}/oauth2/v2.0/authorize", params={**parameters, "redirect_uri": f"https://localhost:7001{path}"})
    assert ("AADSTS50011" not in page.text) == registered
    assert registered == (path == settings["CallbackPath"] or path.startswith("/signout"))


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
