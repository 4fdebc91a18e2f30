"""`mockidp exec` around real clients, which know nothing but the environment it gives them."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
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


# Apps that stay as they are

REAL = "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"
ISSUER = "https://login.microsoftonline.com/{tenantid}/v2.0"
needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node here")


@needs_curl
def test_an_app_that_stays_as_it_is_goes_through_the_proxy(run):
    ended = run("--proxy", "--", "curl", "-fsS", REAL)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["issuer"] == ISSUER


@needs_curl
def test_a_further_name_is_in_its_certificate(run):
    script = (
        'port=${MOCKIDP_URL##*:}; curl -fsS --noproxy "*" --connect-to "idp.test:$port:localhost:$port" '
        '"https://idp.test:$port/organizations/v2.0/.well-known/openid-configuration"; echo; echo "$port"'
    )
    document, port = run("--hostname", "idp.test", "--", "sh", "-c", script).stdout.splitlines()
    assert json.loads(document)["token_endpoint"] == f"https://idp.test:{port}/organizations/oauth2/v2.0/token"
    # It is not one of its names otherwise.
    ended = run("--", "sh", "-c", script)
    assert "SSL" in ended.stderr, ended.stderr


@needs_curl
def test_env_works_within(run):
    ended = run("--", "sh", "-c", f'eval "$("{BINARY}" env --proxy)" && curl -fsS {REAL}')
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["issuer"] == ISSUER


@pytest.mark.parametrize("words", ["--proxy", "--prxy"])
def test_the_shell_line_ends_when_there_is_no_server(home, words):
    line = f'eval "$("{BINARY}" env {words} --url https://localhost:1)" && echo the app runs'
    ended = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]})
    assert ended.returncode != 0
    assert ended.stdout == "" and ended.stderr != ""


@needs_curl
def test_the_refusal_says_what_explain_says(run):
    script = f'curl -sS http://example.com/; echo; "{BINARY}" journal; "{BINARY}" explain 1'
    ended = run("--proxy", "--verbose", "--", "sh", "-c", script)
    body, *journal = ended.stdout.splitlines()
    told = json.loads(body)["error_description"]
    assert told == (
        "mockidp: example.com is not a host that is answered here, and nothing goes out; let it through with --proxy-passthrough example.com."
    )
    assert "403  GET example.com/" in journal[0]
    assert "nothing goes out; let it through" in " ".join(" ".join(journal[1:]).split())
    assert "GET example.com/" in ended.stderr


@needs_curl
@pytest.mark.parametrize("way", ["option", "variable", "file"])
def test_hosts_are_let_through(run, serve, tmp_path, way):
    port = serve("happy-path").authority.rsplit(":", 1)[1]
    (tmp_path / "hosts").write_text(f"# Another server.\n127.0.0.1:{port}\n")
    words = {"option": ["--proxy-passthrough", f"127.0.0.1:{port}"], "file": ["--proxy-passthrough", "@hosts"], "variable": []}[way]
    variables = {"MOCKIDP_PROXY_PASSTHROUGH": f"other.test, 127.0.0.1:{port}"} if way == "variable" else {}
    url = f"https://127.0.0.1:{port}/common/v2.0/.well-known/openid-configuration"
    ended = run("--proxy", *words, "--", "curl", "-fsS", "--noproxy", "", url, **variables)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["issuer"].startswith(f"https://127.0.0.1:{port}/")


IGNORES_PROXIES = f"""
import json, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({{}}))
print(json.load(opener.open({REAL!r}, timeout=20))["issuer"])
"""


def test_what_ignores_proxies_is_caught_by_a_hosts_file(run):
    before = open("/etc/hosts").read()
    ended = run("--hosts", "--", sys.executable, "-c", IGNORES_PROXIES)
    if ended.returncode == 125 and "does not allow" in ended.stderr:
        pytest.skip(ended.stderr)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == ISSUER
    assert open("/etc/hosts").read() == before


def test_commands_within_a_hosts_file_reach_the_server(run):
    ended = run("--hosts", "--", "sh", "-c", f'grep -c "^127.*login.microsoftonline.com" /etc/hosts && "{BINARY}" clock advance 1d')
    if ended.returncode == 125 and "does not allow" in ended.stderr:
        pytest.skip(ended.stderr)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("1\n")


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"))), None)


@pytest.mark.skipif(not CHROMIUM or not shutil.which("certutil"), reason="there is no Chromium here, or no certutil")
def test_chromium_trusts_the_server(run):
    script = (
        f'HOME=$MOCKIDP_BROWSER_HOME "{CHROMIUM}" --headless --no-sandbox --disable-gpu --proxy-server="$MOCKIDP_PROXY" '
        f'--dump-dom {REAL}; certutil -L -d "sql:$MOCKIDP_FIREFOX_PROFILE"; cat "$MOCKIDP_FIREFOX_PROFILE/user.js"; '
        'echo "$MOCKIDP_BROWSER_HOME"'
    )
    # Not below pytest's directory: the path of Chromium's socket would be too long there.
    with tempfile.TemporaryDirectory(dir="/tmp") as temporary:
        ended = run("--proxy", "--browser", "--quiet", "--", "sh", "-c", script, TMPDIR=temporary)
        assert not list(Path(temporary).glob("mockidp-browser-*"))
    assert ISSUER in ended.stdout, ended.stderr
    assert "C,," in ended.stdout
    assert "network.proxy.ssl_port" in ended.stdout
    assert ended.stdout.splitlines()[-1].startswith(temporary)


@pytest.mark.parametrize("version, told", [("v20.20.2", True), ("v24.5.0", False)])
def test_an_old_node_is_told_of(run, happy, home, tmp_path, version, told):
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho {version}\n")
    node.chmod(0o755)
    script = tmp_path / "tool"
    script.write_text(f"#!{node}\n")
    script.chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for words in (["node", "app.js"], ["sh", "-c", "cd . && node app.js"], [script]):
        ended = run("--proxy", "--", *words, **path)
        assert ("Node 20.20.2 in PATH does not read NODE_USE_ENV_PROXY" in ended.stderr) == told
    assert "Node" not in run("--proxy", "--", "true", **path).stderr
    printed = subprocess.run(
        [BINARY, "env", "--proxy", "--url", happy.authority, "--proxy-url", "http://localhost:1", "--directory", tmp_path / "trust"],
        capture_output=True, text=True, env={"MOCKIDP_HOME": str(home), **path},
    )  # fmt: skip
    assert printed.returncode == 0, printed.stderr
    assert "Node" not in printed.stdout + printed.stderr


@pytest.mark.parametrize("name", ["terraform", "az", "dotnet", "pwsh", "java"])
def test_who_is_not_of_node_hears_nothing_of_it(run, tmp_path, name):
    for program, line in (("node", "echo v20.20.2"), (name, "exit 7")):
        (tmp_path / program).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / program).chmod(0o755)
    ended = run("--proxy", "--", name, PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert ended.returncode == 7 and "Node" not in ended.stderr, ended.stderr


@needs_node
def test_a_configuration_of_playwright_has_the_server_of_its_run(run, happy, home, tmp_path):
    """The snippet was printed for another server, on another port."""
    text = subprocess.run(
        [BINARY, "snippet", "playwright", "--ready-file", happy.ready_file, "--directory", tmp_path / "trust"],
        capture_output=True, text=True, check=True, env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]},
    ).stdout  # fmt: skip
    (tmp_path / "playwright.config.mjs").write_text(text)
    library = tmp_path / "node_modules/@playwright/test"
    library.mkdir(parents=True)
    (library / "package.json").write_text('{ "type": "module", "exports": "./index.js" }')
    (library / "index.js").write_text("export const defineConfig = (configuration) => configuration;\n")
    script = "import('./playwright.config.mjs').then((one) => console.log(JSON.stringify(one.default.webServer.env)))"
    told = run("--", "sh", "-c", f'node -e "{script}"; echo "$MOCKIDP_AUTHORITY"; echo "$MOCKIDP_CA"')
    assert told.returncode == 0, told.stderr
    variables, authority, certificate = told.stdout.splitlines()
    assert json.loads(variables)["ENTRA_AUTHORITY"] == authority
    assert json.loads(variables)["NODE_EXTRA_CA_CERTS"] == certificate
    assert not authority.startswith(happy.authority)
