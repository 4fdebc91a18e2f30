"""The journal as it grows, and as an archive."""

import json
import re
from pathlib import Path

import requests
from support.browser import Browser
from support.requests_by_hand import grant, redeem


class Events:
    """A client of server-sent events, as small as it can be."""

    def __init__(self, server, last=None, **filters):
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        self.answer = server.http_session.get(
            f"{server.control}/exchanges/stream", params=filters, headers=headers, stream=True, timeout=20
        )
        assert self.answer.status_code == 200
        assert self.answer.headers["Content-Type"] == "text/event-stream"
        self._lines = self.answer.iter_lines(decode_unicode=True, chunk_size=1)

    def next(self):
        event = {}
        for line in self._lines:
            if line and not line.startswith(":"):
                name, _, value = line.partition(": ")
                event[name] = value
            elif not line and "event" in event:
                return event["event"], event.get("id"), json.loads(event["data"])
        raise AssertionError("the stream ended")

    def close(self):
        self.answer.close()


def test_exchanges_are_followed_and_taken_up_again(serve):
    server = serve("happy-path")
    events = Events(server)
    server.get("/common/v2.0/.well-known/openid-configuration")
    kind, number, exchange = events.next()
    assert (kind, number, exchange["number"], exchange["endpoint"]) == ("exchange", "1", 1, "discovery")
    events.close()
    # Nobody listens while this happens.
    server.get("/common/discovery/v2.0/keys")
    server.get("/common/v2.0/.well-known/openid-configuration")
    events = Events(server, last=number)
    assert [events.next()[2]["endpoint"] for _ in range(2)] == ["keys", "discovery"]
    server.get("/common/discovery/v2.0/keys")
    assert events.next()[1] == "4"
    # A new beginning is told, and numbers start again.
    server.post_control("reset", {})
    assert events.next()[0] == "cleared"
    server.get("/common/discovery/v2.0/keys")
    assert events.next()[1] == "1"
    events.close()


def test_filters_hold_for_what_comes(serve):
    server = serve("happy-path")
    events = Events(server, event="token.issued", user="alice")
    redeem(server, grant(server, Browser(server)))
    _, _, exchange = events.next()
    assert exchange["endpoint"] == "token"
    assert exchange["user"]["alias"] == "alice"
    events.close()


def test_many_follow_at_once(serve):
    server = serve("happy-path")
    followers = [Events(server) for _ in range(8)]
    for _ in range(5):
        server.get("/common/discovery/v2.0/keys")
    for events in followers:
        assert [events.next()[1] for _ in range(5)] == ["1", "2", "3", "4", "5"]
        events.close()


def test_a_replay_of_any_length_arrives_in_parts(serve):
    server = serve("happy-path")
    with requests.Session() as session:
        session.verify, session.trust_env = server.ca, False
        for _ in range(1500):
            session.get(f"{server.authority}/common/discovery/v2.0/keys")
    seen, last = [], "0"
    while len(seen) < 1500:
        events = Events(server, last=last, after=0)
        try:
            while len(seen) < 1500:
                seen.append(int(events.next()[1]))
        except AssertionError:
            pass  # the part is over
        finally:
            events.close()
        assert seen and last != str(seen[-1])
        last = str(seen[-1])
    assert seen == list(range(1, 1501))


def test_the_archive_holds_no_secret(serve):
    server = serve("happy-path")
    tokens = redeem(server, grant(server, Browser(server)))
    answer = server.http_session.get(f"{server.control}/exchanges.har", params={"endpoint": "token"})
    assert answer.status_code == 200
    (entry,) = answer.json()["log"]["entries"]
    assert entry["request"]["method"] == "POST"
    (code,) = [field["value"] for field in entry["request"]["postData"]["params"] if field["name"] == "code"]
    assert code.startswith("•••(handle:")
    assert entry["_user"] == "alice"
    for secret in (tokens["access_token"], tokens["refresh_token"], "Passw0rd!"):
        assert secret not in answer.text


def test_a_verdict_of_any_length_is_bounded(serve):
    """After a thousand refusals each expectation lists twenty of them, and counts them all: the answer grows as the expectations do."""
    server = serve("happy-path")
    form = {"grant_type": "refresh_token", "client_id": "x", "refresh_token": "none"}
    for _ in range(1_000):
        assert server.token(form).status_code == 400
    sizes = {}
    for count in (1_250, 5_000):
        answer = server.http_session.post(f"{server.control}/verify", json={"expect": [{"event": "token.refused", "count": 1}] * count})
        assert answer.status_code == 200, answer.text[:500]
        results = answer.json()["expectations"]
        assert len(results) == count
        assert {(one["met"], one["found"], len(one["matches"])) for one in results} == {(False, 1_000, 20)}
        sizes[count] = len(answer.content)
    assert sizes[5_000] < 4.1 * sizes[1_250] and sizes[5_000] < 20_000_000, sizes
    status = Path(f"/proc/{server.pid}/status")
    if status.exists():
        # In kB, at its most.
        assert int(re.search(r"VmHWM:\s+(\d+)", status.read_text())[1]) < 300_000
