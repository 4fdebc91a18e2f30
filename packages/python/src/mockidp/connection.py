"""HTTP to one server, under whatever name, with nothing but the standard library."""

from __future__ import annotations

import http.client
import socket
import ssl
from typing import Dict, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import urlsplit

from .names import MACHINE, fits, is_this_machine


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Address(NamedTuple):
    """Where the server listens, and the certificate authority that vouches for it."""

    host: str
    https_port: int
    http_port: Optional[int]
    ca: str
    """The path of a PEM file."""
    hosts: Tuple[str, ...] = ()
    """The names of Microsoft's that the server answers, as it says itself."""

    @property
    def connect_to(self) -> str:
        """The address to connect to. A loopback name is not looked up: some systems do not resolve names under ``localhost``."""
        return "127.0.0.1" if is_this_machine(self.host) else self.host

    def is_microsofts(self, host: str) -> bool:
        """Whether the host is one of Microsoft's that the server stands in for."""
        return host == MACHINE or fits(host, self.hosts)

    def answers(self, host: str, port: Optional[int]) -> bool:
        """Whether a request for this host and port goes to the server."""
        if self.is_microsofts(host):
            return True
        ours = host.lower() == self.host or host.lower().endswith("." + self.host)
        return ours and port in (self.https_port, self.http_port)

    def port(self, scheme: str) -> int:
        return self.http_port if scheme == "http" and self.http_port else self.https_port

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.ca)


class _Connection(http.client.HTTPSConnection):
    """Connects to the server and asks it for the certificate of the name in the URL."""

    def __init__(self, name: str, address: Address, context: ssl.SSLContext):
        super().__init__(name, timeout=60)
        self._address, self._tls = address, context

    def connect(self) -> None:
        plain = socket.create_connection((self._address.connect_to, self._address.https_port), 60)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def exchange(
    address: Address, context: ssl.SSLContext, method: str, url: str, headers: Mapping[str, str], body: Optional[bytes] = None
) -> Answer:
    """One request by HTTPS, one answer; redirects are the caller's."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    connection = _Connection(parts.hostname, address, context)
    sent: Dict[str, str] = {"Host": parts.netloc, "Connection": "close", **headers}
    try:
        connection.request(method, parts._replace(scheme="", netloc="", fragment="").geturl() or "/", body, sent)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()
