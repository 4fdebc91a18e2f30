"""Holds many connections until it reads a line. `crowd.py KIND PORT COUNT ADDRESS CA`: KIND is `idle`, `tls` (a handshake each),
`slow` (a head that gains a byte a second), or `half` (a client that stopped in the middle: of
a head, of a TLS handshake, or before either, its own side closed or not). Says how many it has, and at the end how many of them the server ended."""

import errno
import resource
import select
import socket
import ssl
import sys
import time

kind, port, count, address, authority = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

context = ssl.create_default_context(cafile=authority)

# The last one is the beginning of a TLS record; to the port for HTTP it is not a request either.
HALVES = [b"GET", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", b"", b"\x16\x03\x01\x02\x00\x01"]

connections = []
for _ in range(count):
    try:
        connection = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
        if kind == "tls":
            connection = context.wrap_socket(connection, server_hostname="localhost")
        elif kind == "slow":
            connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        elif kind == "half":
            connection.sendall(HALVES[len(connections) % len(HALVES)])
            if len(connections) % 8 == 0:
                connection.shutdown(socket.SHUT_WR)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.EADDRNOTAVAIL):
            break
        continue
    connections.append(connection)
print(len(connections), flush=True)

if kind == "slow":
    while connections:
        start = time.monotonic()
        for connection in connections:
            try:
                connection.send(b"x")
            except OSError:
                pass
        ready, _, _ = select.select([sys.stdin], [], [], max(0.0, 1 - (time.monotonic() - start)))
        if ready:
            break
else:
    sys.stdin.readline()

poll = select.poll()
for connection in connections:
    poll.register(connection, select.POLLIN | select.POLLHUP)
print(len(poll.poll(0)), flush=True)
