"""The directory of one test."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional
from urllib.parse import urlencode

from .names import LOGIN
from .records import App, Tenant, User
from .sign_in import Arrival, Browser

if TYPE_CHECKING:
    import requests

    from .server import Server


class World:
    """Tenants, users, apps, a clock, rules and a journal that belong to one test."""

    def __init__(self, server: Server, told: Any, user: Optional[str] = None):
        self.server = server
        self.name: str = told["name"]
        self.scenario: str = told["scenario"]
        self.base: str = told["base"]
        self.tenants: Dict[str, Tenant] = {t["alias"]: Tenant(t["alias"], t["id"], t["domain"]) for t in told["tenants"]}
        self.users: Dict[str, User] = {u["alias"]: User(self, u) for u in told["users"]}
        self.apps: Dict[str, App] = {
            a["alias"]: App(a["alias"], a["clientId"], a.get("secret"), tuple(a["redirectUris"])) for a in told["apps"]
        }
        self._main_tenant = _main(told["tenants"])
        self._main_user = user or _main(told["users"])
        self._expected: List[Any] = []

    # Who is there

    @property
    def tenant(self) -> Tenant:
        """The main tenant of the scenario."""
        return self.tenants[self._main_tenant]

    @property
    def user(self) -> User:
        """The user that the test named, else the main one of the scenario."""
        return self.users[self._main_user]

    # How an app gets there

    def session(self) -> requests.Session:
        """A session of requests that reaches this world under Microsoft's names. MSAL takes it as ``http_client``."""
        from .requests_adapter import session_for

        return session_for(self)

    @contextmanager
    def names(self) -> Iterator[None]:
        """While it lasts, Microsoft's names lead to this world in the whole process, for every library that looks names up in Python."""
        from .resolver import names_lead_to

        with names_lead_to(self):
            yield

    def environment(self, app: str = "daemon") -> Dict[str, str]:
        """The variables from which azure-identity's ``EnvironmentCredential`` reads an app of this world. Use it inside ``names()``."""
        client = self.apps[app]
        variables = {"AZURE_TENANT_ID": self.tenant.id, "AZURE_CLIENT_ID": client.client_id, "AZURE_AUTHORITY_HOST": f"https://{LOGIN}"}
        if client.secret:
            variables["AZURE_CLIENT_SECRET"] = client.secret
        return variables

    def sign_in(self, url: str, user: Optional[str] = None, **answers: Any) -> Arrival:
        """Signs a user in, from an authorization request to the app's redirect URI, as a new browser. ``user`` is an alias."""
        return self.browser().sign_in(url, self.users[user] if user else None, **answers)

    def browser(self) -> Browser:
        """A browser that nobody sees, in which a user stays signed in."""
        return Browser(self)

    def browser_arguments(self) -> List[str]:
        """Arguments for Chromium, by which it finds Microsoft's names at the server."""
        target = f"{self.server.address.connect_to}:{self.server.address.https_port}"
        return [f"--host-resolver-rules={', '.join(f'MAP {name}:443 {target}' for name in self.server.address.hosts)}"]

    def browser_context(self) -> Dict[str, Any]:
        """Options for ``browser.new_context`` of Playwright, by which its requests reach this world."""
        return {"ignore_https_errors": True, "extra_http_headers": self.server.headers(self.name)}

    # Let something happen

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Any call of the control API about this world; ``path`` follows the world's name."""
        return self.server.call(method, f"worlds/{self.name}/{path}" if path else f"worlds/{self.name}", body)

    def age(self, kind: str = "refreshTokens", by: Optional[str] = None, user: Optional[str] = None, client: Optional[str] = None) -> int:
        """Makes refresh tokens, ``sessions``, ``codes`` or ``deviceCodes`` older, past their end unless ``by`` says how much.

        The clock stays. The answer is how many became older.
        """
        order = {"kind": kind, "by": by, "user": user, "client": client}
        return self.call("POST", "age", {key: value for key, value in order.items() if value is not None})["aged"]

    def advance(self, by: str) -> str:
        """Moves the world's clock on, by ``"90d"`` or ``"1h30m"``; the answer is the time that it shows then."""
        return self.call("POST", "clock", {"advance": by})["now"]

    def revoke(self, user: Optional[str] = None) -> None:
        """An administrator revokes the sessions of a user: AADSTS50173 at the token endpoint.

        Graph answers apps with the capability cp1 by a claims challenge. The access token of another app stays good until its end.
        The clock moves on by a second first, because tokens of the second of the revocation stay good.
        """
        self.advance("1s")
        (self.users[user] if user else self.user)._do("revokeSessions")

    def rule(self, then: Any, *, name: Optional[str] = None, **when: Any) -> None:
        """Adds a rule: ``rule({"refuse": "AADSTS50173"}, grant="refresh_token", occurrence=1)``.

        It acts at the token endpoint unless ``endpoint`` or ``event`` says otherwise.
        """
        if "endpoint" not in when and "event" not in when:
            when["endpoint"] = "token"
        self.call("POST", "rules", {**({"name": name} if name else {}), "when": when, "then": then})

    def do(self, *actions: Any) -> None:
        """Carries out actions of the scenario language now: ``do("rotateKeys", {"disable": "alice"})``."""
        self.call("POST", "actions", list(actions))

    def token(self, client: str = "mobile", user: Optional[str] = None, **members: Any) -> str:
        """Mints a token without a sign-in: ``token("mobile", "alice", scope="User.Read", **{"with": ["expired"]})``."""
        order = {"client": client, **({"user": user} if user else {}), **members}
        return self.call("POST", "tokens", order)["token"]

    # See what happened

    def expect(self, event: str, **members: Any) -> None:
        """Expects something by the end of the test: ``expect("signIn", user="alice", count=2)``, ``expect("token.refused", never=True)``."""
        self._expected.append({"event": event, **members})

    def verify(self, scenario: bool = True) -> None:
        """Checks the expectations of the scenario and of ``expect``; AssertionError with the journal if one is not met."""
        orders = ([{}] if scenario else []) + ([{"expect": self._expected}] if self._expected else [])
        unmet = [
            expectation["text"]
            for order in orders
            for expectation in self.call("POST", "verify", order)["expectations"]
            if not expectation["met"]
        ]
        if unmet:
            raise AssertionError("\n".join([*(f"not met: {text}" for text in unmet), self.describe()]))

    def journal(self, **filters: Any) -> List[Dict[str, Any]]:
        """The newest exchanges, oldest first: ``journal(endpoint="token", error="AADSTS700082")``."""
        return self.call("GET", f"exchanges?{urlencode({'limit': 1000, **filters})}")["exchanges"]

    def explain(self) -> str:
        """The meaning of the last refusal, and what the app should do. Empty when nothing was refused."""
        refused = [exchange for exchange in self.journal() if exchange.get("refusal", {}).get("meaning")]
        if not refused:
            return ""
        refusal = refused[-1]["refusal"]
        return f"#{refused[-1]['number']} ended with {refusal.get('code') or refusal.get('error')}: {refusal['meaning']} {refusal.get('remedy', '')}".rstrip()

    def describe(self) -> str:
        """The journal with the reasons for each answer, and the meaning of the last refusal."""
        exchanges = self.journal()
        lines = [f"mockidp, world {self.name}, scenario {self.scenario}:{'' if exchanges else ' no request came'}"]
        for exchange in exchanges:
            who = [exchange.get(member, {}).get("alias") for member in ("client", "user")]
            facts = [*exchange["events"], exchange.get("refusal", {}).get("code"), *who]
            lines.append(" ".join([f"  #{exchange['number']} {exchange['method']} {exchange['path']} → {exchange['status']}", *(f for f in facts if f)]))
            lines += [f"     {reason}" for reason in exchange["reasons"]]
        if explained := self.explain():
            lines.append(f"  {explained}")
        return "\n".join(lines)

    def remove(self) -> None:
        """Removes the world with all that it had."""
        self.call("DELETE", "")

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def __repr__(self) -> str:
        return f"<World {self.name}: {self.scenario}>"


def _main(told: List[Any]) -> str:
    """The alias of the one that the server marks."""
    return next(one["alias"] for one in told if one.get("main"))
