"""The control API behind a reverse proxy: what strangers send through it finds the door closed."""

import os
import shutil
import socket
import subprocess
import time
from urllib.parse import urlsplit

import pytest
import requests

NGINX = os.environ.get("NGINX") or shutil.which("nginx") or shutil.which("/usr/sbin/nginx")

# What reverse proxies send to 127.0.0.1 for a stranger's GET. They replaced the name by the one that they know.
HEADS = {
    "nginx with proxy_pass alone": ["HTTP/1.0", "Connection: close"],
    "nginx as its manual shows": ["HTTP/1.0", "X-Real-IP: 192.0.2.7", "Connection: close"],
    "Apache": [
        "HTTP/1.1", "X-Forwarded-For: 192.0.2.7", "X-Forwarded-Host: idp.test", "X-Forwarded-Server: idp.test",
        "Connection: Keep-Alive",
    ],
    "Caddy": ["HTTP/1.1", "X-Forwarded-For: 192.0.2.7", "X-Forwarded-Host: idp.test", "X-Forwarded-Proto: https"],
    "Envoy": [
        "HTTP/1.1", "x-request-id: 0b1c2d3e-0000-4000-8000-000000000001", "x-envoy-expected-rq-timeout-ms: 15000",
    ],
    "Varnish": ["HTTP/1.1", "X-Varnish: 32770", "Via: 1.1 varnish (Varnish/7.4)"],
    "Squid": ["HTTP/1.1", "Via: 1.1 squid (squid/5.7)", "Cache-Control: max-age=259200", "Connection: keep-alive"],
    "Cloudflare's daemon": ["HTTP/1.1", "Cdn-Loop: cloudflare; loops=1", "Cf-Connecting-Ip: 192.0.2.7", "Cf-Ray: 8a-FRA"],
}  # fmt: skip


def status(target, path, version, *fields):
    """The status of a GET with these bytes."""
    address = urlsplit(target)
    with socket.create_connection((address.hostname, address.port), timeout=20) as connection:
        head = [f"GET {path} {version}", f"Host: {address.netloc}", *fields, "", ""]
        connection.sendall("\r\n".join(head).encode())
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_relayed_request_finds_it_closed(serve, head):
    server = serve("happy-path")
    assert status(server.http, "/_mockidp/v1/users", "HTTP/1.1") == 200
    assert status(server.http, "/_mockidp/v1/users", *head) == 403
    assert status(server.http, "/_mockidp/v1/health", *head) == 200
    assert status(server.http, "/common/v2.0/.well-known/openid-configuration", *head) == 200


@pytest.fixture
def nginx(tmp_path):
    """Starts nginx in front of a server, with a block of directives."""
    if not NGINX:
        pytest.skip("nginx is not installed")
    running = []

    def start(target, directives=""):
        place = tmp_path / f"nginx-{len(running)}"
        place.mkdir()
        path = place / "socket"
        (place / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {place}/pid; error_log {place}/error.log;\n"
            "events {}\n"
            "http {\n  access_log off;\n"
            + "".join(f"  {kind}_temp_path {place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            + f"  server {{\n    listen unix:{path};\n    location / {{ proxy_pass {target}; {directives} }}\n  }}\n}}\n"
        )
        running.append(subprocess.Popen([NGINX, "-p", str(place), "-c", str(place / "nginx.conf"), "-e", str(place / "error.log")]))
        deadline = time.monotonic() + 20
        while not listens(path):
            try:
                running[-1].wait(timeout=0.01)
            except subprocess.TimeoutExpired:
                pass
            log = place / "error.log"
            assert running[-1].poll() is None and time.monotonic() < deadline, log.exists() and log.read_text()
        return path

    yield start
    for process in running:
        process.terminate()
        process.wait(timeout=20)


def listens(path):
    """Whether a connection is taken there. nginx makes the file of its socket a moment before it listens."""
    with socket.socket(socket.AF_UNIX) as connection:
        return connection.connect_ex(str(path)) == 0


def through(path, target, method="GET", *fields):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(20)
        connection.connect(str(path))
        connection.sendall("\r\n".join([f"{method} {target} HTTP/1.1", "Host: idp.test", "Connection: close", *fields, "", ""]).encode())
        return int(connection.makefile("rb").readline().split()[1])


def test_nginx_gets_nobody_in(serve, nginx):
    server = serve("happy-path")
    path = nginx(server.http)
    assert through(path, "/_mockidp/v1/users") == 403
    assert through(path, "/_mockidp/v1/reset", "POST", "Content-Length: 0") == 403
    assert through(path, "/_mockidp/ca.pem") == 200
    assert through(path, "/common/v2.0/.well-known/openid-configuration") == 200


def test_nginx_with_the_token(serve, nginx):
    """Also a proxy that nothing tells from a program: HTTP/1.1, and no field of its own."""
    server = serve("happy-path", environment={"MOCKIDP_CONTROL_TOKEN": "s3cret"})
    for directives in ("", "proxy_http_version 1.1;"):
        path = nginx(server.http, directives)
        assert through(path, "/_mockidp/v1/users") == 401
        assert through(path, "/_mockidp/v1/users", "GET", "Authorization: Bearer s3cret") == 200
    answer = requests.get(f"{server.http}/_mockidp/v1/users", timeout=20)
    assert answer.status_code == 401
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
