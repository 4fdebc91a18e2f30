"""Programs and libraries that know OpenID Connect alone, run with what `mockidp snippet` prints for them, as it is printed."""

import contextlib
import http.server
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading

import jwt
import pytest
import requests
from support.binary import BINARY
from support.browser import Browser
from support.until import until
from support.world import ALICE, DAEMON

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: The environment of these programs. What they need has other versions than what the tests need.
PROGRAMS = ROOT / ".venv" / "clients-programs" / "bin"
MODULES = pathlib.Path("/usr/lib/apache2/modules")


@pytest.fixture
def folder():
    """A folder that Apache's own user may read, which it may not in pytest's."""
    with tempfile.TemporaryDirectory() as made:
        path = pathlib.Path(made)
        path.chmod(0o755)
        yield path


@pytest.fixture
def printed(happy, home, folder):
    def text(name):
        run = subprocess.run(
            [str(BINARY), "snippet", name, "--ready-file", str(happy.ready_file), "--directory", str(folder / "trust")],
            capture_output=True, text=True, env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}, timeout=60,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        return run.stdout

    return text


@pytest.fixture
def start(tmp_path):
    """Starts programs, each with what it begets in a group of its own, and ends them after the test."""
    running = []

    def run(words, log="program.log", **options):
        with open(tmp_path / log, "w", encoding="utf-8") as output:
            process = subprocess.Popen(words, stdout=output, stderr=output, start_new_session=True, **options)
        running.append(process)
        return process

    yield run
    for process in running:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(url):
    def asked():
        try:
            return visitor().get(url, allow_redirects=False, timeout=5)
        except requests.ConnectionError:
            return None

    return until(asked, within=60)


def visitor():
    session = requests.Session()
    session.trust_env = False
    return session


def variables(text):
    """The variables that the first line of a snippet starts its program with."""
    line = re.match(r"^\S+ Start with (.*)$", text, re.MULTILINE)[1]
    return dict(word.split("=", 1) for word in shlex.split(line))


def signed_in(happy, session, to_service):
    """Signs Alice in where a program sends its visitor, and brings the answer back."""
    arrival = Browser(happy).sign_in(to_service, ALICE)
    assert arrival.redirect_uri.startswith("http://localhost:"), arrival.redirect_uri
    return session.get(arrival.redirect_uri, params=arrival.parameters, allow_redirects=False)


def test_apache_with_mod_auth_openidc(printed, happy, start, folder, tmp_path):
    port = free_port()
    text = printed("mod-auth-openidc")
    # As the snippet says.
    (folder / "trust").chmod(0o755)
    (folder / "site").mkdir()
    (folder / "site" / "index.txt").write_text("the site\n", encoding="utf-8")
    names = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "auth_openidc"]
    # What a site has before the lines of the snippet.
    words = [
        f"ServerRoot {tmp_path}", "ServerName localhost", f"PidFile {tmp_path}/pid", f"Listen 127.0.0.1:{port}", f"ErrorLog {tmp_path}/errors",
        *(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in names),
        "User nobody", "Group nogroup", f"DocumentRoot {folder}/site", "DirectoryIndex index.txt",
    ]  # fmt: skip
    configuration = tmp_path / "site.conf"
    configuration.write_text("\n".join(words) + "\n" + text, encoding="utf-8")
    start(["/usr/sbin/apache2", "-f", str(configuration), "-DFOREGROUND"])
    session = visitor()
    answers(f"http://localhost:{port}/")
    answer = session.get(f"http://localhost:{port}/", allow_redirects=False)
    assert answer.status_code == 302, (tmp_path / "errors").read_text(encoding="utf-8")
    back = signed_in(happy, session, answer.headers["Location"])
    assert back.status_code == 302, (tmp_path / "errors").read_text(encoding="utf-8")
    assert session.get(back.headers["Location"]).text == "the site\n"


def test_panel(printed, happy, start, tmp_path):
    text = printed("panel")
    (tmp_path / "app.py").write_text("import panel\n\npanel.panel('figures').servable()\n", encoding="utf-8")
    path = f"{PROGRAMS}:{os.environ['PATH']}"
    # The port of the documentation may be somebody else's; the address of the redirect goes with it.
    port = free_port()
    start(
        ["sh", "-c", text.replace(":5006/", f":{port}/").replace("panel serve app.py", f"panel serve app.py --port {port}")],
        cwd=tmp_path, env={"PATH": path, "HOME": str(tmp_path), **variables(text)},
    )  # fmt: skip
    session = visitor()
    asked = answers(f"http://localhost:{port}/app")
    login = session.get(requests.compat.urljoin(asked.url, asked.headers["Location"]), allow_redirects=False)
    back = signed_in(happy, session, login.headers["Location"])
    assert (back.status_code, back.headers["Location"]) == (302, "/app"), back.text
    assert session.get(f"http://localhost:{port}/app", allow_redirects=False).status_code == 200


FASTMCP = """
import asyncio, sys

async def main():
    for token in sys.argv[1:]:
        found = await verifier.verify_token(token)
        print(found and found.scopes)

asyncio.run(main())
"""


def test_fastmcp(printed, happy, tmp_path):
    text = printed("fastmcp")
    order = {"client": "mobile", "user": "alice", "scope": "api://contoso/access_as_user"}
    good, expired, of_graph = (
        happy.post_control("tokens", {**order, **change}).json()["token"] for change in ({}, {"with": "expired"}, {"scope": "User.Read"})
    )
    run = subprocess.run(
        [PROGRAMS / "python", "-c", text + FASTMCP, good, expired, of_graph], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **variables(text)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["['access_as_user']", "None", "None"]


KAFKA = """
import sys
from confluent_kafka import Producer

lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
producer = Producer({**dict(line.split("=", 1) for line in lines), "bootstrap.servers": "127.0.0.1:1"})
for _ in range(40):
    producer.poll(0.1)
"""


def test_librdkafka(printed, happy, start, tmp_path):
    (tmp_path / "client.properties").write_text(printed("kafka"), encoding="utf-8")
    before = len(happy.exchanges())
    start([PROGRAMS / "python", "-c", KAFKA, str(tmp_path / "client.properties")], env={"PATH": os.environ["PATH"]})

    def issued():
        return [one for one in happy.exchanges()[before:] if one.get("client", {}).get("alias") == "daemon"]

    seen = until(issued)
    assert (seen[0]["endpoint"], seen[0]["status"]) == ("token", 200), seen
    assert DAEMON.id in (tmp_path / "client.properties").read_text(encoding="utf-8")


DATABRICKS = """
print(workspace.current_user.me().user_name)
"""


@contextlib.contextmanager
def workspace_of(happy):
    """A stand-in of a workspace: it has nothing but the user who calls, whose token it checks as the service would."""
    keys = jwt.PyJWKClient(f"{happy.authority}/common/discovery/keys", ssl_context=ssl.create_default_context(cafile=happy.ca))
    asked = []

    class Workspace(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            if self.path.endswith("/Me"):
                token = self.headers["Authorization"].removeprefix("Bearer ")
                key = keys.get_signing_key_from_jwt(token).key
                claims = jwt.decode(token, key, algorithms=["RS256"], audience="2ff814a6-3304-4ab8-85cb-cd0e6f879c1d")
                return self.answer(200, {"userName": claims["appid"]})
            return self.answer(404, {"error_code": "NOT_FOUND"})

        def answer(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Workspace) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, asked
        server.shutdown()


def test_databricks(printed, happy, tmp_path):
    text = printed("databricks")
    before = len(happy.exchanges())
    with workspace_of(happy) as (port, asked):
        program = text.replace("//localhost:9000", f"//localhost:{port}") + DATABRICKS
        run = subprocess.run(
            [PROGRAMS / "python", "-c", program], capture_output=True, text=True, timeout=60,
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **variables(text)},
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == DAEMON.id
    assert asked == ["/.well-known/databricks-config", "/api/2.0/preview/scim/v2/Me"]
    issued = [one for one in happy.exchanges()[before:] if one.get("client", {}).get("alias") == "daemon"]
    assert [(one["endpoint"], one["status"]) for one in issued] == [("token", 200)] * 2, "one for the workspace, one for its management"


GO = """package main

import (
	"context"
	"fmt"
	"os"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
PRINTED
	if err != nil {
		panic(err)
	}
	if len(os.Args) == 1 {
		fmt.Println(config.AuthCodeURL("state"))
		return
	}
	token, err := config.Exchange(ctx, os.Args[1])
	if err != nil {
		panic(err)
	}
	identity, err := verifier.Verify(ctx, token.Extra("id_token").(string))
	if err != nil {
		panic(err)
	}
	var claims struct{ PreferredUsername string `json:"preferred_username"` }
	if err := identity.Claims(&claims); err != nil {
		panic(err)
	}
	fmt.Println(claims.PreferredUsername)
}
"""


@pytest.mark.skipif(not shutil.which("go"), reason="there is no Go here")
def test_go_oidc_and_oauth2(printed, happy, tmp_path):
    text = printed("go-oidc")
    source = tmp_path / "main.go"
    lines = [line for line in text.splitlines() if not line.startswith("//")]
    source.write_text(GO.replace("PRINTED", "\n".join("\t" + line for line in lines)), encoding="utf-8")
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "GO111MODULE": "off", "GOPATH": "/usr/share/gocode",
        "GOCACHE": str(ROOT / ".venv" / "go-cache"), "GOFLAGS": "-p=1",
    }  # fmt: skip
    built = subprocess.run(["go", "build", "-o", tmp_path / "app", source], capture_output=True, text=True, env=environment, timeout=240)
    assert built.returncode == 0, built.stderr

    def run(*words):
        done = subprocess.run(
            [tmp_path / "app", *words], capture_output=True, text=True, timeout=60,
            env={"PATH": os.environ["PATH"], **variables(text)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    arrival = Browser(happy).sign_in(run(), ALICE)
    assert run(arrival.parameters["code"]) == ALICE.name
