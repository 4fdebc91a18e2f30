"""The shell's client, with the requests of a terminal."""

import json
import os
import shutil
import subprocess
from urllib.parse import quote

import pytest
from support.requests_by_hand import grant
from support.world import ALICE, CONTOSO, MOBILE

pytestmark = pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")


def curl(server, *arguments):
    command = ["curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "10", "--cacert", server.ca, *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_configuration(happy):
    run = curl(happy, "--fail", f"{happy.authority}/{CONTOSO}/v2.0/.well-known/openid-configuration")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["issuer"] == f"{happy.authority}/{CONTOSO}/v2.0"


def test_without_the_certificate_authority_curl_refuses(happy):
    run = subprocess.run(
        ["curl", "--silent", "--noproxy", "*", "--max-time", "10", f"{happy.authority}/common/v2.0/.well-known/openid-configuration"],
        capture_output=True,
    )  # fmt: skip
    assert run.returncode == 60


@pytest.mark.parametrize("version", ["--tlsv1.2", "--tlsv1.3"])
def test_both_tls_versions(happy, version):
    maximum = version.removeprefix("--tlsv")
    run = curl(happy, version, "--tls-max", maximum, "--fail", f"{happy.authority}/common/discovery/v2.0/keys")
    assert run.returncode == 0, run.stderr


def test_a_sign_in_a_code_and_me(happy, browser):
    granted = grant(happy, browser, scope="openid offline_access https://graph.microsoft.com/.default")
    data = [word for item in granted.form.items() for word in ("--data-urlencode", "=".join(item))]
    run = curl(happy, "--fail", *data, f"{happy.authority}/common/oauth2/v2.0/token")
    assert run.returncode == 0, run.stderr
    token = json.loads(run.stdout)["access_token"]
    run = curl(happy, "--fail", "--header", f"Authorization: Bearer {token}", f"{happy.graph}/v1.0/me")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["userPrincipalName"] == ALICE.name


def test_silence_without_a_session(happy):
    url = (
        f"{happy.authority}/common/oauth2/v2.0/authorize?client_id={MOBILE.id}&response_type=code&prompt=none"
        f"&redirect_uri={quote(MOBILE.redirect_uri, safe='')}&scope=openid%20User.Read&state=12345"
    )
    run = curl(happy, "--output", "/dev/null", "--write-out", "%{http_code} %{redirect_url}", url)
    status, _, location = run.stdout.partition(" ")
    assert status == "302"
    assert location.startswith(f"{MOBILE.redirect_uri}/?error=login_required&error_description=AADSTS50058%3a+") or (
        location.startswith(f"{MOBILE.redirect_uri}?error=login_required&error_description=AADSTS50058%3a+")
    )


def test_it_goes_by_a_name_it_was_given(serve):
    name = "login.microsoftonline.com"
    server = serve("happy-path", arguments=["--hostname", name])
    port = server.authority.rpartition(":")[2]
    run = curl(
        server, "--fail", "--connect-to", f"{name}:443:localhost:{port}",
        f"https://{name}/{CONTOSO}/v2.0/.well-known/openid-configuration",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["issuer"] == f"https://{name}/{CONTOSO}/v2.0"


@pytest.mark.parametrize("name", ["login.microsoftonline.com", "login.windows.net", "sts.windows.net"])
def test_it_answers_under_microsofts_names_where_those_lead_to_it(happy, name):
    host = happy.authority.removeprefix("https://")
    run = curl(
        happy, "--fail", "--connect-to", f"{name}:443:{host}",
        f"https://{name}/{CONTOSO}/v2.0/.well-known/openid-configuration",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["issuer"] == f"https://login.microsoftonline.com/{CONTOSO}/v2.0"


def test_the_forward_proxy_answers_for_the_real_names(happy):
    run = subprocess.run(
        ["curl", "--silent", "--show-error", "--max-time", "10", "--cacert", happy.ca, "--proxy", happy.http,
         f"https://login.microsoftonline.com/{CONTOSO}/v2.0/.well-known/openid-configuration"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["issuer"] == f"https://login.microsoftonline.com/{CONTOSO}/v2.0"


# As Microsoft's pages on managed identities have it, with this server's address in the place of the service's

IMDS = """curl -s 'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fmanagement.azure.com%2F' \\
  -H Metadata:true"""
APP_SERVICE = """curl -s "$IDENTITY_ENDPOINT?resource=https://vault.azure.net&api-version=2019-08-01" -H "X-IDENTITY-HEADER: $IDENTITY_HEADER\""""
ARC = """ChallengeTokenPath=$(curl -s -D - -H Metadata:true "http://127.0.0.1:40342/metadata/identity/oauth2/token?api-version=2019-11-01&resource=https%3A%2F%2Fmanagement.azure.com" | grep Www-Authenticate | cut -d "=" -f 2 | tr -d "[:cntrl:]")
ChallengeToken=$(cat $ChallengeTokenPath)
if [ $? -ne 0 ]; then
    echo "Could not retrieve challenge token, double check that this command is run with root privileges."
else
    curl -s -H Metadata:true -H "Authorization: Basic $ChallengeToken" "http://127.0.0.1:40342/metadata/identity/oauth2/token?api-version=2019-11-01&resource=https%3A%2F%2Fmanagement.azure.com"
fi"""


@pytest.mark.parametrize("script, place, resource", [
    (IMDS, "http://169.254.169.254", "https://management.azure.com/"),
    (APP_SERVICE, None, "https://vault.azure.net"), (ARC, "http://127.0.0.1:40342", "https://management.azure.com"),
], ids=["virtual machine", "App Service", "Azure Arc"])  # fmt: skip
def test_the_commands_of_microsofts_pages(serve, tmp_path, script, place, resource):
    server = serve("happy-path", arguments=["--arc-tokens", str(tmp_path / "arc")])
    if place:
        script = script.replace(place, server.http + ("/arc" if "40342" in place else ""))
    run = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "IDENTITY_ENDPOINT": server.http + "/MSI/token", "IDENTITY_HEADER": "mockidp", "no_proxy": "*"},
    )  # fmt: skip
    answer = json.loads(run.stdout)
    assert answer["resource"] == resource and answer["access_token"].count(".") == 2, run.stdout
