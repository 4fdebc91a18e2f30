"""Connections of any library to one world."""

from __future__ import annotations

import base64
import errno
import socket
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional

from .names import MACHINE

if TYPE_CHECKING:
    from .world import World

PATIENCE = 30.0
"""How long a connection that does not wait by itself waits for the proxy, in seconds. The proxy is on this machine, or near."""


class Tunnels:
    """Gives each of Microsoft's names an address on this machine that nobody listens at, and leads connections to it into a world.

    The way in is the server's proxy with the world's name as its user, so a request needs no header field of its own.
    """

    def __init__(self, world: World):
        self._world = world
        self._address = world.server.address
        self._names: Dict[str, str] = {MACHINE: MACHINE}

    def leads(self, name: str) -> bool:
        return self._address.is_microsofts(name)

    def address_of(self, name: str) -> str:
        """The address by which the name is known again. A library that opens its connections without Python is refused there."""
        if name == MACHINE:
            return MACHINE
        name = name.lower().rstrip(".")
        known = next((address for address, known in self._names.items() if known == name), None)
        if known is None:
            number = len(self._names)
            known = f"127.83.{number >> 8}.{number & 255}"
            self._names[known] = name
        return known

    def name_at(self, address: Any) -> Optional[str]:
        return self._names.get(address[0]) if isinstance(address, tuple) and len(address) > 1 else None

    def open(self, opened: socket.socket, name: str, port: int, connect: Callable[[socket.socket, Any], None]) -> None:
        """Connects the socket to the name in the world. A socket that does not block is connected at once."""
        timeout = opened.gettimeout()
        opened.settimeout(timeout or PATIENCE)
        try:
            if self._address.http_port is None:
                # A server without its plain port has no proxy. The tenant in the path or the token tells the world then.
                connect(opened, (self._address.connect_to, self._address.https_port))
            else:
                connect(opened, (self._address.connect_to, self._address.http_port))
                self._enter(opened, name, port)
        finally:
            opened.settimeout(timeout)

    def _enter(self, opened: socket.socket, name: str, port: int) -> None:
        told = f"{self._world.name}:{self._world.server.control_token or ''}"
        proof = base64.b64encode(told.encode()).decode()
        opened.sendall(f"CONNECT {name}:{port} HTTP/1.1\r\nHost: {name}:{port}\r\nProxy-Authorization: Basic {proof}\r\n\r\n".encode())
        head = b""
        # Byte by byte: what follows belongs to the library.
        while not head.endswith(b"\r\n\r\n"):
            byte = opened.recv(1)
            if not byte:
                break
            head += byte
        status = head.split(b" ", 2)[1:2]
        if status != [b"200"]:
            first = head.splitlines()[0].decode("utf-8", "replace") if head else "no answer"
            raise ConnectionRefusedError(errno.ECONNREFUSED, f"mockidp refuses a connection to {name}:{port} for the world {self._world.name}: {first}")
