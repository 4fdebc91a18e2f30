"""First sight: an app with ids that nobody wrote down runs against a server that adopts, then against the file that came of it."""

import json
import re
import subprocess
import sys
import threading

import jwt
import pytest
from support.binary import BINARY
from support.browser import Browser
from support.msal_apps import _app, confidential_app, public_app, sign_in
from support.world import App, User
from test_own_apps import credential, make, pem

import msal

TENANT = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
PHONE = App("6731de76-14a6-49ae-97bc-6eba6914391e", "msauth.com.example.phone://auth")
SITE = App("6731de76-14a6-49ae-97bc-6eba6914391f", "https://site.example.test/callback", "first-secret")
JOB = App("6731de76-14a6-49ae-97bc-6eba69143920")
ORDERS = "api://orders.example/Orders.Read"
ROLES = ["https://graph.microsoft.com/.default"]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "world.yaml"


def adopted(server):
    """What the journal has taken in, in order."""
    return [line for exchange in server.exchanges() for line in exchange.get("adopted", [])]


def person(server):
    """One of the two people that the new tenant came with, from the line on the terminal."""
    line = next(line for line in adopted(server) if line.startswith("tenant "))
    name, password = re.search(r"with (\S+) and \S+, password (\S+)$", line).groups()
    return User(name, None, "Uma User", password, TENANT)


def meet(server):
    """Everything that the company's apps ask for, with msal."""
    app = public_app(server, tenant=TENANT, app=PHONE)
    flow = app.initiate_auth_code_flow([ORDERS], redirect_uri=PHONE.redirect_uri)
    user = person(server)
    arrival = Browser(server).sign_in(flow["auth_uri"], user)
    result = app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
    assert "access_token" in result, result
    assert jwt.decode(result["access_token"], options={"verify_signature": False})["scp"] == "Orders.Read"
    site = confidential_app(server, tenant=TENANT, app=SITE)
    result = sign_in(site, Browser(server), user, ["User.Read"], redirect_uri=SITE.redirect_uri)
    assert "access_token" in result, result
    assert server.me(result["access_token"]).json()["userPrincipalName"] == user.name
    return user


def job(server, certificate):
    proof = credential(*certificate, public_certificate=pem(certificate[0]))
    return _app(msal.ConfidentialClientApplication, server, TENANT, JOB, None, client_credential=proof)


def check(file):
    done = subprocess.run([BINARY, "scenario", "check", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_msal_meets_a_server_that_knows_nothing_of_it(serve, file):
    server = serve("happy-path", arguments=[f"--adopt={file}"])
    user = meet(server)
    certificate = make("job.example.test")
    assert "access_token" in job(server, certificate).acquire_token_for_client(ROLES)
    # Each thing came in once and stands in the journal.
    things = adopted(server)
    kinds = [re.match(r"(tenant|app|redirect URI|API|permission|the secret|the certificate)", line)[1] for line in things]
    assert sorted(kinds) == sorted(
        ["tenant", "app", "redirect URI", "API", "permission", "app", "redirect URI", "the secret", "app", "the certificate"]
    ), things
    assert "first-secret" not in file.read_text() + server.log + json.dumps(server.exchanges())
    # From now on it holds.
    other = confidential_app(server, tenant=TENANT, app=App(SITE.id, secret="second-secret"))
    assert other.acquire_token_for_client(ROLES)["error_codes"] == [7000215]
    assert job(server, make("job.example.test")).acquire_token_for_client(ROLES)["error_codes"] == [700027]
    assert adopted(server) == things
    export = server.http_session.get(f"{server.control}/export").text
    assert TENANT in export and JOB.id in export
    server.stop()
    # A thread of its own writes the lines, so they are all there at the end.
    assert [line for line in things if f"adopted {line}" not in server.log] == []

    check(file)
    kept = serve(file)
    again = sign_in(public_app(kept, tenant=TENANT, app=PHONE), Browser(kept), user, [ORDERS], redirect_uri=PHONE.redirect_uri)
    assert "access_token" in again, again
    site = confidential_app(kept, tenant=TENANT, app=SITE)
    assert "access_token" in sign_in(site, Browser(kept), user, ["User.Read"], redirect_uri=SITE.redirect_uri)
    assert "access_token" in job(kept, certificate).acquire_token_for_client(ROLES)
    other = confidential_app(kept, tenant=TENANT, app=App(SITE.id, secret="second-secret"))
    assert other.acquire_token_for_client(ROLES)["error_codes"] == [7000215]
    assert job(kept, make("job.example.test")).acquire_token_for_client(ROLES)["error_codes"] == [700027]
    unknown = confidential_app(kept, tenant=TENANT, app=App("6731de76-14a6-49ae-97bc-6eba691439ff", secret="x"))
    assert unknown.acquire_token_for_client(ROLES)["error_codes"] == [700016]
    assert adopted(kept) == []


def test_a_server_goes_on_from_its_own_file(serve, file):
    """Adopting again from the file: what is there stays, and what is new joins it."""
    first = serve("happy-path", arguments=[f"--adopt={file}"])
    meet(first)
    first.stop()
    second = serve(file, arguments=[f"--adopt={file}"])
    assert "access_token" in job(second, make("job.example.test")).acquire_token_for_client(ROLES)
    assert [line.split(" ")[0] for line in adopted(second)] == ["app", "the"]
    second.stop()
    check(file)
    text = file.read_text()
    assert all(app.id in text for app in (PHONE, SITE, JOB)) and text.count(TENANT) == 1


def test_the_file_is_whole_at_every_moment(serve, file):
    server = serve("happy-path", arguments=[f"--adopt={file}"])
    broken, done = [], threading.Event()

    def look():
        while not done.wait(0.01):
            if file.exists():
                text = file.read_text()
                if not text.endswith("\n") or text.count("\nscenario:") + text.startswith("scenario:") != 1:
                    broken.append(text)

    watcher = threading.Thread(target=look)
    watcher.start()
    for number in range(8):
        form = {"client_id": f"6731de76-14a6-49ae-97bc-6eba69{number:06}", "client_secret": "s", "scope": ROLES[0]}
        assert server.token({"grant_type": "client_credentials", **form}, TENANT).status_code == 200
    server.stop()
    done.set()
    watcher.join()
    assert not broken, broken[0][-200:]
    check(file)
    assert file.read_text().count("clientId: 6731de76") == 8
    assert [path.name for path in file.parent.iterdir() if path.name.startswith(".") or path.suffix == ".tmp"] == []


def test_a_file_that_cannot_be_written_is_told_and_the_server_goes_on(serve, tmp_path):
    server = serve("happy-path", arguments=[f"--adopt={tmp_path}/nowhere/world.yaml"])
    user = meet(server)
    server.stop()
    assert user.name and "nowhere/world.yaml" in server.log


SCRIPT = f"""
import os, msal
app = msal.ConfidentialClientApplication(
    "{SITE.id}", client_credential="first-secret", authority=os.environ["MOCKIDP_HOST"] + "/{TENANT}",
    instance_discovery=False)
answer = app.acquire_token_for_client({ROLES!r})
assert "access_token" in answer, answer
"""


def test_exec_adopts_too(home, tmp_path, file):
    variables = {"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}
    listed = subprocess.run(
        [BINARY, "exec", "env"], capture_output=True, text=True, timeout=60, env=variables, cwd=tmp_path
    ).stdout
    authority = next(line.split("=", 1)[0] for line in listed.splitlines() if re.match(r"MOCKIDP_AUTHORITY=https://", line))
    script = SCRIPT.replace('os.environ["MOCKIDP_HOST"]', f'os.environ["{authority}"].rsplit("/", 1)[0]')
    for arguments, code in [([f"--adopt={file}"], 0), ([], 1)]:
        done = subprocess.run(
            [BINARY, "exec", *arguments, "--", sys.executable, "-c", script], capture_output=True, text=True, timeout=60,
            env=variables, cwd=tmp_path,
        )  # fmt: skip
        assert (done.returncode != 0) == (code != 0), done.stderr
    check(file)
    text = file.read_text()
    # A scenario of its own name, with what was adopted and nothing else: it expects nothing of its next run, and speaks of the app's tenant.
    assert SITE.id in text and "\nscenario: world\n" in text
    assert not any(word in text for word in ("expect:", "rules:", "contoso", "happy-path")), text
    again = subprocess.run(
        [BINARY, "exec", "--scenario", str(file), "--", "sh", "-c", f'test "${{MOCKIDP_AUTHORITY##*/}}" = {TENANT} && exec "$0" -c "$1"', sys.executable, script],
        capture_output=True, text=True, timeout=60, env=variables, cwd=tmp_path,
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
