"""Microsoft's names for every library of this process."""

from __future__ import annotations

import os
import socket
import ssl
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator

if TYPE_CHECKING:
    from .world import World

DEBIANS_BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
TRUST = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")


@contextmanager
def names_lead_to(world: World) -> Iterator[None]:
    """Microsoft's names resolve to the server's address and port, and the process trusts the server beside the usual authorities.

    A session of requests also says which world it means. Other libraries cannot, so for them the tenant in the path or the token tells the
    world: use ``world.tenant.authority`` and not ``/common``.
    """
    with ExitStack() as stack:
        bundle = stack.enter_context(_bundle(world.server.address.ca))
        stack.enter_context(_variables({name: bundle for name in TRUST}))
        stack.enter_context(_lookups(world))
        if "requests" in sys.modules:
            stack.enter_context(_sessions(world))
        yield


@contextmanager
def _lookups(world: World) -> Iterator[None]:
    address = world.server.address
    original = socket.getaddrinfo

    def resolve(host: Any, port: Any, *args: Any, **named: Any) -> Any:
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        if isinstance(name, str) and address.is_microsofts(name):
            return original(address.connect_to, address.port("http" if str(port) in ("80", "http") else "https"), *args, **named)
        # Some systems do not resolve names under localhost.
        if isinstance(name, str) and name.endswith(".localhost"):
            host = "127.0.0.1"
        return original(host, port, *args, **named)

    socket.getaddrinfo = resolve
    try:
        yield
    finally:
        socket.getaddrinfo = original


@contextmanager
def _sessions(world: World) -> Iterator[None]:
    import requests

    from .requests_adapter import WorldAdapter

    original = requests.Session.get_adapter
    ours = WorldAdapter(world)

    def get_adapter(self: requests.Session, url: Any) -> Any:
        return ours if ours._is_ours(url) else original(self, url)

    requests.Session.get_adapter = get_adapter  # type: ignore[method-assign]
    try:
        yield
    finally:
        requests.Session.get_adapter = original  # type: ignore[method-assign]
        ours.close()


@contextmanager
def _bundle(ca: str) -> Iterator[str]:
    """A file with the authorities that the process trusted before, and the server's."""
    candidates = (os.environ.get("SSL_CERT_FILE"), ssl.get_default_verify_paths().cafile, DEBIANS_BUNDLE)
    usual = next((file for file in candidates if file and Path(file).exists()), None)
    with tempfile.TemporaryDirectory(prefix="mockidp-") as folder:
        file = Path(folder, "bundle.pem")
        known = Path(usual).read_bytes() if usual else b""
        file.write_bytes(known + b"\n" + Path(ca).read_bytes())
        yield str(file)


@contextmanager
def _variables(values: Dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
