"""What the program says where it cannot do its work: one sentence, with what to do."""

import os
import signal
import subprocess

import pytest
from support.binary import BINARY

SERVE = ["serve", "--quiet", "--https-port", "0", "--http-port", "0"]


def run(words, **variables):
    """The exit code and what was said."""
    environment = {**{name: value for name, value in os.environ.items() if not name.startswith("MOCKIDP_")}, **{name: str(value) for name, value in variables.items()}}
    ran = subprocess.run([BINARY, *words], env=environment, capture_output=True, text=True, timeout=60)
    return ran.returncode, ran.stderr


@pytest.fixture
def disk(tmp_path):
    """A file system of its own, and a function that makes it read-only."""
    path = tmp_path / "disk"
    path.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", path], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield path, lambda: subprocess.run(["mount", "-o", "remount,ro", path], check=True)
    subprocess.run(["umount", "-l", path], check=True)


def test_a_home_on_a_read_only_file_system(disk):
    path, freeze = disk
    freeze()
    assert run(SERVE, MOCKIDP_HOME=path / "home") == (1, f"mockidp: {path}/home cannot be made: Read-only file system; choose a directory that this user may write\n")


@pytest.mark.parametrize(
    "words, says",
    [
        (["--data", "DISK/data"], "DISK/data cannot be made: Read-only file system; choose a directory that this user may write"),
        (["--ready-file", "DISK/ready.json"], "cannot write DISK/ready.json: Read-only file system"),
        (["--temporary-home"], "no directory can be made in DISK: Read-only file system; set TMPDIR to one that can be written"),
    ],
)
def test_a_file_on_a_read_only_file_system(disk, home, words, says):
    path, freeze = disk
    freeze()
    words = [word.replace("DISK", str(path)) for word in words]
    assert run(SERVE + words, MOCKIDP_HOME=home, TMPDIR=path) == (1, "mockidp: " + says.replace("DISK", str(path)) + "\n")


def test_a_home_that_was_written_before_may_be_read_only(disk, serve):
    path, freeze = disk
    first = serve("happy-path", environment={"MOCKIDP_HOME": str(path / "home")})
    authority = (path / "home/ca.pem").read_bytes()
    first.stop()
    freeze()
    second = serve("happy-path", environment={"MOCKIDP_HOME": str(path / "home")})
    assert (path / "home/ca.pem").read_bytes() == authority
    assert second.authority.startswith("https://localhost:")


def test_two_servers_of_one_home_side_by_side(serve, home):
    one, other = serve("happy-path"), serve("expired-refresh")
    assert one.authority != other.authority
    assert one.ca == other.ca


@pytest.mark.parametrize("option, address", [("--https-port", "authority"), ("--http-port", "http")])
def test_a_port_that_a_mockidp_has_already(serve, home, option, address):
    first = serve("happy-path")
    port = getattr(first, address).rsplit(":", 1)[1].strip("/")
    ports = {"--https-port": "0", "--http-port": "0", option: port}
    code, said = run(["serve", "--quiet", *(word for pair in ports.items() for word in pair)], MOCKIDP_HOME=home)
    assert code == 1
    assert said.startswith(f"mockidp: A mockidp runs there: {first.control}, scenario happy-path, process {first.pid}."), said


def test_a_token_for_a_user_who_is_locked(serve, home):
    server = serve("happy-path")
    assert server.http_session.patch(f"{server.control}/users/bob", json={"locked": True}).status_code == 200
    code, said = run(["token", "--url", server.authority, "--user", "bob"], MOCKIDP_HOME=home)
    assert code == 1
    assert "AADSTS50053" in said and "'mockidp user unlock bob'" in said, said


def test_a_server_that_has_stopped(serve, home):
    server = serve("happy-path")
    address = server.control.removesuffix("/_mockidp/v1")
    server.stop()
    code, said = run(["clock", "--url", address], MOCKIDP_HOME=home)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("mockidp: Nobody listens on localhost port ") and "Start one with 'mockidp serve'" in said


def test_ctrl_c_and_the_end_of_standard_input_leave_no_temporary_home(tmp_path):
    """A terminal sends the signal to all, and the one who started the server is gone at once: its end is the second signal."""
    codes = set()
    for _ in range(5):
        server = subprocess.Popen(
            [BINARY, *SERVE, "--temporary-home", "--exit-with-parent", "--ready-file", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)},
        )  # fmt: skip
        server.stdout.readline()
        server.send_signal(signal.SIGINT)
        server.stdin.close()
        codes.add(server.wait(timeout=30))
        server.stdout.close()
        assert not list(tmp_path.glob("mockidp-*"))
    assert codes <= {0, 130}
