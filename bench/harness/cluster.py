"""What three servers on PostgreSQL cost, beside one that is alone and is the same program, in one run and in turns."""

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import load, mockidp
from .browser import Browser, Proof
from .mockidp import MockIdP
from .operations import OPERATIONS, Scene, authorize_with_session
from .results import Row, median

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients"))
from cluster.postgres import PostgreSQL, free_port  # noqa: E402

MIB = 1024 * 1024
CONTROL_TOKEN = "bench-control-token"
MEASURED = ["client_credentials", "refresh"]
WORLD = "measured"
#: Commits reach the disk, as they do where something is to be kept.
SETTINGS = {"fsync": "on", "synchronous_commit": "on", "shared_buffers": "128MB"}
# A world moves to where hashing has it while it rests; what is asked of it again keeps it there.
SETTLED = 6  # seconds


class Controller(Browser):
    """A browser whose every request carries the token of the control API."""

    def ask(self, method, path, form=None, fields=None, body=None):
        fields = {**(fields or {}), **({"Authorization": f"Bearer {CONTROL_TOKEN}"} if path.startswith("/_mockidp/") else {})}
        return super().ask(method, path, form=form, fields=fields, body=body)


class Member(MockIdP):
    """One of the servers of a cluster."""

    def __init__(self, binary, home, url, key):
        super().__init__(binary, home, arguments=["--cluster", url, "--cluster-key-file", key], ports=(free_port(), 0), patience=60)

    def browser(self, secure=True):
        return Controller(self.https if secure else self.http, self.ca)


class Together:
    """The servers of a cluster as one that uses processor time."""

    def __init__(self, members):
        self.members = members

    def cpu(self):
        return sum(one.cpu() for one in self.members)


class Side:
    """A way to the measured world: a scene at one server, and the servers whose processor time it takes."""

    def __init__(self, server, world, spends):
        alice = next(user for user in world["users"] if user["alias"] == "alice")
        self.scene = Scene(server, world["tenants"][0]["id"], alice["userPrincipalName"])
        self.spends = spends


def measure(binary, home, rounds, seconds, worlds=10_000, sign_ins=100):
    """Tokens, a sign-in after the other, and memory with that many worlds; and what PostgreSQL has to do for it."""
    with contextlib.ExitStack() as stack:
        postgres = PostgreSQL(settings=SETTINGS)
        stack.callback(postgres.remove)
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url, key = postgres.url(), place / "cluster.key"
        subprocess.run(
            [str(binary), "cluster", "init", "--cluster", url, "--cluster-key-file", str(key), "--control-token", CONTROL_TOKEN],
            check=True, capture_output=True, env={"PATH": "/usr/bin:/bin"})  # fmt: skip
        alone = stack.enter_context(MockIdP(binary, home))
        members = [stack.enter_context(Member(binary, place / f"home-{number}", url, key)) for number in range(3)]
        idle = _resting(postgres)
        sides = _sides(alone, members, postgres)
        rows = _tokens(sides, rounds, seconds)
        rows += _latency(sides, sign_ins)
        rows.append(_three(rows))
        rows += _kept(sides["owner"], postgres, seconds)
        for side in sides.values():
            side.scene.close()
        rows.append(_memory(alone, members, worlds))
        rows.append(_claims(members, postgres, worlds))
        rows.append(idle)
        return rows


def _sides(alone, members, postgres):
    with alone.browser() as browser:
        lone = alone.steer(browser, "POST", "/worlds", {"name": WORLD})
    with members[0].browser() as browser:
        shared = members[0].steer(browser, "POST", "/worlds", {"name": WORLD})
    time.sleep(SETTLED)
    with members[0].browser() as browser:
        browser.get(f"/{shared['tenants'][0]['id']}/v2.0/.well-known/openid-configuration")
    url = postgres.sql(f"SELECT r.url FROM mockidp.world w JOIN mockidp.replica r ON r.id = w.owner WHERE w.name = '{WORLD}'")
    owner = next(one for one in members if one.https.rsplit(":")[-1] == url.rsplit(":")[-1])
    other = next(one for one in members if one is not owner)
    together = Together(members)
    return {"alone": Side(alone, lone, alone), "owner": Side(owner, shared, together), "other": Side(other, shared, together)}


def _tokens(sides, rounds, seconds):
    rows = []
    for operation in (one for one in OPERATIONS if one.key in MEASURED):
        requests = {name: side.scene.requests(operation, 0) for name, side in sides.items()}
        loads = {name: [] for name in sides}
        for _ in range(rounds):
            for name, side in sides.items():
                origin = side.scene.origin(operation)
                loads[name].append(load.run(side.spends, origin, requests[name], seconds))
        for name, through in (("owner", "its owner"), ("other", "another server")):
            ratios = [one.cpu / base.cpu for one, base in zip(loads[name], loads["alone"])]
            rows.append(Row(
                f"cluster_{operation.key}_{name}", f"cluster: {operation.title}, through {through}", median(ratios),
                cpu=median([one.cpu for one in loads[name]]),
                notes={"alone": median([one.cpu for one in loads["alone"]]), "p50": median([one.p50 for one in loads[name]]),
                       "p50 alone": median([one.p50 for one in loads["alone"]])}))  # fmt: skip
    return rows


def _latency(sides, count):
    """One client that waits for each answer: a code for a session, and its redemption."""
    times = {name: [] for name in sides}
    for _ in range(count):
        for name, side in sides.items():
            scene, proof = side.scene, Proof()
            began = time.perf_counter()
            form = mockidp.redemption(authorize_with_session(scene, proof), proof)
            scene.browser.expect(200, "POST", scene.token_path, form=form)
            times[name].append((time.perf_counter() - began) * 1e3)
    middle = {name: median(found) for name, found in times.items()}
    return [
        Row(f"cluster_sign_in_{name}", f"cluster: a sequential sign-in, through {through}", middle[name] - middle["alone"],
            notes={"ms": middle[name], "ms alone": middle["alone"]})
        for name, through in (("owner", "its owner"), ("other", "another server"))
    ]  # fmt: skip


def _three(rows):
    """What three servers do on cores of their own, from the processor time of a token: the balancer knows worlds, or does not."""
    ratio = {row.key: row.value for row in rows}
    owner, other = ratio["cluster_client_credentials_owner"], ratio["cluster_client_credentials_other"]
    return Row(
        "cluster_three", "cluster: three servers, computed, behind a balancer that knows worlds", 3 / owner,
        notes={"any balancer": 3 / ((owner + 2 * other) / 3)})  # fmt: skip


def _kept(side, postgres, seconds):
    """What PostgreSQL does for a renewal, the rows of which are kept before its answer."""
    operation = next(one for one in OPERATIONS if one.key == "refresh")
    requests = side.scene.requests(operation, 0)
    commits, cpu = _commits(postgres), _cpu(postgres)
    done = load.run(side.spends, side.scene.origin(operation), requests, seconds * 2)
    cpu, commits = _cpu(postgres) - cpu, _commits(postgres) - commits
    return [Row(
        "cluster_postgres_renewal", "cluster: PostgreSQL's processor time for a renewal", cpu / done.requests * 1e3,
        notes={"commits each": commits / done.requests, "renewals a second": done.rate})]  # fmt: skip


def _resting(postgres):
    """What three servers that nobody asks have PostgreSQL do."""
    time.sleep(2)
    commits, cpu, began = _commits(postgres), _cpu(postgres), time.monotonic()
    time.sleep(8)
    passed = time.monotonic() - began
    cpu, commits = _cpu(postgres) - cpu, _commits(postgres) - commits
    return Row(
        "cluster_postgres_lease", "cluster: PostgreSQL's processor time for a server at rest, a second", cpu / passed / 3 * 1e3,
        notes={"commits a second": commits / passed / 3})  # fmt: skip


def _memory(alone, members, count):
    """How much more the largest of three holds than the one that is alone, when there are that many worlds."""
    began = time.monotonic()
    _make(members, count)
    took = time.monotonic() - began
    _make([alone], count)
    time.sleep(2)
    held = [one.resident() / MIB for one in members]
    return Row(
        "cluster_memory", f"cluster: {count:,} worlds on three servers, each beyond one", max(held) - alone.resident() / MIB,
        notes={"each": held, "alone": alone.resident() / MIB, "seconds to make": took})  # fmt: skip


def _claims(members, postgres, count):
    """One server ends; its worlds are asked for, one after the other, as soon as they are free."""
    url = f":{members[2].https.rsplit(':')[-1]}"
    names = postgres.sql(
        "SELECT w.name FROM mockidp.world w JOIN mockidp.replica r ON r.id = w.owner "
        f"WHERE r.url LIKE '%{url}' AND w.name LIKE 'm%' AND w.name <> '{WORLD}' LIMIT 300").split()  # fmt: skip
    members[2].stop()
    times = []
    with members[0].browser() as browser:
        for name in names:
            began = time.perf_counter()
            browser.expect(200, "GET", mockidp.DISCOVERY, fields={"Mockidp-World": name})
            times.append((time.perf_counter() - began) * 1e3)
    if not times:
        raise SystemExit("bench: the third server had no world")
    return Row("cluster_claim", "cluster: a world that is taken over, until its first answer", median(times), notes={"worlds": len(times)})


def _make(servers, count):
    with contextlib.ExitStack() as stack:
        browsers = [stack.enter_context(one.browser(secure=False)) for one in servers]
        for number in range(count):
            browser = browsers[number % len(browsers)]
            answer, text = browser.ask("PUT", f"/_mockidp/v1/worlds/m{number}", body="{}", fields={"Content-Type": "application/json"})
            if answer.status not in (200, 201):
                raise SystemExit(f"bench: a world was answered {answer.status}: {text[:300]}")


def _commits(postgres):
    # What its processes have counted arrives within a second.
    time.sleep(1.1)
    return int(postgres.sql("SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'"))


def _family(pid):
    found = [pid]
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(FileNotFoundError):
            found += _family(int(child))
    return found


def _cpu(postgres):
    """Seconds of all its processes that live: those of the servers' connections, and its own."""
    total = 0
    for pid in _family(postgres.process.pid):
        with contextlib.suppress(OSError):
            total += time.clock_gettime((~pid << 3) | 2)
    return total
