"""`scripts/compare-live`, with a second server in the service's place."""

import json
import os
import subprocess
import sys
import threading
from fnmatch import fnmatchcase
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.binary import BINARY
from support.world import CONTOSO

ROOT = Path(__file__).resolve().parent.parent
CAPTURES = ROOT / "clients/captures"
sys.path.insert(0, str(ROOT / "scripts"))

from live_answers import differences, masked  # noqa: E402
from live_questions import QUESTIONS  # noqa: E402

#: The same world with four answers changed, one member of each, and one field that is meant to differ.
DAMAGED = """
scenario: damaged
extends: happy-path
rules:
  - when: { endpoint: discovery, occurrence: 1 }
    then: { changeAnswer: { members: { rbac_url: "https://elsewhere.example" } } }
  - when: { endpoint: userRealm, occurrence: 1 }
    then: { changeAnswer: { without: domain_name } }
  - when: { endpoint: deviceCode, occurrence: 1 }
    then: { changeAnswer: { headers: { x-ms-clitelem: "1,0,0,," } } }
  - when: { endpoint: keys, occurrence: 1 }
    then: { changeAnswer: { status: 203 } }
  - when: { endpoint: authorize, occurrence: 1 }
    then: { changeAnswer: { headers: { x-ms-error-code: "1" } } }
"""


def run(home, *arguments, program=BINARY):
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts/compare-live"), *arguments, "--program", str(program)],
        capture_output=True, text=True, timeout=300, env={**os.environ, "MOCKIDP_HOME": str(home), "no_proxy": "*"},
    )  # fmt: skip


def by_its_own_names(server):
    return ["--authority", server.authority, "--graph", server.graph, "--ca", server.ca, *tenant()]


def by_microsofts_names(server):
    return ["--connect", f"localhost:{urlsplit(server.authority).port}", "--ca", server.ca, *tenant()]


def tenant():
    return ["--tenant", CONTOSO, "--domain", "contoso.onmicrosoft.com"]


@pytest.mark.parametrize("names", [by_its_own_names, by_microsofts_names])
def test_a_server_answers_as_another_of_its_kind(home, serve, names):
    answer = run(home, "--json", *names(serve("happy-path")))
    assert answer.returncode == 0, answer.stdout + answer.stderr
    report = json.loads(answer.stdout)
    assert report["questions"] == len(QUESTIONS) > 60
    assert report["differences"] == []


def test_each_damaged_member_is_found_and_no_other(home, serve, tmp_path):
    scenario = tmp_path / "damaged.yaml"
    scenario.write_text(DAMAGED)
    server = serve(scenario)
    answer = run(home, "--json", *by_microsofts_names(server))
    assert answer.returncode == 1, answer.stdout + answer.stderr
    found = json.loads(answer.stdout)["differences"]
    assert [(one["question"], one["member"], one["service"], one["program"]) for one in found if not one["meant"]] == [
        ("discovery v2.0: common", "body.rbac_url", "https://elsewhere.example", "https://pas.windows.net"),
        ("keys v2.0: common", "status", 203, 200),
        ("realm: tenant", "body.domain_name", "(absent)", "{domain}"),
        ("device: a code", "headers.x-ms-clitelem", "1,0,0,,", "(absent)"),
    ]
    assert [(one["question"], one["member"]) for one in found if one["meant"]] == [("authorize: sign-in page", "headers.x-ms-error-code")]


def test_the_report_for_people_names_question_request_member_and_both_values(home, serve, tmp_path):
    scenario = tmp_path / "damaged.yaml"
    scenario.write_text(DAMAGED)
    answer = run(home, "--only", "realm: tenant", *by_its_own_names(serve(scenario)))
    assert answer.returncode == 1
    assert answer.stdout.splitlines() == [
        "realm: tenant",
        "  GET /common/userrealm/somebody@{domain}?api-version=1.0",
        "    body.domain_name",
        '      the service: "(absent)"',
        '      this program: "{domain}"',
        "1 questions, 1 differences, 0 more that are meant",
    ]


def test_a_difference_that_is_meant_is_shown_on_request_and_is_no_failure(home, serve, tmp_path):
    scenario = tmp_path / "damaged.yaml"
    scenario.write_text(DAMAGED)
    answer = run(home, "--all", "--only", "authorize: sign-in page", *by_its_own_names(serve(scenario)))
    assert answer.returncode == 0
    assert "    headers.x-ms-error-code\n" in answer.stdout and "      meant: a test reads" in answer.stdout


def test_a_service_that_cannot_be_reached_is_told_in_one_sentence(home, serve):
    server = serve("happy-path")
    server.stop()
    answer = run(home, *by_its_own_names(server))
    assert answer.returncode == 2 and answer.stdout == ""
    assert answer.stderr == f"compare-live: the service at {server.authority} gives no answer: Connection refused\n"


def test_a_program_that_is_not_there_is_told_in_one_sentence(home, happy):
    answer = run(home, *by_its_own_names(happy), program="/nowhere/mockidp")
    assert answer.returncode == 2 and answer.stdout == ""
    assert answer.stderr == "compare-live: /nowhere/mockidp cannot be started: No such file or directory. Build it with: make build\n"


# Answers of the real service


class Recorded(BaseHTTPRequestHandler):
    """Answers requests for tokens as the captures do."""

    def do_POST(self):
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        capture = "token-error-unsupported-grant-type" if "no_such_grant" in form else "token-error-unknown-client"
        response = json.loads((CAPTURES / f"{capture}.json").read_text())["response"]
        text = json.dumps(response["body"]).replace("{timestamp}", "2026-08-13 21:24:30Z")
        body = text.replace("{guid}", "11111111-2222-4333-8444-555555555500").encode()
        self.send_response(response["status"])
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def recorded():
    server = HTTPServer(("127.0.0.1", 0), Recorded)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_recorded_answers_of_the_service_are_this_programs(home, recorded):
    """The captures hold status and body, and no header fields."""
    questions = ["--only", "token: app of zeros", "--only", "token: unsupported grant"]
    answer = run(home, "--json", "--authority", recorded, "--graph", recorded, *questions)
    assert answer.returncode in (0, 1), answer.stderr
    report = json.loads(answer.stdout)
    assert report["questions"] == 2
    assert [one for one in report["differences"] if not one["member"].startswith(("headers.", "cookies."))] == []


# What is compared, and what is not


@pytest.mark.parametrize(
    "service, program, found",
    [
        ({"body": {"a": 1, "b": 2}}, {"body": {"b": 2, "a": 1}}, [("body (order)", ["a", "b"], ["b", "a"])]),
        ({"headers": {"a": "1", "b": "2"}}, {"headers": {"b": "2", "a": "1"}}, []),
        ({"body": {"a": 3599}}, {"body": {"a": "3599"}}, [("body.a", 3599, "3599")]),
        ({"body": {"a": True}}, {"body": {"a": 1}}, [("body.a", True, 1)]),
        ({"body": {"a": None}}, {"body": {}}, [("body.a", None, "(absent)")]),
        ({"body": {"a": ["x", "y"]}}, {"body": {"a": ["y", "x"]}}, [("body.a", ["x", "y"], ["y", "x"])]),
        ({"body": {"a": [{"b": 1}]}}, {"body": {"a": [{"b": 1}, {"b": 2}]}}, [("body.a.1", "(absent)", {"b": 2})]),
    ],
)
def test_members_are_compared(service, program, found):
    assert list(differences(service, program)) == found


@pytest.mark.parametrize(
    "answer, shown",
    [
        ({"body": {"trace_id": "11111111-2222-4333-8444-555555555500"}}, {"body": {"trace_id": "{guid}"}}),
        ({"body": {"timestamp": "2026-08-13 21:24:30Z"}}, {"body": {"timestamp": "{time}"}}),
        ({"body": {"date": "2026-08-13T21:24:30"}}, {"body": {"date": "{time}"}}),
        ({"body": {"iss": "https://login.test/v2.0"}}, {"body": {"iss": "https://{login}/v2.0"}}),
        ({"body": {"iss": "https://login.test.example"}}, {"body": {"iss": "https://login.test.example"}}),
        ({"body": {"user_code": ""}}, {"body": {"user_code": ""}}),
        ({"body": {"keys": [{"kid": "a"}, {"kid": "b"}]}}, {"body": {"keys": [{"kid": "{kid}"}]}}),
        ({"body": {"keys": [{"kid": "a"}, {"kid": "b", "alg": "RS256"}]}}, {"body": {"keys": [{"kid": "{kid}", "alg": "RS256"}, {"kid": "{kid}"}]}}),
    ],
)  # fmt: skip
def test_what_differs_by_nature_is_masked(answer, shown):
    assert masked(answer, [("login.test", "{login}")]) == shown


def test_each_question_has_a_name_of_its_own():
    names = [question.name for question in QUESTIONS]
    assert len(set(names)) == len(names)


def test_each_meant_difference_names_questions_and_a_reason():
    rows = [line.split(" | ") for line in (ROOT / "scripts/meant-differences.txt").read_text().splitlines() if not line.startswith("#")]
    assert rows
    for row in rows:
        assert len(row) == 3 and all(row), row
        assert any(fnmatchcase(question.name, row[0]) for question in QUESTIONS), row


def test_each_answer_becomes_a_record(home, serve, tmp_path):
    records = tmp_path / "records"
    answer = run(home, "--write", str(records), *by_microsofts_names(serve("happy-path")))
    assert answer.returncode == 0, answer.stdout + answer.stderr
    written = {path.name: path.read_text(encoding="utf-8") for path in records.iterdir()}
    assert len(written) == len(QUESTIONS)
    for text in written.values():
        assert text.startswith('record: "asked: ') and "known: observed" in text and "    answer:\n      status: " in text
        # What is new in each answer does not matter, and the tenant has the name that it has in records.
        assert CONTOSO not in text and "{tenant}" not in text and "Trace ID" not in text
    assert "AADSTS700016: Application with identifier" in written["token-unknown-app.yaml"]
