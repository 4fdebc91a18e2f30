"""Clients of a cluster that sign in, redeem, renew, revoke, age, add rules and move clocks, each a process of the history."""

import http.client
import json
import random
import re
import threading
from urllib.parse import parse_qsl, urlencode, urlsplit

from cluster.replicas import TOKEN
from durability.server import MOBILE, REDIRECT_URI, SCOPE

USERS = ("alice", "bob", "admin")
SCENARIO = """\
scenario: checked
signIn: auto
world:
  lifetimes: { authorizationCode: 1d }
  apps:
    mobile: { consent: none }
"""
#: Longer than a server holds an answer back. What takes longer has an outcome that nobody knows.
PATIENCE = 20
#: How often a client does what, among 72 times.
MIX = {"sign_in": 14, "redeem": 14, "again": 6, "refresh": 20, "revoke": 2, "age": 1, "rule": 3, "rules": 3, "advance": 3, "clock": 3,
       "journal": 1, "own": 2}  # fmt: skip
_LENGTH = re.compile(r"(-?)(\d+)(d|h|m|s)")


def seconds(text):
    """`1h30m` in seconds."""
    return sum(int(sign + number) * {"d": 86_400, "h": 3_600, "m": 60, "s": 1}[unit] for sign, number, unit in _LENGTH.findall(text or ""))


class Client:
    """One process of the history. It knows what it and all others were told (`told`), and asks any server."""

    def __init__(self, number, seed, history, replicas, told, mix=MIX, patience=PATIENCE):
        self.number, self.history, self.replicas, self.told = number, history, replicas, told
        self.mix, self.patience = mix, patience
        self.random = random.Random(seed)
        self._connections = {}
        self._count = 0
        self.own_world = None

    # MARK: The network

    def _ask(self, replica, world, method, path, body=None, kind="application/json"):
        """Status, header fields and text. Plain HTTP: what is checked here is not TLS, and there is more of it in a second."""
        port = replica.ports[1]
        connection = self._connections.get(port)
        fields = {"Content-Type": kind, "Authorization": f"Bearer {TOKEN}", "Mockidp-World": world}
        if connection is None:
            connection = self._connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience)
        try:
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        except (OSError, http.client.HTTPException):
            # No second try: a server that was killed may have done it, and then the history would say twice what was once, or that
            # nobody was there.
            connection.close()
            self._connections.pop(port, None)
            raise

    def _do(self, name, world, value, method, path, body, judge, replica=None, kind="application/json"):
        replica = replica or self.random.choice(self.replicas)
        operation = self.history.invoke(self.number, world, name, value, replica.name)
        try:
            status, fields, text = self._ask(replica, world, method, path, body, kind)
        except (OSError, http.client.HTTPException) as error:
            # Nobody was there to do anything.
            refused = isinstance(error, ConnectionRefusedError)
            self.history.complete(operation, "fail" if refused else "info", {"code": type(error).__name__})
            return operation
        result = {"status": status, "trace": fields.get("x-ms-request-id"), "code": status}
        if status >= 500:
            self.history.complete(operation, "info", result)
            return operation
        try:
            outcome, more = judge(status, fields, text)
        except (ValueError, KeyError, TypeError) as error:
            raise AssertionError(f"{name} in {world} at {replica.name}: {status} {text[:500]} ({error!r})") from error
        self.history.complete(operation, outcome, result | more)
        return operation

    # MARK: Operations

    def sign_in(self, world, user=None, **options):
        user = user or self.random.choice(USERS)
        query = urlencode({"client_id": MOBILE, "response_type": "code", "redirect_uri": REDIRECT_URI, "scope": SCOPE, "state": "s",
                           "login_hint": self.told.users[world][user]})  # fmt: skip

        def judge(status, fields, text):
            told = dict(parse_qsl(urlsplit(fields["Location"]).query)) if status == 302 else {}
            if "code" not in told:
                found = re.search(r'"sErrorCode":"(?!50058")(\d+)"', text)
                return "fail", {"code": int(found[1]) if found else told.get("error") or text[:300]}
            return "ok", {"handle": told["code"], "code": 302}

        done = self._do("sign-in", world, {"user": user}, "GET", f"/organizations/oauth2/v2.0/authorize?{query}", None, judge, **options)
        if done.is_ok:
            self.told.keep_code(world, user, done.result["handle"])
        return done

    def _token(self, name, world, user, handle, form, **options):
        def judge(status, fields, text):
            body = json.loads(text)
            if status == 200:
                return "ok", {"token": body["refresh_token"]}
            return "fail", {"code": body["error_codes"][0]}

        body = urlencode({"client_id": MOBILE, **form})
        done = self._do(name, world, {"user": user, "handle": handle}, "POST", "/organizations/oauth2/v2.0/token", body, judge,
                        kind="application/x-www-form-urlencoded", **options)  # fmt: skip
        if done.is_ok:
            self.told.keep_token(world, user, done.result["token"])
        return done

    def redeem(self, world, user, code, **options):
        return self._token("redeem", world, user, code, {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT_URI}, **options)

    def refresh(self, world, user, token, **options):
        return self._token("refresh", world, user, token, {"grant_type": "refresh_token", "refresh_token": token}, **options)

    def control(self, name, world, value, method, path, body, take, **options):
        def judge(status, fields, text):
            if status >= 400:
                return "fail", {"code": status}
            return "ok", take(json.loads(text) if text else {})

        text = None if body is None else json.dumps(body)
        return self._do(name, world, value, method, f"/_mockidp/v1/worlds/{world}{path}", text, judge, **options)

    def revoke(self, world, **options):
        user = self.random.choice(USERS)
        return self.control("revoke", world, {"user": user}, "POST", f"/users/{user}/revokeSessions", {}, lambda body: {}, **options)

    def age(self, world, **options):
        user = self.random.choice(USERS)
        body = {"kind": "refreshTokens", "user": user, "by": "91d"}
        return self.control("age", world, {"user": user}, "POST", "/age", body, lambda body: {}, **options)

    def add_rule(self, world, **options):
        self._count += 1
        name = f"r{self.number}-{self._count}"
        body = {"name": name, "when": {"endpoint": "logout", "occurrence": 1}, "then": {"refuse": "AADSTS90033"}}
        return self.control("rule", world, {"rule": name}, "POST", "/rules", body, lambda body: {}, **options)

    def rules(self, world, **options):
        return self.control("rules", world, {}, "GET", "/rules", None, lambda body: {"rules": [r["name"] for r in body["rules"]]}, **options)

    def advance(self, world, **options):
        return self.control("advance", world, {"by": 1}, "POST", "/clock", {"advance": "1s"}, lambda body: {"offset": seconds(body["offset"])}, **options)

    def clock(self, world, **options):
        return self.control("clock", world, {}, "GET", "/clock", None, lambda body: {"offset": seconds(body["offset"])}, **options)

    def journal(self, world, **options):
        """The journal, and what the verdict says of it, which is asked afterwards: it may only have learnt more."""
        read = self.control("journal", world, {}, "GET", "/exchanges?limit=100000", None,
                            lambda body: {"exchanges": [(e["number"], e["traceId"]) for e in body["exchanges"]], "may_lack": True}, **options)  # fmt: skip
        if read.is_ok:
            told = self.control("verify", world, {}, "POST", "/verify", {"expect": []}, lambda body: {"incomplete": "incomplete" in body}, **options)
            read.result["may_lack"] = not told.is_ok or told.result["incomplete"]
        return read

    def come_and_go(self):
        world = self.own_world or f"own{self.number}"
        if self.own_world is None:
            done = self.control("make", world, {}, "PUT", "", {"scenario": "happy-path"}, lambda body: {})
            if done.is_ok:
                self.own_world = world
        elif self.random.random() < 0.4:
            if self.control("remove", world, {}, "DELETE", "", None, lambda body: {}).is_ok:
                self.own_world = None
        self.is_there(world)

    def is_there(self, world, **options):
        def judge(status, fields, text):
            if status not in (200, 404, 410):
                raise ValueError(status)
            return "ok", {"there": status == 200}

        return self._do("is-there", world, {}, "GET", f"/_mockidp/v1/worlds/{world}", None, judge, **options)

    def step(self, worlds):
        world = self.random.choice(worlds)
        chosen = self.random.choices(list(self.mix), list(self.mix.values()))[0]
        if chosen in ("redeem", "again"):
            if found := self.told.code(world, self.random, fresh=chosen == "redeem"):
                return self.redeem(world, *found)
            return self.sign_in(world)
        if chosen == "refresh":
            found = self.told.token(world, self.random)
            return self.refresh(world, *found) if found else self.sign_in(world)
        if chosen == "own":
            return self.come_and_go()
        return {"sign_in": self.sign_in, "revoke": self.revoke, "age": self.age, "rule": self.add_rule, "rules": self.rules,
                "advance": self.advance, "clock": self.clock, "journal": self.journal}[chosen](world)  # fmt: skip


class Told:
    """What somebody was told, for all clients. Handles are kept with their users; newer ones are asked for more often."""

    def __init__(self):
        self.users, self._codes, self._used, self._tokens, self._lock = {}, {}, {}, {}, threading.Lock()

    def keep_code(self, world, user, code):
        with self._lock:
            self._codes.setdefault(world, []).append((user, code))

    def keep_token(self, world, user, token):
        with self._lock:
            self._tokens.setdefault(world, []).append((user, token))

    def code(self, world, chance, fresh):
        """A code that nobody has tried yet, or one that somebody has."""
        with self._lock:
            new, used = self._codes.setdefault(world, []), self._used.setdefault(world, [])
            if fresh and new:
                used.append(new.pop(chance.randrange(len(new))))
                return used[-1]
            return chance.choice(used[-30:]) if used and not fresh else None

    def token(self, world, chance):
        with self._lock:
            tokens = self._tokens.get(world)
            return (chance.choice(tokens[-20:]) if chance.random() < 0.7 else chance.choice(tokens)) if tokens else None

    def everything(self, world):
        with self._lock:
            return (list(self._codes.get(world, [])) + list(self._used.get(world, [])), list(self._tokens.get(world, [])))
