"""`mockidp provision check`: a server that does all passes, each public fault is found, and of two libraries just what is wrong is said."""

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from provision.scim_server import FAULTS, ScimServer
from support.binary import BINARY, ROOT

HERE = Path(__file__).parent / "provision"
PROGRAMS = ROOT / ".venv" / "clients-programs" / "bin"
#: How many checks there are, and how many of them run in both dialects.
CHECKS, TWICE = 70, 12


def check(url, *words, ends_with=None):
    """Runs the judge to its end, and returns what it printed."""
    ended = subprocess.run([str(BINARY), "provision", "check", url, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240)
    assert ended.returncode in (0, 1) if ends_with is None else ended.returncode == ends_with, ended.stderr or ended.stdout
    return ended.stdout


def judge(server, *words, **more):
    """Every check of the reference server, in the judge's JSON."""
    ask = f"{sys.executable} -c \"import os, sys, urllib.request as u; u.urlopen('{server.origin}/in/' + os.environ['SCIM_ID'])\""
    options = ["--token", "t0ken", "--other-token", "other", "--token-endpoint", f"{server.origin}/token", "--client-id", "client", "--client-secret", "s3cret"]
    return json.loads(check(server.url, *options, "--access", ask, "--json", *words, **more))


def found(report):
    """The ids of checks that failed or warned."""
    return {row["id"] for row in report["checks"] if row["result"] in ("fail", "warn")}


def is_empty(server):
    return all(not tenant.users and not tenant.groups for tenant in server.scim.tenants.values())


def test_a_server_that_does_all_passes_in_both_dialects():
    with ScimServer() as server:
        report = judge(server, "--strict", ends_with=0)
        assert report["counts"] == {"pass": CHECKS + TWICE, "fail": 0, "warn": 0, "skip": 0}
        assert len({row["id"] for row in report["checks"]}) == CHECKS
        assert is_empty(server) and report["leftBehind"] == []
        # Connections are kept: a thread of its own for each request would be seen here.
        assert server.http.connections * 5 < server.http.requests


@pytest.mark.parametrize("fault", FAULTS)
def test_each_public_fault_is_found(fault):
    wanted = set(FAULTS[fault].found_by.split())
    with ScimServer(fault) as server:
        report = judge(server, "--only", ",".join(sorted(wanted)))
        assert found(report) == wanted, report
        assert is_empty(server)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_breaks_nothing_else_than_is_listed(fault):
    with ScimServer(fault) as server:
        report = judge(server, "--skip", "H1")
        assert found(report) == set((FAULTS[fault].found_by + " " + FAULTS[fault].breaks).split())
        assert is_empty(server)


def test_at_least_thirty_public_bugs_have_a_switch():
    assert {fault.bug for fault in FAULTS.values()} == set(range(1, 42))


def test_a_failure_says_all_that_helps():
    with ScimServer("booleans-only") as server:
        text = check(server.url, "--token", "t0ken", "--only", "F1", ends_with=1)
    assert re.search(r"^fail  F1 +Replace with the text \"False\" disables \(security\)$", text, re.MULTILINE)
    for line in (
        r"found    It answered 400: active is a boolean\.",
        r"wanted   active is false, by id and by filter\.",
        r'sent     PATCH /Users/1001 \{"schemas":\["urn:ietf:params:scim:api:messages:2\.0:PatchOp"\],"Operations":\[\{"op":"Replace","path":"active","value":"False"\}\]\}',
        r"answer   400 \{.*\"scimType\": \"invalidValue\".*\}",
        r"entra    .* \(observed\)",
        r"bug      rancher 52996, 53980: .*",
        r"again    curl -i -X PATCH -H \"Authorization: Bearer \$TOKEN\" .*",
    ):
        assert re.search(f"^      {line}$", text, re.MULTILINE), line
    assert "t0ken" not in text


def test_the_printed_command_sends_the_request_again():
    with ScimServer("booleans-only") as server:
        report = json.loads(check(server.url, "--token", "t0ken", "--only", "A1,F1", "--json", ends_with=1))
        command = next(row for row in report["checks"] if row["id"] == "A1")["exchanges"][0]["again"]
        again = subprocess.run(["sh", "-c", command], env={"TOKEN": "t0ken", "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, timeout=20)
    assert again.stdout.startswith("HTTP/1.1 200") and '"totalResults": 0' in again.stdout


def test_junit_has_a_case_for_each_check(tmp_path):
    with ScimServer("remove-takes-all") as server:
        check(server.url, "--token", "t0ken", "--only", "G4,G5,A7", "--junit", str(tmp_path / "scim.xml"), ends_with=1)
    suite = ET.parse(tmp_path / "scim.xml").getroot()
    assert suite.attrib["tests"] == "3" and suite.attrib["failures"] == "1" and suite.attrib["skipped"] == "1"
    cases = {case.attrib["name"].split(":")[0]: case for case in suite}
    assert {case.attrib["classname"] for case in suite} == {"mockidp.scim.A connecting", "mockidp.scim.G groups"}
    failure = cases["G4"].find("failure")
    assert failure.attrib["message"] == "The change was accepted; of 4 members 4 are lost, and 0 are there that should not be."
    for word in ("sent: PATCH", "answer: 200", "rule: ", "bug: directory-scimple 436"):
        assert word in failure.text


def test_warnings_alone_end_with_0_unless_strict():
    with ScimServer("plain-json") as server:
        for words, code in (((), 0), (("--strict",), 1)):
            check(server.url, "--token", "t0ken", "--only", "A5", *words, ends_with=code)


def test_read_only_writes_nothing():
    with ScimServer() as server:
        report = json.loads(check(server.url, "--token", "t0ken", "--read-only", "--json", ends_with=0))
        assert server.http.methods == {"GET"}
    asked = {row["id"] for row in report["checks"] if row["result"] != "skip"}
    assert asked <= {"A1", "A2", "A3", "A4", "A5", "A6", "B5", "B8"} and {"A1", "B5", "B8"} <= asked


def test_what_was_made_is_taken_away_after_ctrl_c():
    with ScimServer() as server:
        words = [str(BINARY), "provision", "check", server.url, "--token", "t0ken", "--only", "B6", "--many", "1100"]
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while len(server.scim.tenants["t0ken"].users) < 20 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not is_empty(server)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=60)
        assert process.returncode == 130 and "stopped before the end" in text
        assert is_empty(server)


def test_what_the_server_keeps_is_named():
    with ScimServer() as server:
        server.scim.keeps_users = True
        report = json.loads(check(server.url, "--token", "t0ken", "--only", "C3", "--json", ends_with=0))
    assert report["leftBehind"] == ["/Users/1001"]


def test_nobody_listens():
    report = json.loads(check("http://127.0.0.1:9/scim", "--token", "t0ken", "--only", "A1", "--json", ends_with=1))
    assert report["checks"][0]["found"] == "There is no answer. Nobody listens on 127.0.0.1 port 9."


@pytest.mark.parametrize(
    "words, problem",
    [
        (["ftp://localhost/scim"], "is not a tenant URL"),
        ([], "check needs the URL of a SCIM server"),
        (["http://localhost/scim", "--only", "Z9"], "there is no check Z9"),
        (["http://localhost/scim", "--domain", "two words.test"], "is not the name of a domain"),
        (["http://localhost/scim", "--client-id", "x"], "--token-endpoint, --client-id and --client-secret go together"),
        (["http://localhost/scim?aadOptscim062020&AzureAdScimPatch2017"], "not both"),
    ],
)
def test_mistakes_of_the_command_line(words, problem):
    ended = subprocess.run([str(BINARY), "provision", "check", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert ended.returncode == 2 and problem in ended.stderr, ended.stderr


def test_a_file_without_an_authority_is_told_at_once(tmp_path):
    file = tmp_path / "ca.pem"
    file.write_text("no certificate")
    ended = subprocess.run(
        [str(BINARY), "provision", "check", "https://localhost:9/scim", "--ca", file], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20
    )
    assert ended.returncode == 1 and "ca.pem has no certificate in PEM" in ended.stderr and not ended.stdout, ended.stdout + ended.stderr


def test_the_list_names_every_check():
    text = check("--list", ends_with=0)
    assert len(re.findall(r"^  [A-H]\d+ +(?:security|entra|fragile) +(?:once|twice)  ", text, re.MULTILINE)) == CHECKS
    assert len(re.findall(r" twice  ", text)) == TWICE
    page = (ROOT / "docs" / "provisioning.md").read_text(encoding="utf-8")
    rows = json.loads(check("--list", "--json", ends_with=0))
    for row in rows:
        assert f"| {row['id']}{' ⇄' if row['dialects'] == 2 else ''} | {row['level']} | {row['title']} | {row['passes']} |" in page, row["id"]


# Libraries


def known(name):
    """The lines of a list beside this file: what is found, and why that is true."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return {tuple(line.split(None, 3)[:3]) for line in lines if line and not line.startswith("#")}


def rows(report):
    return {(row["id"], row.get("dialect", "once"), row["result"]) for row in report["checks"] if row["result"] in ("fail", "warn")}


def free_port():
    """A port that was free just now: this server cannot be told to take one by itself."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def program(*words, pattern):
    """A program until the end of the test, and the URL that it prints."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)
    try:
        url = next(found[1] for line in process.stdout if (found := re.search(pattern, line)))
        yield url
    finally:
        process.terminate()
        process.wait(timeout=20)


def test_scim2_server_fails_where_its_list_says():
    assert PROGRAMS.exists(), "clients/run makes clients-programs"
    words = [str(PROGRAMS / "python"), "-u", str(PROGRAMS / "scim2-server"), "--port", str(free_port()), "--bearer-token", "t0ken"]
    with program(*words, pattern=r"Serving SCIM on (\S+)") as url:
        report = json.loads(check(url, "--token", "t0ken", "--json", ends_with=1))
    assert rows(report) == known("scim2-server.txt")
    assert {"D5", "D6", "D10", "D11", "G2", "G4", "G6"} <= found(report) and report["leftBehind"] == []


def test_django_scim2_fails_where_its_list_says(tmp_path):
    assert PROGRAMS.exists(), "clients/run makes clients-programs"
    with program(str(PROGRAMS / "python"), "-u", str(HERE / "django_server.py"), str(tmp_path), pattern=r"(http://\S+)") as url:
        report = json.loads(check(url, "--token", "t0ken", "--skip", "H1", "--json", ends_with=1))
    assert rows(report) == known("django-scim2.txt")
    assert report["leftBehind"] == []
