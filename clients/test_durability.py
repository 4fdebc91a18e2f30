"""What `--data` promises: kills, full disks, damaged and foreign stores, two servers on one directory. `make test-durability` kills
more often."""

import json
import os
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
from pathlib import Path

import pytest
from durability import kills
from durability.server import MOBILE, Client, Process
from support.binary import BINARY

STORES = Path(__file__).parent.parent / "Tests" / "DirectoryTests" / "Stores"
ALICE = "alice@contoso.onmicrosoft.com"


def test_kills_at_random_moments_lose_nothing(tmp_path):
    counts, operations = kills.run(BINARY, 8, 7, tmp_path)
    assert operations > 8 and counts["codes"] > 0, counts


# Stores that are refused


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "auto.yaml"
    path.write_text("scenario: auto\nsignIn: auto\n")
    return path


@pytest.fixture
def store(tmp_path, scenario):
    """A directory as a killed server leaves it: a database, and a log with changes that are nowhere else."""
    data = tmp_path / "state"
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    client = Client(server)
    for _ in range(20):
        code = client.authorize(ALICE)[0]["code"]
        assert kills.redeem(client, code)[0] == 200
    client.close()
    server.kill()
    return data


def bytes_of(data):
    """Every file but the lock, which only says who came last."""
    return {path.name: path.read_bytes() for path in data.iterdir() if path.name != "mockidp.lock"}


def refusal(tmp_path, scenario, data, **options):
    """The one line that a server says when it does not start."""
    done = subprocess.run(
        [BINARY, "serve", "--scenario", scenario, "--https-port", "0", "--http-port", "0", "--data", data],
        env={"MOCKIDP_HOME": str(tmp_path / "server/home"), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True,
        timeout=30, **options)  # fmt: skip
    assert done.returncode == 1, done
    assert done.stdout == "" and done.stderr.count("\n") == 1, done
    assert done.stderr.startswith("mockidp: "), done
    return done.stderr.removeprefix("mockidp: ").strip()


def overwrite(path, offset, content):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(content)


def checkpoint(data):
    """Moves the log into the database, so that damage to the database is not covered by it."""
    connection = sqlite3.connect(data / "mockidp.sqlite")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def truncated(data):
    checkpoint(data)
    with open(data / "mockidp.sqlite", "r+b") as file:
        file.truncate(os.path.getsize(data / "mockidp.sqlite") // 2)


def header(data):
    checkpoint(data)
    overwrite(data / "mockidp.sqlite", 0, b"\0" * 100)


def garbage(data):
    checkpoint(data)
    overwrite(data / "mockidp.sqlite", 4096 * 3, os.urandom(4096 * 4))


def text(data):
    for path in data.iterdir():
        path.unlink()
    (data / "mockidp.sqlite").write_text("certainly no database")


def foreign(data):
    shutil.rmtree(data)
    data.mkdir()
    connection = sqlite3.connect(data / "mockidp.sqlite")
    connection.execute("CREATE TABLE recipes (cake TEXT)")
    connection.commit()
    connection.close()


def newer(data):
    checkpoint(data)
    connection = sqlite3.connect(data / "mockidp.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def log(data):
    overwrite(data / "mockidp.sqlite-wal", 32 + (24 + 4096) * 5 + 1000, b"damage")


def log_header(data):
    overwrite(data / "mockidp.sqlite-wal", 4, b"damage")


def no_database(data):
    (data / "mockidp.sqlite").unlink()


def unreadable_document(data):
    checkpoint(data)
    connection = sqlite3.connect(data / "mockidp.sqlite")
    connection.execute("UPDATE object SET document = '{\"id\":' WHERE kind = 'user'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "damage, message",
    [
        (truncated, r"^\S+/mockidp\.sqlite is damaged \(.+\); move it away to start anew, or restore a copy$"),
        (header, r"^\S+/mockidp\.sqlite is not a mockidp database, or its beginning is damaged; move it away"),
        (garbage, r"^\S+/mockidp\.sqlite is damaged \(.+\); move it away to start anew, or restore a copy$"),
        (text, r"^\S+/mockidp\.sqlite is not a mockidp database"),
        (foreign, r"^\S+/mockidp\.sqlite is not a mockidp database"),
        (newer, r"^\S+/mockidp\.sqlite was written by a newer mockidp \(version 99 .+\); use that mockidp"),
        (log, r"^\S+/mockidp\.sqlite-wal, the log of the latest changes, is damaged: frame 6 of \d+ .+; restore a copy"),
        (log_header, r"^\S+/mockidp\.sqlite-wal, the log of the latest changes, is damaged: its header .+; restore a copy"),
        (no_database, r"^\S+/mockidp\.sqlite is empty or missing, but its log \S+-wal is there; restore a copy"),
        (unreadable_document, r"^\S+/mockidp\.sqlite is damaged \(the document of a user cannot be read\)"),
    ],
)
def test_a_store_that_cannot_be_trusted_is_refused_and_left_alone(store, tmp_path, scenario, damage, message):
    damage(store)
    before = bytes_of(store)
    assert re.search(message, refusal(tmp_path, scenario, store))
    assert bytes_of(store) == before


def test_a_log_that_is_cut_short_is_a_crash_and_no_damage(store, tmp_path, scenario):
    path = store / "mockidp.sqlite-wal"
    with open(path, "r+b") as file:
        file.truncate(os.path.getsize(path) - 100)
    Process(BINARY, tmp_path / "server", scenario, store).wait_until_ready().stop()


def test_the_second_server_on_a_directory_is_told_who_is_the_first(store, tmp_path, scenario):
    first = Process(BINARY, tmp_path / "server", scenario, store).wait_until_ready()
    before = bytes_of(store)
    message = refusal(tmp_path, scenario, store)
    assert message == (
        f"{store} is in use by another mockidp, process {first.process.pid}; stop it, or choose another --data directory"
    )
    assert bytes_of(store) == before
    client = Client(first)
    assert "code" in client.authorize(ALICE)[0]
    first.kill()
    # The lock went with the process.
    Process(BINARY, tmp_path / "server", scenario, store).wait_until_ready().stop()


def test_a_file_is_no_directory(tmp_path, scenario):
    path = tmp_path / "state"
    path.write_text("mine")
    for data in (path, path / "below"):
        assert refusal(tmp_path, scenario, data) == (
            f"{path} is a file; choose a directory, which is made when it is missing"
        )
    assert path.read_text() == "mine"


NOBODY = 65534


@pytest.fixture
def unprivileged(tmp_path):
    """How to start a process that the system denies things; root is denied nothing."""
    if os.getuid() != 0:
        return {}
    for path in [tmp_path, *tmp_path.parents]:
        if not path.stat().st_mode & stat.S_IXOTH and path.owner() == "root":
            path.chmod(path.stat().st_mode | stat.S_IXOTH)
    try:
        subprocess.run([BINARY, "version"], user=NOBODY, check=True, capture_output=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"another user cannot run the binary here: {error}")
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def home_for(tmp_path, unprivileged):
    home = tmp_path / "server/home"
    home.mkdir(parents=True, exist_ok=True)
    if unprivileged:
        for path in [home, *home.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)


def test_a_directory_that_may_not_be_written_is_told(tmp_path, scenario, unprivileged):
    data = tmp_path / "state"
    data.mkdir()
    data.chmod(0o555)
    home_for(tmp_path, unprivileged)
    user = NOBODY if unprivileged else os.getuid()
    assert refusal(tmp_path, scenario, data, **unprivileged) == (
        f"{data} may not be written (it belongs to user {os.getuid()}, this is user {user}); run as its owner, give it to this "
        "user, or choose another --data directory"
    )
    assert list(data.iterdir()) == []
    data.chmod(0o755)


def test_a_store_of_somebody_else_is_told(store, tmp_path, scenario, unprivileged):
    if not unprivileged:
        pytest.skip("only root can give files away")
    before = bytes_of(store)
    store.chmod(0o777)
    home_for(tmp_path, unprivileged)
    message = refusal(tmp_path, scenario, store, **unprivileged)
    assert message.startswith(f"{store}/mockidp.sqlite may not be written (it belongs to user 0, this is user {NOBODY}); ")
    assert bytes_of(store) == before


# Disks that are full


def fill_and_free(server, fill, free):
    """A disk that fills up under a running server: clear refusals, nothing lost, and on it goes when there is room again."""
    client = Client(server)
    told = []

    def sign_in():
        answer, _ = client.authorize(ALICE)
        return kills.redeem(client, answer["code"])[1]["refresh_token"]

    told += [sign_in() for _ in range(5)]
    assert client.control("POST", "consents", {"client": "mobile", "scopes": ["User.RevokeSessions.All"]})[0] == 200
    answer, _ = client.authorize(ALICE, scope="https://graph.microsoft.com/User.RevokeSessions.All")
    access = {"Authorization": "Bearer " + kills.redeem(client, answer["code"])[1]["access_token"]}
    waiting = client.authorize(ALICE)[0]["code"]
    fill()
    # There may be room for a few more; whatever is told counts.
    for _ in range(4000):
        status, body = kills.refresh(client, told[0])
        if status != 200:
            break
        told.append(body["refresh_token"])
    assert status == 503 and body["error"] == "temporarily_unavailable" and body["error_codes"] == [90033], body
    status, body = kills.redeem(client, waiting)
    assert status == 503 and body["error_codes"] == [90033], body
    answer, cookies = client.authorize(ALICE)
    assert "AADSTS50000" in answer["page"] and not any(name.startswith("ESTSAUTH") for name in cookies), answer
    status, _, text = client.ask("POST", "/v1.0/me/revokeSignInSessions", headers=access)
    assert status == 503 and json.loads(text)["error"]["code"] == "serviceNotAvailable", text
    status, body = client.control("PUT", "worlds/t1", {})
    assert status == 503 and body["type"] == "urn:mockidp:problem:store-trouble", body
    assert "the store cannot be" in body["detail"], body
    # What reads, works.
    assert client.token(grant_type="client_credentials", client_id="dae30000-0000-4000-8000-000000000004",
                        client_secret="daemon-secret", scope="https://graph.microsoft.com/.default",
                        tenant="contoso.onmicrosoft.com")[0] == 200  # fmt: skip
    status, body = client.control("GET", "exchanges?limit=100000")
    reasons = [reason for exchange in body["exchanges"] for reason in exchange.get("because", exchange.get("reasons", []))]
    assert any("the store cannot be" in reason for reason in reasons), reasons[-5:]
    free()
    # The code was not used up by the redemption that failed.
    status, body = kills.redeem(client, waiting)
    assert status == 200, body
    told.append(body["refresh_token"])
    assert client.control("PUT", "worlds/t1", {})[0] == 201
    told.append(sign_in())
    client.close()
    return told


def all_are_there(server, told):
    client = Client(server)
    for token in told:
        assert kills.refresh(client, token)[0] == 200
    client.close()


def test_a_limit_that_is_reached_while_the_server_runs(tmp_path, scenario):
    data = tmp_path / "state"
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    pid, (soft, hard) = server.process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
    told = fill_and_free(
        server,
        lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard)),
        lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard)),
    )
    server.kill()
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    all_are_there(server, told)
    server.stop()


@pytest.fixture
def small_disk(tmp_path):
    """A file system of one mebibyte."""
    path = tmp_path / "disk"
    path.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield path
    subprocess.run(["umount", "-l", path], check=True)


def test_a_disk_that_is_full(small_disk, tmp_path, scenario):
    data, filler = small_disk / "state", small_disk / "filler"

    def fill():
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 4096)
            except OSError:
                pass

    fill()
    assert re.search(r"full|No space", refusal(tmp_path, scenario, data))
    filler.unlink()
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    told = fill_and_free(server, fill, filler.unlink)
    server.kill()
    fill()
    if not list(data.glob("*-wal")):
        assert "full" in refusal(tmp_path, scenario, data)
    filler.unlink()
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    all_are_there(server, told)
    server.stop()


def test_a_file_system_that_is_mounted_read_only(small_disk, tmp_path, scenario):
    data = small_disk / "state"
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    client = Client(server)
    told = [kills.redeem(client, client.authorize(ALICE)[0]["code"])[1]["refresh_token"]]
    client.close()
    server.kill()
    before = bytes_of(data)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    message = refusal(tmp_path, scenario, data)
    assert message == f"{data} is on a read-only file system; choose another --data directory", message
    assert bytes_of(data) == before
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    server = Process(BINARY, tmp_path / "server", scenario, data).wait_until_ready()
    all_are_there(server, told)
    server.stop()


# Stores of earlier versions


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_store_of_an_earlier_version_is_taken_up(tmp_path, version):
    data = tmp_path / "state"
    data.mkdir()
    connection = sqlite3.connect(data / "mockidp.sqlite")
    connection.executescript((STORES / f"version-{version}.sql").read_text())
    # As if it had been left a moment ago.
    connection.execute("UPDATE refresh_token SET issued = CAST(strftime('%s') AS INTEGER) * 10000000")
    connection.commit()
    connection.close()
    server = Process(BINARY, tmp_path / "server", "happy-path", data).wait_until_ready()
    client = Client(server)
    status, body = client.token(grant_type="refresh_token", client_id=MOBILE, refresh_token="1.Aalive")
    assert status == 200 and "access_token" in body, body
    status, body = client.token(grant_type="refresh_token", client_id=MOBILE, refresh_token="1.Arevoked")
    assert status == 400, body
    client.close()
    server.stop()
