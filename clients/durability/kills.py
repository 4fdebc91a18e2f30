#!/usr/bin/env python3
"""Kills a server with SIGKILL at random moments under load, and checks that all it told its clients is there afterwards.

    clients/durability/kills.py [--binary FILE] [--kills N] [--seed N]

What is checked after each restart: the store opens and nothing in it is half-written; refresh tokens that a client was given still
work; codes that were redeemed do not redeem again, and those that were not do once; sessions are there; what was revoked stays
revoked; consents, users and worlds are there or gone, as their makers were told. One kill in five meets a server in the midst of
its first start. The seed chooses the moments; where threads stand at such a moment nobody chooses.
"""

import argparse
import http.client
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from durability.server import MOBILE, PASSWORD, REDIRECT_URI, Client, Process  # noqa: E402

SCENARIO = """\
scenario: durable
signIn: auto
world:
  lifetimes: { authorizationCode: 1d }
  apps:
    mobile: { consent: none }
"""
WORKERS = 4
#: What of earlier rounds is checked again after each restart; at the end everything is.
SAMPLE = 12


class Facts:
    """What clients were told, so what must hold after any restart. A name in `open` may be either way: the server was killed
    before it answered."""

    def __init__(self):
        self.lock = threading.Lock()
        self.tokens = {}  # refresh token → user
        self.dead = {}  # refresh token → user whose sessions were revoked
        self.codes = {}  # code → "open", "redeeming", "redeemed"
        self.consents = {}  # user → scopes that must be consented to
        self.sessions = {}  # user → cookies
        self.worlds = {}  # name → True, False, or None for either

    def count(self):
        return {name: len(value) for name, value in vars(self).items() if isinstance(value, dict)}


class Worker(threading.Thread):
    """Signs users in, renews, revokes, consents, makes worlds and removes them, until the server is gone."""

    def __init__(self, server, facts, seed, prefix):
        super().__init__(daemon=True)
        self.client, self.facts, self.random, self.prefix = Client(server), facts, random.Random(seed), prefix
        self.count = 0
        self.failure = None

    def run(self):
        try:
            while True:
                self.count += 1
                self.random.choices([self.sign_in, self.renew, self.revoke, self.world], [5, 8, 1, 3])[0]()
        except (OSError, http.client.HTTPException):
            pass  # the kill
        except Exception as error:  # noqa: BLE001 - told by whoever waits for the thread
            self.failure = error

    def sign_in(self):
        alias = f"{self.prefix}n{self.count}"
        status, body = self.client.control("POST", "users", {"alias": alias, "displayName": alias, "password": PASSWORD})
        assert status == 201, body
        user = body["userPrincipalName"]
        told, cookies = self.client.authorize(user)
        code = told.get("code")
        assert code, told
        with self.facts.lock:
            self.facts.codes[code] = "open"
            self.facts.sessions[user] = cookies
            self.facts.consents[user] = {"User.Read"}
        if self.random.random() < 0.2:
            return  # never redeemed
        with self.facts.lock:
            self.facts.codes[code] = "redeeming"
        status, body = redeem(self.client, code)
        assert status == 200, body
        with self.facts.lock:
            self.facts.codes[code] = "redeemed"
            self.facts.tokens[body["refresh_token"]] = user

    def some_token(self):
        with self.facts.lock:
            own = [token for token, user in self.facts.tokens.items() if user.startswith(self.prefix)]
        return self.random.choice(own) if own else None

    def renew(self):
        token = self.some_token()
        if not token:
            return self.sign_in()
        user = self.facts.tokens[token]
        status, body = refresh(self.client, token)
        assert status == 200, body
        with self.facts.lock:
            self.facts.tokens[body["refresh_token"]] = user

    def revoke(self):
        token = self.some_token()
        if not token:
            return
        user = self.facts.tokens[token]
        with self.facts.lock:  # from here on they may be either
            gone = [one for one, owner in self.facts.tokens.items() if owner == user]
            for one in gone:
                del self.facts.tokens[one]
            self.facts.sessions.pop(user, None)
        status, body = self.client.control("POST", f"users/{user}/revokeSessions", {})
        assert status in (200, 204), body
        with self.facts.lock:
            for one in gone:
                self.facts.dead[one] = user

    def world(self):
        with self.facts.lock:
            mine = [name for name, there in self.facts.worlds.items() if there and name.startswith(self.prefix)]
        if mine and self.random.random() < 0.5:
            self.settle_world(self.random.choice(mine), False)
        else:
            self.settle_world(f"{self.prefix}n{self.count}", True)

    def settle_world(self, name, is_there):
        with self.facts.lock:
            self.facts.worlds[name] = None
        if is_there:
            status, body = self.client.control("PUT", f"worlds/{name}", {"scenario": "happy-path"})
        else:
            status, body = self.client.control("DELETE", f"worlds/{name}")
        assert status in (200, 201, 204), (status, body)
        with self.facts.lock:
            self.facts.worlds[name] = is_there


def redeem(client, code):
    return client.token(grant_type="authorization_code", client_id=MOBILE, code=code, redirect_uri=REDIRECT_URI)


def refresh(client, token):
    return client.token(grant_type="refresh_token", client_id=MOBILE, refresh_token=token)


def check(client, facts, chance, everything=False):
    """Holds the server against the facts. Whatever was open is settled by asking."""

    def some(items):
        items = list(items)
        return items if everything or len(items) <= SAMPLE else items[-SAMPLE // 2 :] + chance.sample(items[: -SAMPLE // 2], SAMPLE // 2)

    for token, user in some(facts.tokens.items()):
        status, body = refresh(client, token)
        assert status == 200, f"a refresh token of {user} is lost: {body}"
    for token, user in some(facts.dead.items()):
        status, body = refresh(client, token)
        assert status == 400 and body["error_codes"] == [50173], f"{user} was revoked, and is again: {status} {body}"
    for code, state in list(facts.codes.items()) if everything else some(facts.codes.items()):
        status, body = redeem(client, code)
        if state == "open":
            assert status == 200, f"a code that nobody redeemed is lost: {body}"
        elif state == "redeemed":
            assert status == 400, "a code was redeemed twice"
        if status == 200:
            status, _ = redeem(client, code)
            assert status == 400, "a code was redeemed twice"
        facts.codes[code] = "redeemed"
    for user, cookies in some(facts.sessions.items()):
        told, _ = client.authorize(user, cookies, prompt="none")
        assert "code" in told, f"the session of {user} is lost: {told}"
    for user, scopes in some(facts.consents.items()):
        _, body = client.control("GET", f"consents?client=mobile&user={user}")
        granted = {scope for consent in body["consents"] for scope in consent["scopes"]}
        assert scopes <= granted, f"{user} consented to {scopes}, and the server knows {granted}"
    _, body = client.control("GET", "worlds")
    there = {world["name"] for world in body["worlds"]}
    for name, expected in list(facts.worlds.items()):
        assert expected is None or (name in there) == expected, f"world {name}: told {expected}, found {name in there}"
        facts.worlds[name] = name in there
    for name in some(there - {"default"}):
        status, body = client.control("GET", f"worlds/{name}/users")
        assert status == 200 and body["users"], f"world {name} is not whole: {body}"


def check_store(data, directory):
    """Looks into a copy of the store, as the kill left it."""
    copy = Path(directory) / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(data, copy)
    store = sqlite3.connect(copy / "mockidp.sqlite")
    try:
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if store.execute("PRAGMA user_version").fetchone() == (0,):
            assert store.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone() == (0,), "half a schema"
            return
        for what, query in [
            ("a refresh token without its grant", "SELECT 1 FROM refresh_token WHERE grant_id NOT IN (SELECT id FROM sign_in_grant)"),
            ("a grant without a refresh token", "SELECT 1 FROM sign_in_grant WHERE id NOT IN (SELECT grant_id FROM refresh_token)"),
            ("rows of a world that is gone", "SELECT 1 FROM object WHERE world NOT IN (SELECT id FROM world)"),
            ("a default world without objects",
             "SELECT 1 FROM world WHERE recipe IS NULL AND id NOT IN (SELECT world FROM object)"),
            ("an object that cannot be read", "SELECT 1 FROM object WHERE NOT json_valid(document)"),
        ]:  # fmt: skip
            assert not store.execute(query).fetchall(), f"the store holds {what}"
    finally:
        store.close()


def wait_for(workers, operations):
    """Waits until the workers have begun that many operations between them; on a slow machine for at most two seconds."""
    deadline = time.monotonic() + 2
    while sum(worker.count for worker in workers) < operations and time.monotonic() < deadline:
        time.sleep(0.001)


def kill_in_first_start(binary, directory, scenario, chance):
    """A server that is killed while it begins; the next one begins as if it had not been there."""
    data = directory / "first"
    shutil.rmtree(data, ignore_errors=True)
    server = Process(binary, directory / "starting", scenario, data)
    time.sleep(chance.uniform(0, 0.25))
    server.kill()
    if (data / "mockidp.sqlite").exists():
        check_store(data, directory)
    server = Process(binary, directory / "starting", scenario, data).wait_until_ready()
    client = Client(server)
    told, _ = client.authorize("alice@contoso.onmicrosoft.com")
    assert redeem(client, told["code"])[0] == 200
    client.close()
    server.kill()


def run(binary, kills, seed, directory, tell=print):
    """Kills that many times; raises AssertionError at the first thing that is wrong."""
    chance = random.Random(seed)
    scenario = directory / "durable.yaml"
    scenario.write_text(SCENARIO)
    data = directory / "data"
    facts = Facts()
    began = time.monotonic()
    operations = 0
    server = Process(binary, directory / "server", scenario, data).wait_until_ready()
    for number in range(1, kills + 1):
        if number % 5 == 0:
            kill_in_first_start(binary, directory, scenario, chance)
        else:
            workers = [Worker(server, facts, chance.random(), f"k{number}w{index}") for index in range(WORKERS)]
            for worker in workers:
                worker.start()
            wait_for(workers, chance.randint(1, 80))
            time.sleep(chance.uniform(0, 0.02))
            server.kill()
            for worker in workers:
                worker.join(30)
                assert not worker.is_alive() and worker.failure is None, f"before kill {number}: {worker.failure!r}"
                operations += worker.count
            check_store(data, directory)
            server = Process(binary, directory / "server", scenario, data).wait_until_ready()
            client = Client(server)
            check(client, facts, chance)
            client.close()
        if number % 20 == 0:
            tell(f"{number} kills, {time.monotonic() - began:.0f} s: {json.dumps(facts.count())}", flush=True)
    client = Client(server)
    check(client, facts, chance, everything=True)
    client.close()
    server.stop()
    server = Process(binary, directory / "server", scenario, data).wait_until_ready()
    client = Client(server)
    check(client, facts, chance, everything=True)
    client.close()
    server.stop()
    return facts.count(), operations


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parent.parent.parent
    parser.add_argument("--binary", default=root / ".build/release/mockidp")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mockidp-kills-") as made:
        try:
            counts, done = run(given.binary, given.kills, given.seed, Path(made))
        except AssertionError as wrong:
            sys.exit(f"seed {given.seed}: {wrong}")
    print(f"{given.kills} kills, {done} operations, nothing lost: {json.dumps(counts)}")
