"""Where the server comes from, and how it ends."""

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mockidp import MockIdPError, Server
from mockidp import __file__ as package
from mockidp.executable import find

PRINTS_ITS_SERVER = """
import os, sys
from mockidp import Server
server = Server.start()
print(server._process.ready["pid"], os.path.dirname(server._process.ready["ca"]), flush=True)
sys.stdin.read()
"""


def test_the_sources_are_for_the_oldest_python_of_the_readme():
    for file in Path(package).parent.glob("*.py"):
        ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))


@pytest.mark.parametrize("how", [signal.SIGKILL, None], ids=["killed", "ended"])
def test_the_server_ends_with_its_process(how):
    child = subprocess.Popen([sys.executable, "-c", PRINTS_ITS_SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    server, folder = child.stdout.readline().split()
    assert os.path.exists(f"/proc/{server}")
    if how:
        child.send_signal(how)
    child.communicate(timeout=20)
    deadline = time.monotonic() + 20
    while os.path.exists(f"/proc/{server}") or os.path.exists(folder):
        assert time.monotonic() < deadline, f"{server} still runs, or {folder} is still there"
        time.sleep(0.02)


def test_a_running_server_is_used(mockidp, monkeypatch):
    monkeypatch.setenv("MOCKIDP_URL", mockidp.url)
    with Server.start() as other, other.world() as world:
        assert other.url == mockidp.url
        world.session().get("https://login.microsoftonline.com/common/discovery/v2.0/keys").raise_for_status()
        assert len(world.journal()) == 1
    mockidp.call("GET", "health")  # it is not ours to stop


def test_a_control_token_is_sent(monkeypatch):
    monkeypatch.delenv("MOCKIDP_CONTROL_TOKEN", raising=False)
    with Server.start(arguments=["--control-token", "t0p-secret"]) as started:
        with pytest.raises(MockIdPError, match="401"):
            Server.attach(started.url, started.address.ca)
        monkeypatch.setenv("MOCKIDP_CONTROL_TOKEN", "t0p-secret")
        other = Server.attach(started.url, started.address.ca)
        with other.world() as world:
            world.session().get("https://login.microsoftonline.com/common/discovery/v2.0/keys").raise_for_status()
            assert len(world.journal()) == 1


def test_a_server_that_cannot_start_says_why():
    with pytest.raises(MockIdPError, match="there is no scenario"):
        Server.start("no-such-scenario")


def test_no_server_at_the_address():
    with pytest.raises(MockIdPError, match="No mockidp answers at"):
        Server.attach("https://localhost:1")


def test_a_variable_that_names_nothing(monkeypatch):
    monkeypatch.setenv("MOCKIDP_BINARY", "/nowhere/mockidp")
    with pytest.raises(MockIdPError, match="MOCKIDP_BINARY names /nowhere/mockidp"):
        find()


def test_no_program_anywhere(monkeypatch, tmp_path):
    monkeypatch.delenv("MOCKIDP_BINARY", raising=False)
    script = tmp_path / "mockidp"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("mockidp.executable.__file__", str(tmp_path / "elsewhere" / "executable.py"))
    with pytest.raises(MockIdPError, match="Set MOCKIDP_BINARY"):
        find()


@pytest.mark.parametrize("processor", [62, 183], ids=["x86-64", "arm64"])
@pytest.mark.parametrize("system, machine, fits", [("linux", "x86_64", 62), ("linux", "aarch64", 183), ("linux", "riscv64", None), ("darwin", "arm64", None)])
def test_the_program_of_the_package_is_for_one_processor(monkeypatch, tmp_path, processor, system, machine, fits):
    program = tmp_path / "bin" / "mockidp"
    program.parent.mkdir()
    program.write_bytes(b"\x7fELF\2\1\1" + bytes(11) + processor.to_bytes(2, "little"))
    monkeypatch.delenv("MOCKIDP_BINARY", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("mockidp.executable.__file__", str(tmp_path / "executable.py"))
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    if processor == fits:
        assert find() == program
    else:
        with pytest.raises(MockIdPError, match=f"This package has no mockidp for {system} on {machine}, and PATH has none. Set MOCKIDP_BINARY"):
            find()


@pytest.mark.parametrize(
    "content, says",
    [
        (b"#!/bin/sh\necho 'mockidp serve: unknown option --exit-with-parent' >&2\nexit 2\n", "is older than this package"),
        (b"\0\x01no program", "cannot be started: Exec format error. Set MOCKIDP_BINARY"),
        (b"#!/bin/sh\necho 'no home' >&2\nexit 1\n", "ended with 1 before it was ready: no home"),
    ],
    ids=["older", "another processor", "ends"],
)
def test_a_program_that_does_not_fit(monkeypatch, tmp_path, content, says):
    program = tmp_path / "mockidp"
    program.write_bytes(content)
    program.chmod(0o755)
    monkeypatch.setenv("MOCKIDP_BINARY", str(program))
    with pytest.raises(MockIdPError, match=says):
        Server.start()


def test_an_older_server(mockidp, monkeypatch):
    call = Server.call
    monkeypatch.setattr(Server, "call", lambda self, method, path, body=None: {"version": "0.0.1"} if path == "health" else call(self, method, path, body))
    with pytest.raises(MockIdPError, match="mockidp 0.0.1 at .* is older than this package"):
        Server.attach(mockidp.url)


def test_two_servers_side_by_side():
    with Server.start() as one, Server.start() as other:
        assert one.url != other.url
        assert one.address.ca != other.address.ca


def test_a_server_that_has_stopped():
    server = Server.start()
    server.stop()
    with pytest.raises(MockIdPError, match="No mockidp answers at"):
        server.world()


def test_the_command_hands_over_to_the_program():
    answer = subprocess.run([sys.executable, "-m", "mockidp", "version"], capture_output=True, text=True, check=True)
    assert answer.stdout.startswith("mockidp ")
