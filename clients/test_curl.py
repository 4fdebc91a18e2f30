"""The shell's client, with the requests of a terminal."""

import json
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
