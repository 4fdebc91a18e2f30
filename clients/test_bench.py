"""The benchmark's harness with a handful of requests: what it sends is answered rightly, and what it finds can be written down."""

import http.client
import json
import shutil
import socket
import ssl
import sys
import urllib.parse
from pathlib import Path

import pytest
from support.binary import BINARY

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

from harness import handshake, load, mail, many, memory, mockidp, operations, peers, provisioning, report, results, starts  # noqa: E402

EXPECTED = {"authorize": 302}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    place = tmp_path_factory.mktemp("bench-home")
    mockidp.furnish(BINARY, place)
    return place


@pytest.fixture(scope="module")
def scene(home):
    with mockidp.MockIdP(BINARY, home) as server:
        scene = operations.Scene(server)
        yield scene
        scene.close()


def answer_to(scene, operation, request):
    """The status and body of one prepared request, over a connection of its own."""
    origin = urllib.parse.urlsplit(scene.origin(operation))
    with socket.create_connection((origin.hostname, origin.port)) as plain:
        channel = plain
        if operation.secure:
            channel = ssl.create_default_context(cafile=scene.server.ca).wrap_socket(plain, server_hostname="localhost")
        with channel:
            channel.sendall(request.encode())
            answer = http.client.HTTPResponse(channel)
            answer.begin()
            return answer.status, answer.read()


@pytest.mark.parametrize("operation", operations.OPERATIONS, ids=lambda one: one.key)
def test_what_is_sent_is_answered(scene, operation):
    requests = scene.requests(operation, 3)
    assert len(requests) == (3 if operation.once else 1)
    for request in requests:
        status, body = answer_to(scene, operation, request)
        assert status == EXPECTED.get(operation.key, 200), body
    if operation.once:
        assert answer_to(scene, operation, requests[0])[0] == 400


@pytest.mark.skipif(not shutil.which("wrk"), reason="there is no wrk here")
def test_a_load_is_counted(scene):
    operation = next(one for one in operations.OPERATIONS if one.key == "discovery")
    found = load.run(scene.server, scene.origin(operation), scene.requests(operation, 0), 5, connections=2, limit=20)
    assert 18 <= found.requests <= 20
    assert found.cpu > 0 and found.failures == 0


@pytest.mark.skipif(not shutil.which("wrk"), reason="there is no wrk here")
def test_a_load_of_refusals_is_no_result(scene):
    operation = next(one for one in operations.OPERATIONS if one.key == "keys")
    request = load.request(scene.server.http, "GET", "/nowhere.example/discovery/v2.0/keys")
    with pytest.raises(SystemExit, match="errors"):
        load.run(scene.server, scene.origin(operation), [request], 5, connections=1, limit=5)


@pytest.mark.skipif(not shutil.which("wrk"), reason="there is no wrk here")
def test_memory(home):
    rows = memory.measure(BINARY, home, 20)
    assert [row.key for row in rows] == ["idle_memory", "refreshed_memory"]


def test_handshakes_beside_openssl(scene):
    row = handshake.measure(scene.server, rounds=1, batch=3)
    assert row.value > 0 and row.cpu > 0


def test_who_waits_for_mail(scene):
    row = mail.measure(scene.server, 3)
    assert (row.key, row.threshold["limit"]) == ("mail_wait", 50) and row.value > 0


def test_provisioning(home):
    rows = provisioning.measure(BINARY, home, 1, users=12, cycles=3)
    assert [row.key for row in rows] == ["provision_first", "provision_told", "provision_unchanged", "provision_month"]
    assert all(row.value > 0 for row in rows) and [row.is_met is None for row in rows] == [False, True, False, False]


def test_starts(home, scene):
    rows = starts.measure(BINARY, home, scene.server.ca, 1)
    assert [row.key for row in rows] == ["first_answer", "first_token"]
    assert all(row.value > 0 and row.is_met is not None and row.hellos is None for row in rows)
    rows = starts.measure(BINARY, home, scene.server.ca, 1, hello=0.001)
    assert [row.key for row in rows] == ["hello", "first_answer", "first_token"]
    assert all(abs(row.hellos - row.value) < 1e-6 for row in rows), "of a millisecond there are as many as milliseconds"


def test_starts_with_nothing():
    rows = starts.measure_fresh(BINARY, 1)
    assert [row.key for row in rows] == ["first_token_fresh", "first_token_fresh_slowest"]
    assert rows[0].value == rows[1].value > 0 and all(row.cpu > 0 and row.is_met is not None for row in rows)


@pytest.mark.parametrize("make", [many.users_scenario, many.apps_scenario])
def test_scenarios_with_many(home, make, tmp_path, monkeypatch):
    monkeypatch.setattr(many, "USERS_IN_A_FILE", 15)
    count = 20
    with mockidp.MockIdP(BINARY, home, scenario=make(tmp_path, count)) as server, server.browser() as browser:
        listed = server.steer(browser, "GET", "/users" if make is many.users_scenario else "/apps")
    assert len(next(iter(listed.values()))) > count


def test_a_world_among_others(home):
    with mockidp.MockIdP(BINARY, home) as server:
        scene = operations.Scene(server, *many.make_worlds(server, 3))
        assert scene.answer["access_token"]
        scene.close()


def test_ourselves_among_peers(home):
    ours = peers.Ours(BINARY, home)
    try:
        for operation in (ours.discovery, ours.code_flow, ours.refresh):
            operation()
    finally:
        ours.server.stop()


def test_every_row_has_its_target_and_can_be_written(tmp_path):
    one = load.Load(10, 0.001, 100.0, 0.001, 0.002, {})
    rows = [results.loaded_row(operation.key, operation.title, [one], [0.0008]) for operation in operations.OPERATIONS]
    rows += [results.Row(key, key, 1, rate=1.0) for key in results.THRESHOLDS if key not in {row.key for row in rows}]
    found = {
        "machine": report.machine(), "large": False, "signature": 0.0008, "rows": rows, "seconds": 1,
        "peers": [{"name": "x", "discovery": 1, "code_flow": 1, "refresh": 1, "start": 1, "memory": 1}],
    }  # fmt: skip
    assert all(row.is_met is not None for row in rows)
    assert {row["key"] for row in json.loads(report.as_json(found))["rows"]} == results.THRESHOLDS.keys()
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- measured begins -->\nold\n<!-- measured ends -->\nafter\n")
    report.write_into(page, found)
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "old" not in text
    assert "client_credentials" in text
