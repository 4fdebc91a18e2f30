"""One server, which many tests share."""

from __future__ import annotations

import json
import os
import ssl
import tempfile
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple
from urllib.parse import urlsplit

from .connection import Address, exchange
from .errors import MockIdPError
from .names import LOGIN
from .process import Process
from .scenario import is_file, text_of
from .world import World


class Server:
    """A server that this process started, or one that runs already. It holds thousands of worlds, which do not see each other."""

    def __init__(
        self, url: str, ca: str, http: Optional[str] = None, control_token: Optional[str] = None, hosts: Tuple[str, ...] = (), process: Optional[Process] = None
    ):
        parts = urlsplit(url)
        self.url = f"https://{parts.netloc}"
        self.control_token = control_token
        self.address = Address(parts.hostname or "localhost", parts.port or 443, urlsplit(http).port if http else None, ca, hosts)
        self._process = process
        self._context: ssl.SSLContext = self.address.tls()

    @classmethod
    def start(cls, scenario: Optional[str] = None, arguments: Sequence[str] = ()) -> Server:
        """Starts a server on free ports. It ends with ``stop``, and with this process however that ends.

        When ``MOCKIDP_URL`` names a server, as under ``mockidp exec``, that one is used.
        """
        if url := os.environ.get("MOCKIDP_URL"):
            return cls.attach(url)
        process = Process(scenario, arguments)
        ready = process.ready
        return cls(ready["authority"], ready["ca"], ready["http"], hosts=tuple(ready["hosts"]), process=process)

    @classmethod
    def attach(cls, url: str, ca: Optional[str] = None, control_token: Optional[str] = None) -> Server:
        """Uses a server that somebody else started. Without ``ca`` or ``MOCKIDP_CA`` the test trusts the authority that it finds there."""
        ca = ca or os.environ.get("MOCKIDP_CA") or _fetch_ca(url)
        token = control_token or os.environ.get("MOCKIDP_CONTROL_TOKEN")
        told = cls(url, ca, control_token=token).call("GET", "health")
        if "hosts" not in told:
            raise MockIdPError(f"The mockidp {told['version']} at {url} is older than this package. Start one of the same version.")
        server = cls(url, ca, os.environ.get("MOCKIDP_PROXY") or told.get("http"), token, tuple(told["hosts"]))
        server.call("GET", "worlds/default")
        return server

    def world(
        self, scenario: Any = None, *, name: Optional[str] = None, overrides: Any = None, user: Optional[str] = None, ids: Optional[str] = None,
        client_ids: Optional[str] = None, seed: Any = None, idle_timeout: Optional[str] = None, issuer: str = LOGIN,
    ) -> World:  # fmt: skip
        """Makes a world. ``scenario`` is a name of the library, a file, the text of one, or a scenario as a dictionary.

        ``overrides`` is laid over the scenario. ``user`` is the alias of the user that ``world.user`` means; otherwise it is the main one.
        ``ids`` and ``client_ids`` are ``"own"``, ``"asWritten"`` and ``"perWorld"``, as the control API has them; the world of a file keeps
        the ids, domains and names that the file states, unless ``ids="own"`` says otherwise. ``issuer`` is the host
        that the issuer of minted tokens names, as in the tokens of a sign-in; the world keeps it, so it counts for every order of a token.
        """
        if ids is None and is_file(scenario):
            ids = "asWritten"
        order = {
            "scenario": text_of(scenario), "name": name, "overrides": overrides, "ids": ids, "clientIds": client_ids, "seed": seed,
            "idleTimeout": idle_timeout, "issuer": issuer,
        }  # fmt: skip
        told = self.call("POST", "worlds", {key: value for key, value in order.items() if value is not None})
        return World(self, told, user)

    def headers(self, world: Optional[str] = None) -> Dict[str, str]:
        """The header fields that lead a request into a world."""
        fields = {"Mockidp-World": world} if world else {}
        if self.control_token:
            fields["Mockidp-Control-Token"] = self.control_token
        return fields

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Any call of the control API. ``path`` follows ``/_mockidp/v1/``; the answer is its JSON, or None where there is none."""
        url = f"{self.url}/_mockidp/v1/{path}"
        fields: Mapping[str, str] = {"Authorization": f"Bearer {self.control_token}"} if self.control_token else {}
        sent = None if body is None else json.dumps(body).encode()
        try:
            answer = exchange(self.address, self._context, method, url, fields, sent)
        except OSError as error:
            raise MockIdPError(f"No mockidp answers at {self.url}: {error}") from error
        told = _json(answer.body)
        if answer.status < 400:
            return told
        problem = told if isinstance(told, dict) else {}
        words = f"{problem.get('detail', answer.text)} {problem.get('remedy', '')}".strip()
        if answer.status == 401:
            words += " Set MOCKIDP_CONTROL_TOKEN."
        raise MockIdPError(f"{method} {path}: {answer.status} {words}", problem.get("type", "").rpartition(":")[2] or None, answer.status)

    @property
    def context(self) -> ssl.SSLContext:
        """A TLS context that trusts this server alone."""
        return self._context

    def stop(self) -> None:
        """Ends the server if this object started it."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _json(body: bytes) -> Any:
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError:
        return None


def _fetch_ca(url: str) -> str:
    """The authority of a server that runs; the first request to it cannot be verified."""
    parts = urlsplit(url)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    address = Address(parts.hostname or "localhost", parts.port or 443, None, "")
    try:
        answer = exchange(address, context, "GET", f"https://{parts.netloc}/_mockidp/ca.pem", {})
    except OSError as error:
        raise MockIdPError(f"No mockidp answers at {url}: {error}") from error
    if answer.status != 200:
        raise MockIdPError(f"{url} answers, and is not mockidp: {answer.status} for /_mockidp/ca.pem.")
    with tempfile.NamedTemporaryFile("wb", prefix="mockidp-ca-", suffix=".pem", delete=False) as file:
        file.write(answer.body)
    return file.name
