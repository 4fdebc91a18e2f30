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

from .tunnel import Tunnels

if TYPE_CHECKING:
    from .world import World

DEBIANS_BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
TRUST = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")


@contextmanager
def names_lead_to(world: World) -> Iterator[None]:
    """Microsoft's names lead to the world, and the process trusts the server beside the usual authorities.

    Each name has an address of its own on this machine while it lasts, and a connection to such an address goes through the server's proxy with
    the world's name as its user. So the world is found whatever library opens the connection, at ``/common`` and in a coroutine too.
    """
    with ExitStack() as stack:
        bundle = stack.enter_context(_bundle(world.server.address.ca))
        stack.enter_context(_variables({name: bundle for name in TRUST}))
        stack.enter_context(_lookups(world))
        if "requests" in sys.modules:
            stack.enter_context(_sessions(world))
        if "aiohttp" in sys.modules:
            stack.enter_context(_aiohttp())
        yield


@contextmanager
def _lookups(world: World) -> Iterator[None]:
    tunnels = Tunnels(world)
    lookup, connect, connect_ex = socket.getaddrinfo, socket.socket.connect, socket.socket.connect_ex

    def resolve(host: Any, port: Any, *args: Any, **named: Any) -> Any:
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        if isinstance(name, str) and tunnels.leads(name):
            return lookup(tunnels.address_of(name), port, *args, **named)
        # Some systems do not resolve names under localhost.
        if isinstance(name, str) and name.endswith(".localhost"):
            host = "127.0.0.1"
        return lookup(host, port, *args, **named)

    def open_tunnel(self: socket.socket, address: Any) -> None:
        if name := tunnels.name_at(address):
            return tunnels.open(self, name, address[1], connect)
        return connect(self, address)

    def open_tunnel_ex(self: socket.socket, address: Any) -> int:
        name = tunnels.name_at(address)
        if not name:
            return connect_ex(self, address)
        try:
            tunnels.open(self, name, address[1], connect)
        except OSError as error:
            return error.errno or 1
        return 0

    socket.getaddrinfo = resolve
    socket.socket.connect = open_tunnel  # type: ignore[method-assign]
    socket.socket.connect_ex = open_tunnel_ex  # type: ignore[method-assign]
    try:
        yield
    finally:
        socket.getaddrinfo = lookup
        socket.socket.connect = connect  # type: ignore[method-assign]
        socket.socket.connect_ex = connect_ex  # type: ignore[method-assign]


@contextmanager
def _aiohttp() -> Iterator[None]:
    """With the package aiodns, aiohttp asks a name server by itself, which knows nothing of this."""
    from aiohttp import connector, resolver

    original = connector.DefaultResolver
    connector.DefaultResolver = resolver.ThreadedResolver  # type: ignore[misc]
    try:
        yield
    finally:
        connector.DefaultResolver = original  # type: ignore[misc]


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
