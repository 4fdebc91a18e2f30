"""`mockidp exec` around real clients, which know nothing but the environment it gives them."""

import json
import os
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from support.binary import BINARY

DAEMON = """
import os, msal
app = msal.ConfidentialClientApplication(
    os.environ["MOCKIDP_DAEMON_CLIENT_ID"], client_credential=os.environ["MOCKIDP_DAEMON_CLIENT_SECRET"],
    authority=os.environ["MOCKIDP_AUTHORITY"], instance_discovery=False)
answer = app.acquire_token_for_client(["https://graph.microsoft.com/.default"])
assert "access_token" in answer, answer
"""

AZURE = """
from azure.identity import EnvironmentCredential
token = EnvironmentCredential(disable_instance_discovery=True).get_token("https://graph.microsoft.com/.default")
assert token.token.startswith("eyJ")
"""


@pytest.fixture
def run(home, tmp_path):
    """Runs `mockidp exec` with these words and returns how it ended."""

    def run(*words, **environment):
        return subprocess.run(
            [str(BINARY), "exec", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, cwd=tmp_path,
            env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"], **environment},
        )  # fmt: skip

    return run


def test_msal_finds_the_server_and_trusts_it(run):
    ended = run("--expect", "event=token.issued,grant=client_credentials,client=daemon,count=1", sys.executable, "-c", DAEMON)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == ""
    assert "1 expectation met" in ended.stderr


def test_the_azure_sdk_does_too(run):
    pytest.importorskip("azure.identity")
    ended = run("--expect", "event=token.issued,count=1", "--", sys.executable, "-c", AZURE)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_curl_does_too(run):
    ended = run("sh", "-c", 'curl -fsS "$MOCKIDP_AUTHORITY/v2.0/.well-known/openid-configuration"')
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["token_endpoint"].startswith("https://localhost:")


def test_what_did_not_happen_is_told(run, tmp_path):
    ended = run(
        "--scenario", "expired-refresh", "--junit", "verdict.xml", "--journal", "journal.json", "--", sys.executable, "-c", DAEMON
    )  # fmt: skip
    assert ended.returncode == 3
    assert "not met  token.refused, AADSTS700082: expected once, found never" in ended.stderr
    suite = ElementTree.parse(tmp_path / "verdict.xml").getroot()
    assert suite.get("name") == "mockidp.expired-refresh"
    assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) > 0
    journal = json.loads((tmp_path / "journal.json").read_text())
    assert any(exchange.get("grant") == "client_credentials" for exchange in journal)


def test_a_failed_command_stays_one(run):
    ended = run("--scenario", "client-secret-expired", "--quiet", sys.executable, "-c", DAEMON + DAEMON)
    assert ended.returncode == 1
    assert "AADSTS7000222" in ended.stderr
    assert "refused" in ended.stderr


def test_commands_within_reach_the_server(run):
    ended = run("--", "sh", "-c", f'"{BINARY}" clock advance 90d && "{BINARY}" token --decode && "{BINARY}" advice')
    assert ended.returncode == 0, ended.stderr
    assert "90 d ahead" in ended.stdout
    assert "nothing to advise" in ended.stdout


def test_a_bad_habit_is_advised_against(run):
    form = "grant_type=password&client_id=$MOCKIDP_CLIENT_ID&scope=openid&username=$MOCKIDP_USERNAME&password=$MOCKIDP_PASSWORD"
    ended = run("sh", "-c", f'curl -sS -d "{form}" "$MOCKIDP_AUTHORITY/oauth2/v2.0/token"')
    assert ended.returncode == 0, ended.stderr
    assert "password-grant  mobile: 1 token request used grant_type=password" in ended.stderr
    assert "no-correlation-id  mobile: its token request has none" in ended.stderr


WORLDS = """
import os, pathlib, requests
control, base = os.environ["MOCKIDP_CONTROL"], os.environ["MOCKIDP_URL"]
scenario = "scenario: idle\\nrules: [{ name: never, when: { endpoint: userInfo }, then: [ refuse: AADSTS90033 ] }]"
for name, more in (("t1", {}), ("t2", {"scenario": scenario})):
    world = requests.post(f"{control}/worlds", json={"name": name, **more}).json()
    form = {"grant_type": "password", "client_id": os.environ["MOCKIDP_CLIENT_ID"], "scope": "User.Read",
            "username": world["users"][0]["userPrincipalName"], "password": world["users"][0]["password"]}
    answer = requests.post(f"{world['authority']}/oauth2/v2.0/token", data=form)
    assert answer.status_code == 200, answer.text
    if name == "t1":
        requests.post(f"{world['control']}/reset", json={})
        assert requests.delete(world["control"]).status_code == 204
"""


@pytest.mark.parametrize("count, code", [(2, 0), (3, 3)])
def test_the_verdict_is_about_all_worlds_of_the_run(run, tmp_path, count, code):
    ended = run(
        "--expect", f"event=token.issued,user=alice,count={count}", "--journal", "journal.json", "--", sys.executable, "-c", WORLDS
    )  # fmt: skip
    assert ended.returncode == code, ended.stderr
    assert "2 exchanges in 2 worlds" in ended.stderr
    assert "Rules that nothing has fitted: never (idle)" in ended.stderr
    assert [exchange["world"] for exchange in json.loads((tmp_path / "journal.json").read_text())] == ["t1", "t2"]
