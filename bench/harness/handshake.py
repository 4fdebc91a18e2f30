"""What a new TLS connection costs, beside `openssl s_server` with the same certificate, key and client."""

import http.client
import ssl
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

from . import mockidp
from .process import Process
from .results import Row, median

BATCH = 150


def _connect(context, port, path, count):
    """That many requests, each over a new connection with a full handshake and the certificate verified."""
    for _ in range(count):
        connection = http.client.HTTPSConnection("localhost", port, context=context)
        connection.request("GET", path, headers={"Connection": "close"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200 or not body:
            raise SystemExit(f"bench: {path} was answered {answer.status}")
        connection.close()


def _context(ca):
    # A context of its own keeps no session unless it is given one, so every handshake is a full one.
    context = ssl.create_default_context(cafile=ca)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def _leaf(place):
    """A P-256 key and a certificate for localhost by a P-256 authority: the kinds that mockidp makes."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=place, check=True, capture_output=True)

    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=bench", "-days", "2",
            "-addext", "keyUsage=critical,keyCertSign")  # fmt: skip
    openssl("req", *curve, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=localhost")
    (place / "leaf.ext").write_text("subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "leaf.ext", "-out", "leaf.pem")  # fmt: skip


def measure(server, rounds=5, batch=BATCH):
    document = server.browser().get(mockidp.DISCOVERY)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        _leaf(place)
        (place / "document").write_text(document)
        port = free_port()
        command = ["openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-cert", "leaf.pem", "-key", "leaf.key",
                   "-CAfile", "ca.pem", "-WWW", "-quiet", "-no_ticket", "-tls1_3"]  # fmt: skip
        with Process(command, directory=place) as other:
            wait_for_port(port)
            targets = [
                (server, urllib.parse.urlsplit(server.https).port, mockidp.DISCOVERY, _context(server.ca)),
                (other, port, "/document", _context(place / "ca.pem")),
            ]
            for _, at, path, context in targets:
                _connect(context, at, path, 5)
            costs = ([], [])
            for _ in range(rounds):
                for cost, (process, at, path, context) in zip(costs, targets):
                    before = process.cpu()
                    _connect(context, at, path, batch)
                    cost.append((process.cpu() - before) / batch)
    ratio = median([ours / theirs for ours, theirs in zip(*costs)])
    return Row(
        "handshake", "full TLS handshake and one answer, a connection each", ratio, cpu=median(costs[0]),
        notes={"openssl_s_server_microseconds": round(median(costs[1]) * 1e6)})  # fmt: skip


def free_port():
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for_port(port, within=30):
    import socket

    deadline = time.monotonic() + within
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise SystemExit(f"bench: nobody listens on port {port} after {within} s") from None
            time.sleep(0.0005)
