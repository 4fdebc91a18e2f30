"""Bodies without end, clients that never read, and renegotiation."""

import socket
import ssl
import subprocess

import pytest
from processes import LAST_REQUEST, ask, exchange, read_to_end, reset, until

POST = b"POST /common/oauth2/v2.0/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "a body past the limit": (POST + b"Content-Length: 999999999999\r\n\r\n", b"a" * 65_536, 413),
    "chunks": (CHUNKED, b"10000\r\n" + b"a" * 65_536 + b"\r\n", 413),
    "small chunks": (CHUNKED, b"4\r\naaaa\r\n" * 8_000, 413),
    "fields": (b"GET / HTTP/1.1\r\n", b"X-Field: y\r\n" * 5_000, 431),
    "one field": (b"GET / HTTP/1.1\r\nX: ", b"y" * 65_536, 431),
    "a request line": (b"GET /", b"a" * 65_536, 414),
    "trailers": (CHUNKED + b"0\r\n", b"X: y\r\n" * 10_000, 431),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_endless_input_is_refused_and_costs_no_memory(target, scale, kind):
    start, again, status = ENDLESS[kind]
    server = target()
    assert server.is_served()
    before = server.megabytes
    with server.connect() as connection:
        connection.sendall(start)
        sent = 0
        try:
            while sent < scale.megabytes << 20:
                connection.sendall(again)
                sent += len(again)
        except (BrokenPipeError, ConnectionResetError):
            pass
        answer = read_to_end(connection)
    memory = server.megabytes
    print(f"{kind}: {sent / 1e6:.0f} MB sent, {before:.1f} → {memory:.1f} MiB, {answer[:40]}")
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer[:200]
    assert answer.count(b"HTTP/1.1") == 1
    assert memory - before < 8
    assert server.is_served()


def test_many_large_bodies_at_once_are_bounded(target, scale):
    """Each is within the limit and never complete: what they hold goes with them."""
    server = target()
    before, files = server.megabytes, server.open_files
    body = b"a" * 1_000_000
    connections = []
    for _ in range(scale.slow_connections // 10):
        connection = server.connect()
        connection.sendall(POST + b"Content-Length: 1048576\r\n\r\n" + body)
        connections.append(connection)
    memory = server.megabytes
    print(f"{len(connections)} unfinished bodies of 1 MB: {before:.0f} → {memory:.0f} MiB")
    assert memory - before < 20 + 3 * len(connections)
    for connection in connections:
        reset(connection)
    assert until(lambda: server.open_files < files + 5)
    assert server.is_served()


def test_clients_that_never_read_are_not_written_for(target, scale):
    """Requests without end and no answer read: what waits for the client is bounded, and others are served."""
    server = target()
    before, files = server.megabytes, server.open_files
    request = b"GET /common/discovery/v2.0/keys HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connections = []
    for _ in range(scale.slow_connections // 10):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.connect(("127.0.0.1", server.http_port))
        connection.settimeout(0.2)
        connections.append(connection)
        try:
            for _ in range(2_000):
                connection.sendall(request * 50)
        except TimeoutError:
            continue
        raise AssertionError("the server reads on although nobody takes its answers")
    memory = server.megabytes
    print(f"{len(connections)} clients that do not read: {before:.0f} → {memory:.0f} MiB")
    assert memory - before < 20 + len(connections)
    # Each may have thousands of requests to be answered first, some at a time.
    assert until(server.is_served, seconds=60)
    for connection in connections:
        reset(connection)
    assert until(lambda: server.open_files < files + 5)


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("ends_its_side", [False, True])
def test_requests_sent_ahead_are_all_answered_to_a_late_reader(target, scheme, ends_its_side):
    """The socket is full of answers again and again, and each time the rest of the requests waits for it."""
    server = target()
    request = b"GET /common/discovery/v2.0/keys HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    for _ in range(5):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", server.http_port if scheme == "http" else server.https_port))
        if scheme == "https":
            context = ssl.create_default_context(cafile=server.ca)
            connection = context.wrap_socket(connection, server_hostname="localhost", suppress_ragged_eofs=False)
        with connection:
            connection.sendall(request * 999 + (request if ends_its_side else last))
            if ends_its_side:
                # Over TLS without an alert first, as a process leaves that dies.
                socket.socket.shutdown(connection, socket.SHUT_WR)
            answers = read_to_end(connection)
        assert answers.count(b"HTTP/1.1 200 ") == 1_000
        assert answers.count(b"HTTP/1.1 ") == 1_000


def test_half_closed_connections_are_answered_and_let_go(target, scale):
    server = target()
    files = server.open_files
    for _ in range(scale.slow_connections):
        with server.connect() as connection:
            connection.sendall(LAST_REQUEST)
            connection.shutdown(socket.SHUT_WR)
            assert read_to_end(connection).startswith(b"HTTP/1.1 200")
        with server.connect() as connection:
            connection.sendall(b"GET / HT")
            connection.shutdown(socket.SHUT_WR)
            assert read_to_end(connection).startswith(b"HTTP/1.1 400")
    assert until(lambda: server.open_files < files + 10), server.open_files


def test_a_client_that_vanishes_leaves_nothing(target, scale):
    server = target()
    files = server.open_files
    for _ in range(scale.slow_connections):
        for piece in (b"", b"GET", POST, CHUNKED + b"5\r\nab", LAST_REQUEST):
            connection = server.connect()
            connection.sendall(piece)
            reset(connection)
    assert server.is_served()
    assert until(lambda: server.open_files < files + 10), server.open_files


def test_renegotiation_is_refused(target):
    """`openssl s_client` asks for it when it reads an R."""
    server = target()
    command = ["openssl", "s_client", "-connect", f"127.0.0.1:{server.https_port}", "-servername", "localhost", "-tls1_2",
               "-CAfile", server.ca, "-verify_return_error"]  # fmt: skip
    run = subprocess.run(command, input="R\n", capture_output=True, text=True, timeout=20)
    assert "Verify return code: 0 (ok)" in run.stdout
    assert "RENEGOTIATING" in run.stdout + run.stderr
    assert "no renegotiation" in run.stderr, run.stderr
    assert server.is_served()


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
def test_old_versions_get_an_alert(target, version):
    server = target()
    context = ssl.create_default_context(cafile=server.ca)
    context.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning):
        context.minimum_version = version
        context.maximum_version = version
    with server.connect(server.https_port) as connection, pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION|protocol version"):
        context.wrap_socket(connection, server_hostname="localhost")
    assert server.is_served()


def test_clear_text_on_the_port_for_tls_is_told(target):
    server = target()
    with server.connect(server.https_port) as connection:
        answer = exchange(connection, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ") and b"https://" in answer


def test_others_are_served_while_somebody_attacks(target, scale):
    """One keep-alive connection goes through all of it."""
    server = target()
    with server.connect() as witness:
        for start, again, _ in ENDLESS.values():
            with server.connect() as connection:
                try:
                    for piece in (start, again, again):
                        connection.sendall(piece)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                ask(witness)
            ask(witness)
