"""Runs alone, after the tests: looks whether a server that they noted still answers, or has left its home. Then the same for Ctrl-C and kill -9."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mockidp import MockIdPError, Server

WAITS = """
import os, sys
from mockidp import Server
server = Server.start()
print(server.url, os.path.dirname(server.address.ca), flush=True)
sys.stdin.read()
"""


def is_left(url, home):
    if os.path.exists(home):
        return True
    try:
        Server.attach(url)
    except (MockIdPError, OSError):
        return False
    return True


def wait_for_the_end(url, home):
    end = time.monotonic() + 20
    while is_left(url, home):
        assert time.monotonic() < end, f"{url} answers, or {home} is there"
        time.sleep(0.05)


def test_nothing_left():
    lines = Path(os.environ["SUITE_SERVERS"]).read_text(encoding="utf-8").split("\n")
    servers = [line.split(" ") for line in lines if line]
    assert servers
    for url, home in servers:
        wait_for_the_end(url, home)


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGKILL], ids=["control C", "kill -9"])
def test_nothing_left_after_a_signal(way):
    """A terminal's Ctrl-C goes to the whole group: the tests and what they started."""
    child = subprocess.Popen([sys.executable, "-c", WAITS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    url, home = child.stdout.readline().split()
    if way == signal.SIGINT:
        os.killpg(child.pid, way)
    else:
        child.send_signal(way)
    child.communicate(timeout=20)
    wait_for_the_end(url, home)
