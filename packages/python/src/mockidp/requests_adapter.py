"""Microsoft's names for requests, in the process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Tuple
from urllib.parse import urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter

from .names import is_this_machine

if TYPE_CHECKING:
    from .world import World


class WorldAdapter(HTTPAdapter):
    """A transport adapter whose requests reach one world, under whichever name of the server. A host outside this machine is refused."""

    def __init__(self, world: World):
        self._world = world
        self._pools: Dict[Tuple[str, str], urllib3.HTTPConnectionPool] = {}
        super().__init__()

    def send(self, request: requests.PreparedRequest, *args: Any, **named: Any) -> requests.Response:  # type: ignore[override]
        parts = urlsplit(request.url or "")
        host = parts.hostname or ""
        if not self._is_ours(request.url):
            if is_this_machine(host):
                return super().send(request, *args, **named)
            raise requests.ConnectionError(
                f"{host} is not a host that mockidp answers, and tests with it do not leave this machine. Use another session for that host.",
                request=request,
            )
        sent = request.copy()
        # The connection has the server's address; a field of its own keeps the name that was asked for.
        sent.headers["Host"] = parts.netloc.rpartition("@")[2]
        sent.headers.update(self._world.server.headers(self._world.name))
        named["proxies"] = None
        answer = super().send(sent, *args, **named)
        answer.request = request
        return answer

    def _is_ours(self, url: Optional[str]) -> bool:
        parts = urlsplit(url or "")
        return self._world.server.address.answers(parts.hostname or "", parts.port)

    def _pool(self, url: str) -> urllib3.HTTPConnectionPool:
        parts = urlsplit(url)
        scheme, host = parts.scheme, parts.hostname or ""
        address = self._world.server.address
        if (scheme, host) not in self._pools:
            if scheme == "http":
                pool = urllib3.HTTPConnectionPool(address.connect_to, address.port(scheme))
            else:
                pool = urllib3.HTTPSConnectionPool(
                    address.connect_to, address.port(scheme), cert_reqs="CERT_REQUIRED", ca_certs=address.ca,
                    server_hostname=host, assert_hostname=host,
                )  # fmt: skip
            self._pools[scheme, host] = pool
        return self._pools[scheme, host]

    # Requests before 2.32 asks the second of the two.

    def get_connection_with_tls_context(self, request: Any, verify: Any, proxies: Any = None, cert: Any = None) -> Any:
        if self._is_ours(request.url):
            return self._pool(request.url)
        return super().get_connection_with_tls_context(request, verify, proxies, cert)

    def get_connection(self, url: Any, proxies: Optional[Mapping[str, str]] = None) -> Any:
        if self._is_ours(url):
            return self._pool(url)
        return super().get_connection(url, proxies)

    def cert_verify(self, conn: Any, url: Any, verify: Any, cert: Any) -> None:
        """The pools above know whom to trust; a variable or a setting of the session does not change that."""
        if not self._is_ours(url):
            super().cert_verify(conn, url, verify, cert)

    def request_url(self, request: Any, proxies: Any) -> str:
        return super().request_url(request, None if self._is_ours(request.url) else proxies)

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()
        super().close()


def session_for(world: World) -> requests.Session:
    session = requests.Session()
    adapter = WorldAdapter(world)
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    return session
