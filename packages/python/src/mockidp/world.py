"""The directory of one test."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional
from urllib.parse import quote, urlencode

from .errors import MockIdPError
from .mail import Mail
from .names import LOGIN, is_this_machine
from .provisioning import provision, provisioned_apps
from .records import App, Named, Tenant, User
from .sign_in import Arrival, Browser

if TYPE_CHECKING:
    import requests

    from .server import Server


NO_REQUEST = (
    " no request came. Does the app use world.session(), or does the test have mockidp_names, which leads every library of this process here? "
    "A process of its own takes the proxy http://NAME_OF_THE_WORLD@HOST:PORT."
)


class World:
    """Tenants, users, apps, a clock, rules and a journal that belong to one test."""

    def __init__(self, server: Server, told: Any, user: Optional[str] = None):
        self.server = server
        self.issuer: Optional[str] = told.get("issuer")
        self.name: str = told["name"]
        self.scenario: str = told["scenario"]
        self.base: str = told["base"]
        self.tenants: Named[Tenant] = Named("tenant", {t["alias"]: Tenant(t["alias"], t["id"], t["domain"]) for t in told["tenants"]})
        self.users: Named[User] = Named("user", {u["alias"]: User(self, u) for u in told["users"]})
        self.apps: Named[App] = Named(
            "app", {a["alias"]: App(a["alias"], a["clientId"], a.get("secret"), tuple(a["redirectUris"])) for a in told["apps"]}
        )
        self.mail = Mail(self)
        self._main_tenant = _main(told["tenants"])
        self._main_user = user or _main(told["users"])
        self.users[self._main_user]  # a user that the mark names and nobody has fails here, with who there is
        self._expected: List[Any] = []
        self._walked = 0  # the number of the last exchange that a sign-in in a browser led to
        self._passwords: Dict[str, Dict[str, str]] = {}

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

    def identity_environment(self, place: str = "app-service", identity: Optional[str] = None) -> Dict[str, str]:
        """The variables by which the libraries of Azure find a managed identity, in ``app-service`` or on a ``virtual-machine``.

        ``identity`` is the alias of an app that has to be that identity. Use it inside ``names()``; ``session()`` reaches the addresses too.
        """
        address = self.server.address
        if address.http_port is None:
            raise MockIdPError(f"A managed identity is asked by plain HTTP, and the server at {self.server.url} has no plain port. Set MOCKIDP_PROXY.")
        plain = f"http://{self.name}.{'localhost' if is_this_machine(address.host) else address.host}:{address.http_port}"
        places = {
            "app-service": {"IDENTITY_ENDPOINT": f"{plain}/MSI/token", "IDENTITY_HEADER": "mockidp"},
            "virtual-machine": {
                "AZURE_POD_IDENTITY_AUTHORITY_HOST": plain, "MSAL_MANAGED_IDENTITY_ENDPOINT": f"{plain}/metadata/identity/oauth2/token",
            },
        }  # fmt: skip
        if place not in places:
            raise MockIdPError(f"There is no place '{place}'. Known are: {', '.join(places)}.")
        return {**places[place], **({"AZURE_CLIENT_ID": self.apps[identity].client_id} if identity else {})}

    def sign_in(self, url: str, user: Optional[str] = None, **answers: Any) -> Arrival:
        """Signs a user in, from an authorization request to the app's redirect URI, as a new browser. ``user`` is an alias."""
        return self.browser().sign_in(url, self.users[user] if user else None, **answers)

    def sign_in_at_pages(self, url: str, user: Optional[str] = None, **typed: str) -> Arrival:
        """The same at the pages, as a person fills them in; a page that does not go on raises ``PageRefused``."""
        return self.browser().sign_in_at_pages(url, self.users[user] if user else None, **typed)

    def browser(self) -> Browser:
        """A browser that nobody sees, in which a user stays signed in."""
        return Browser(self)

    def browser_arguments(self) -> List[str]:
        """Arguments for Chromium, by which it finds Microsoft's names at the server, and no name outside this machine."""
        target = f"{self.server.address.connect_to}:{self.server.address.https_port}"
        rules = [f"MAP {name}:443 {target}" for name in self.server.address.hosts if '/' not in name]
        kept = ("localhost", "*.localhost", "127.0.0.1", "[::1]", self.server.address.connect_to)
        return [f"--host-resolver-rules={', '.join([*rules, 'MAP * ~NOTFOUND', *(f'EXCLUDE {name}' for name in kept)])}"]

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
        """
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

    def provision(self, app: str = "product", at: Optional[str] = None, token: Optional[str] = None) -> List[Dict[str, Any]]:
        """Writes users and groups into a product, as Entra's provisioning does: ``provision("product", f"{product.url}/scim", "t0ken")``.

        It has ended when this returns. ``at`` is the product's tenant URL with its secret ``token``; without it the scenario says them. The answer
        has what was decided of each user and group; what the product does not take raises ``NotProvisioned``, with the reasons.
        """
        return provision(self, app, at, token)

    def leaves(self, user: str) -> None:
        """Somebody leaves: the account is switched off, and every provisioned app has been told when this returns."""
        self.users[user]._do("disable")
        for app in provisioned_apps(self):
            provision(self, app)

    def token(self, client: str = "mobile", user: Optional[str] = None, **members: Any) -> str:
        """Mints a token without a sign-in: ``token("mobile", "alice", scope="User.Read", **{"with": ["expired"]})``.

        Its issuer is the world's, which is that of the tokens of a sign-in under Microsoft's names, unless ``issuer`` names another host.
        """
        order = {"client": client, **({"user": user} if user else {}), **members}
        return self.call("POST", "tokens", order)["token"]

    def snapshot(self, name: str) -> None:
        """Keeps the world as it is, sessions and tokens included, under a name."""
        self.call("POST", "snapshots", {"name": name})
        self._passwords[name] = {alias: user.password for alias, user in self.users.items()}

    def restore(self, name: str) -> None:
        """Goes back to a snapshot. Passwords are again what they were then."""
        self.call("POST", f"snapshots/{quote(name, safe='')}/restore")
        for alias, password in self._passwords.get(name, {}).items():
            self.users[alias].password = password

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
        lines = [f"mockidp, world {self.name}, scenario {self.scenario}:{'' if exchanges else NO_REQUEST}"]
        for exchange in exchanges:
            who = [exchange.get(member, {}).get("alias") for member in ("client", "user")]
            facts = [*exchange["events"], exchange.get("refusal", {}).get("code"), *who]
            lines.append(" ".join([f"  #{exchange['number']} {exchange['method']} {exchange['path']} → {exchange['status']}", *(f for f in facts if f)]))
            lines += [f"     {reason}" for reason in exchange["reasons"]]
        lines += [f"  {line}" for line in self._idle_rules()]
        if explained := self.explain():
            lines.append(f"  {explained}")
        return "\n".join(lines)

    def _idle_rules(self) -> List[str]:
        """The rules that nothing has fitted, each with the exchange that came nearest and what differed."""
        idle = [rule for rule in self.call("GET", "rules")["rules"] if not rule["matched"] and rule.get("enabled", True)]
        return [
            f"nothing has fitted the rule {rule['name']} ({rule['when']})" + (f"; nearest: {rule['nearest']['text']}" if "nearest" in rule else "")
            for rule in idle
        ]

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
