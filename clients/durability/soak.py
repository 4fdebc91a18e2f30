#!/usr/bin/env python3
"""Runs a server at full load for a while and looks at what it needs: memory, descriptors, rows, journal.

    clients/durability/soak.py [--binary FILE] [--seconds N] [--seed N] [--data]

The load is every grant, Graph and discovery, worlds that are made, used, hit by rules and removed, worlds under host names of their
own, and a world whose clock goes 200 days at a time, so that what it handed out has to be swept. Each answer is compared with the
one that was asked for. Memory is the process's proportional share, once a second; growth is the median slope between any two
measurements after the warm-up (Theil and Sen), over the whole time after it.
"""

import argparse
import http.client
import itertools
import json
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from durability.server import DAEMON, MOBILE, REDIRECT_URI, Client, Process  # noqa: E402

WORKERS = 4
SCENARIO = "scenario: soak\nsignIn: auto\n"
GRAPH = "https://graph.microsoft.com/.default"
API_ID, API_SECRET = "a9100000-0000-4000-8000-000000000005", "api-secret"
API_SCOPE = "api://contoso/access_as_user"
#: What a journal keeps of one world at most.
JOURNAL = 10_000
#: The part of the time in which memory may grow as it likes.
WARM_UP = 0.4


class Load:
    """One worker: does things and compares what comes with what was asked for."""

    def __init__(self, server, number, seed, until, fills):
        self.server, self.number, self.until, self.fills = server, number, until, fills
        self.random = random.Random(f"{seed}/{number}")
        self.times = defaultdict(list)
        self.wrong = Counter()
        self.worlds = 0
        self.client = Client(server)

    @property
    def is_over(self):
        return time.monotonic() >= self.until

    def expect(self, what, fits, do):
        """Does something, and counts it as wrong when its answer does not fit."""
        began = time.monotonic()
        try:
            answer = do()
        except (OSError, http.client.HTTPException) as error:
            answer = (type(error).__name__, str(error))
        self.times[what].append(time.monotonic() - began)
        if not fits(answer):
            self.wrong[f"{what}: {str(answer)[:300]}"] += 1
            return None
        return answer

    def ok(self, what, do):
        answer = self.expect(what, lambda answer: answer[0] in (200, 204), do)
        return answer[1] if answer else None

    def run(self):
        lives = [self.world, self.world_by_name, self.default_world]
        if self.fills:
            self.fill()
        while not self.is_over:
            if self.number == 0:
                self.ages()
            else:
                self.random.choices(lives, [6, 1, 2])[0]()
            # New connections now and then: handshakes, and descriptors that have to be given back.
            self.client.close()
            self.client = Client(self.server)
        self.client.close()
        return dict(self.times), self.wrong, self.worlds

    def fill(self):
        """Fills the journals of the worlds that stay, which would else grow for longer than the warm-up."""
        if self.number == 0:
            self.begin_ageing()
        tenant = self.tenant if self.number == 0 else "organizations"
        for _ in range(JOURNAL if self.number == 0 else JOURNAL // (WORKERS - 1) + 1):
            if self.is_over:
                return
            self.refused(self.client, tenant)

    def refused(self, client, tenant):
        self.expect(
            "refused", lambda answer: answer[0] == 400 and answer[1]["error"] == "invalid_grant",
            lambda: client.token(tenant, grant_type="refresh_token", client_id=MOBILE, refresh_token="1.Anobodys"))  # fmt: skip

    # Lives

    def default_world(self):
        """What leaves nothing behind."""
        client = self.client
        for _ in range(100):
            if self.is_over:
                return
            token = self.ok(
                "client_credentials",
                lambda: client.token("contoso.onmicrosoft.com", grant_type="client_credentials", scope=GRAPH, **DAEMON))  # fmt: skip
            if token:
                headers = {"Authorization": f"Bearer {token['access_token']}"}
                self.ok("graph organization", lambda: client.ask("GET", "/v1.0/organization", None, headers))
            self.ok("discovery", lambda: client.ask("GET", "/common/v2.0/.well-known/openid-configuration"))
            self.ok("keys", lambda: client.ask("GET", "/common/discovery/v2.0/keys"))
            self.refused(client, "organizations")

    def world(self):
        self.in_world(by_name=False)

    def world_by_name(self):
        self.in_world(by_name=True)

    def in_world(self, by_name):
        control = self.client
        self.worlds += 1
        name = f"s{self.number}-{self.worlds}"
        made = self.expect(
            "make a world", lambda answer: answer[0] == 201,
            lambda: control.control("PUT", f"worlds/{name}", {"overrides": {"signIn": "auto"}}))  # fmt: skip
        if not made:
            return
        tenant, user = made[1]["tenants"][0]["id"], made[1]["users"][0]["userPrincipalName"]
        client = Client(self.server, f"{name}.localhost") if by_name else control
        for _ in range(self.random.randint(1, 25)):
            if self.is_over:
                break
            self.session(client, tenant, user)
        self.faults(client, control, name, tenant)
        self.ok("journal", lambda: control.control("GET", f"worlds/{name}/exchanges"))
        if by_name:
            client.close()
        self.ok("remove a world", lambda: control.control("DELETE", f"worlds/{name}"))

    def session(self, client, tenant, user, has_secrets=True):
        """A user who signs in, renews and calls, in one of several ways."""
        ways = [self.code, self.code, self.password, self.device]
        body = self.random.choice(ways + [self.on_behalf] if has_secrets else ways)(client, tenant, user)
        for _ in range(self.random.randint(0, 6)):
            if not body or "refresh_token" not in body:
                return
            token = body["refresh_token"]
            body = self.ok(
                "refresh_token",
                lambda token=token: client.token(tenant, grant_type="refresh_token", client_id=MOBILE, refresh_token=token))  # fmt: skip
        if body and body.get("scope", "").find("User.Read") >= 0:
            headers = {"Authorization": f"Bearer {body['access_token']}"}
            self.ok("graph me", lambda: client.ask("GET", "/v1.0/me", None, headers))

    def code(self, client, tenant, user, **changes):
        told = self.expect(
            "authorize", lambda answer: "code" in answer[0],
            lambda: client.authorize(user, tenant=tenant, **changes))  # fmt: skip
        if not told:
            return None
        return self.ok(
            "authorization_code",
            lambda: client.token(
                tenant, grant_type="authorization_code", client_id=MOBILE, code=told[0]["code"],
                redirect_uri=REDIRECT_URI))  # fmt: skip

    def password(self, client, tenant, user):
        return self.ok(
            "password",
            lambda: client.token(
                tenant, grant_type="password", client_id=MOBILE, username=user, password="Passw0rd!",
                scope="openid offline_access User.Read"))  # fmt: skip

    def device(self, client, tenant, _):
        asked = self.ok("device code", lambda: self.form(
            client, f"/{tenant}/oauth2/v2.0/devicecode", f"client_id={MOBILE}&scope=openid%20offline_access%20User.Read"))  # fmt: skip
        if not asked:
            return None

        def poll():
            return client.token(
                tenant, grant_type="urn:ietf:params:oauth:grant-type:device_code", client_id=MOBILE,
                device_code=asked["device_code"])  # fmt: skip

        self.expect("device poll", lambda answer: answer[1].get("error") == "authorization_pending", poll)
        return self.ok("device_code", poll)

    @staticmethod
    def form(client, path, text):
        status, _, body = client.ask("POST", path, text, {"Content-Type": "application/x-www-form-urlencoded"})
        return status, json.loads(body)

    def on_behalf(self, client, tenant, user):
        body = self.code(client, tenant, user, scope=f"openid offline_access {API_SCOPE}")
        if body:
            self.ok(
                "on-behalf-of",
                lambda: client.token(
                    tenant, grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", client_id=API_ID,
                    client_secret=API_SECRET, assertion=body["access_token"], requested_token_use="on_behalf_of",
                    scope="https://graph.microsoft.com/User.Read"))  # fmt: skip
        return None

    def faults(self, client, control, name, tenant):
        """Rules that refuse, delay and cut, and what is asked for then comes."""
        rules = [
            ({"respond": {"status": 503, "retryAfter": "2s"}}, "fault: 503", lambda answer: answer[0] == 503),
            ({"refuse": "AADSTS50173"}, "fault: refused", lambda answer: answer[0] == 400 and answer[1]["error_codes"] == [50173]),
            ("resetConnection", "fault: reset", lambda answer: isinstance(answer[0], str)),
            ({"cutBody": 5}, "fault: cut", lambda answer: isinstance(answer[0], str)),
            ({"delay": "20ms"}, "fault: delay", lambda answer: answer[0] == 200),
        ]  # fmt: skip
        action, what, fits = self.random.choice(rules)
        made = self.expect(
            "add a rule", lambda answer: answer[0] in (200, 201),
            lambda: control.control(
                "POST", f"worlds/{name}/rules", {"name": "fault", "when": {"endpoint": "token"}, "then": [action]}))  # fmt: skip
        if not made:
            return
        for _ in range(3):
            self.expect(
                what, fits,
                lambda: client.token(
                    tenant, grant_type="client_credentials", scope=GRAPH, **DAEMON))  # fmt: skip

    def ages(self):
        """A world that stays: sign-ins, and 200 days later as many again."""
        control = self.client
        if self.worlds == 0:
            self.begin_ageing()
        for _ in range(60):
            if self.is_over:
                break
            # The secrets of its apps have ended after years, as they do.
            self.session(control, self.tenant, self.user, has_secrets=False)
        self.ok("clock", lambda: control.control("POST", "worlds/ageing/clock", {"advance": "200d"}))


    def begin_ageing(self):
        self.worlds = 1
        made = self.expect(
            "make a world", lambda answer: answer[0] == 201,
            lambda: self.client.control(
                "PUT", "worlds/ageing", {"overrides": {"signIn": "auto"}, "idleTimeout": "1d"}))  # fmt: skip
        self.tenant, self.user = made[1]["tenants"][0]["id"], made[1]["users"][0]["userPrincipalName"]


def work(server, number, seed, until, fills, results):
    results.put(Load(server, number, seed, until, fills).run())


def growth(samples, warm_up):
    """What the median slope after the warm-up makes over the whole time after it, as a part of the median."""
    after = [(at, value) for at, value in samples if at >= warm_up]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.combinations(after, 2) if b[0] - a[0] > 1]
    if not slopes:
        return 0.0
    return statistics.median(slopes) * (after[-1][0] - after[0][0]) / statistics.median(value for _, value in after)


def settle(client):
    """What was handed out in the world that aged is swept, a few seconds after its last jump."""
    deadline = time.monotonic() + 40
    while True:
        left = {kind: len(client.control("GET", f"worlds/ageing/{kind}")[1][kind]) for kind in ("sessions", "tokens")}
        if not any(left.values()) or time.monotonic() > deadline:
            return left
        time.sleep(0.5)


def run(binary, seconds, seed, directory, limit, keeps_data=False, fills=True, tell=print):
    """Runs the load; a list of what is wrong, empty when nothing is. `limit` is how much memory may grow, as a part."""
    scenario = directory / "soak.yaml"
    scenario.write_text(SCENARIO)
    server = Process(binary, directory / "server", scenario, directory / "data" if keeps_data else None).wait_until_ready()
    try:
        client = Client(server)
        client.ask("GET", "/_mockidp/v1/health")
        client.close()
        time.sleep(0.2)
        descriptors = server.descriptors()
        began = time.monotonic()
        results = multiprocessing.get_context("fork").Queue()
        workers = [
            multiprocessing.get_context("fork").Process(target=work, args=(server, number, seed, began + seconds, fills, results))
            for number in range(WORKERS)
        ]
        for worker in workers:
            worker.start()
        samples = []
        while (now := time.monotonic() - began) < seconds:
            samples.append((now, server.memory()))
            if len(samples) % 30 == 0:
                tell(f"{now:4.0f} s  {samples[-1][1] / 2**20:6.1f} MiB  {server.descriptors()} descriptors", flush=True)
            time.sleep(max(0, min(1, seconds - (time.monotonic() - began))))
        done = [results.get(timeout=60) for _ in workers]
        for worker in workers:
            worker.join(60)
        times, wrong = defaultdict(list), Counter()
        for part, mistakes, _ in done:
            wrong.update(mistakes)
            for what, values in part.items():
                times[what] += values
        client = Client(server)
        left = settle(client)
        kept = len(client.control("GET", "exchanges?limit=100000")[1]["exchanges"])
        client.close()
        time.sleep(0.5)
        after = server.descriptors()
        peak = server.memory()
        server.stop()
    except BaseException:
        server.kill()
        raise

    tell("\n| what | times | median | 99th percentile |\n| --- | ---: | ---: | ---: |")
    for what, values in sorted(times.items()):
        values.sort()
        tell(f"| {what} | {len(values):,} | {values[len(values) // 2] * 1000:.1f} ms | {values[len(values) * 99 // 100] * 1000:.1f} ms |")
    total = sum(len(values) for values in times.values())
    grown = growth(samples, seconds * WARM_UP)
    worlds = sum(part[2] for part in done)
    findings = [
        (f"unasked errors in {total:,} requests", sum(wrong.values()), 0),
        ("memory growth after the warm-up, percent", round(grown * 100, 2), round(limit * 100, 2)),
        (f"descriptors left open beyond the {descriptors} of the start", max(0, after - descriptors), 0),
        ("exchanges in the default world's journal", kept, JOURNAL),
        ("sessions of 200 days ago that are not swept", left["sessions"], 0),
        ("refresh tokens of 200 days ago that are not swept", left["tokens"], 0),
    ]
    tell("\n| finding | is | may be |  |\n| --- | ---: | ---: | --- |")
    for what, found, most in findings:
        tell(f"| {what} | {found} | {most} | {'good' if found <= most else 'WRONG'} |")
    low, high = min(value for _, value in samples), max(value for _, value in samples)
    tell(
        f"\n{seconds} s, {total / seconds:,.0f} requests/s, {worlds} worlds made; memory {low / 2**20:.1f} to {high / 2**20:.1f} MiB,"
        f" {peak / 2**20:.1f} MiB at the end")
    for what, count in wrong.most_common(10):
        tell(f"{count} × {what}")
    return [what for what, found, most in findings if found > most]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parent.parent.parent
    parser.add_argument("--binary", default=root / ".build/release/mockidp")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=2, help="how much memory may grow, in percent")
    parser.add_argument("--data", action="store_true", help="keep the state in a file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mockidp-soak-") as made:
        wrong = run(given.binary, given.seconds, given.seed, Path(made), given.limit / 100, given.data)
    if wrong:
        sys.exit("wrong: " + "; ".join(wrong))
