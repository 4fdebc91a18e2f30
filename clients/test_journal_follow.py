"""`mockidp journal --follow` as a process: it prints what comes when it comes, and ends when it is told to or nobody is there."""

import signal
import subprocess
import threading

import pytest
from support.binary import BINARY

SECONDS = 20


class Follower:
    def __init__(self, server, *words):
        command = [str(BINARY), "journal", "--follow", "--json", *words, "--url", server.authority, "--ca", server.ca]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={"PATH": "/usr/bin:/bin"}
        )
        # Whatever goes wrong, no test waits for ever.
        self.limit = threading.Timer(SECONDS, self.process.kill)
        self.limit.start()

    def line(self):
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return line

    def end(self, number=None):
        if number is not None:
            self.process.send_signal(number)
        out, errors = self.process.communicate(timeout=SECONDS)
        self.limit.cancel()
        return self.process.returncode, out, errors


def ask(server, tenant):
    server.get(f"/{tenant}/v2.0/.well-known/openid-configuration")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_prints_what_comes_until_a_signal(serve, number):
    server = serve("happy-path")
    ask(server, "before")
    follower = Follower(server)
    assert '"/before/' in follower.line()
    for tenant in ("one", "two"):
        ask(server, tenant)
        assert f'"/{tenant}/' in follower.line()
    # The journal begins anew, and so do its numbers.
    assert server.http_session.delete(f"{server.control}/exchanges").json() == {"removed": 3}
    ask(server, "three")
    line = follower.line()
    assert '"/three/' in line and '"number":1,' in line
    assert follower.end(number) == (0, "", "")


def test_ends_with_the_server(serve):
    server = serve("happy-path")
    follower = Follower(server, "--endpoint", "discovery")
    server.get("/common/discovery/v2.0/keys")
    ask(server, "nobody")
    assert '"/nobody/' in follower.line()
    server.stop()
    code, out, errors = follower.end()
    assert (code, out) == (0, "")
    assert errors == f"The server at {server.authority} has ended.\n"


def test_ends_when_nobody_reads(serve):
    server = serve("happy-path")
    follower = Follower(server)
    ask(server, "one")
    follower.line()
    follower.process.stdout.close()
    ask(server, "two")
    assert follower.process.wait(timeout=SECONDS) == 0
    follower.limit.cancel()
