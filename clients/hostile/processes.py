"""The server as its machine sees it: processor time, memory, open files; and crowds of connections to it."""

import os
import resource
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from support.binary import BINARY
from support.server import Server

HERE = Path(__file__).parent
REQUEST = b"GET /_mockidp/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST_REQUEST = REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


class Target(Server):
    """A server that may open so many files, and what it costs."""

    def __init__(self, directory, files=None, arguments=()):
        directory.mkdir(parents=True)
        binary = BINARY
        if files is not None:
            # Through a shell, since the limit is the process' own and has to be there before it starts.
            binary = directory / "limited"
            binary.write_text(f'#!/bin/sh\nulimit -S -n {files[0]} && ulimit -H -n {files[1]} && exec "{BINARY}" "$@"\n')
            binary.chmod(0o755)
        super().__init__(binary, "happy-path", directory / "home", directory, arguments=arguments)
        self.http_port = urlsplit(self.http).port
        self.https_port = urlsplit(self.authority).port

    @property
    def processor_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self):
        [line] = [line for line in Path(f"/proc/{self.pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1]) / 1024

    @property
    def open_files(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    @property
    def file_limit(self):
        [line] = [line for line in Path(f"/proc/{self.pid}/limits").read_text().splitlines() if line.startswith("Max open files")]
        return int(line.split()[3])

    def load(self, seconds):
        """The part of a processor that it takes while nobody asks anything."""
        before = self.processor_seconds
        pause(seconds)
        return (self.processor_seconds - before) / seconds

    def settled_load(self):
        """The same, once the keys of a new home are made, which takes a server its first second or two."""
        until(lambda: self.load(1) < 0.25)
        return self.load(2)

    def connect(self, port=None, source=None):
        return socket.create_connection(("127.0.0.1", port or self.http_port), timeout=20, source_address=source and (source, 0))

    def is_served(self):
        """Whether a new connection is answered."""
        try:
            with self.connect() as connection:
                return exchange(connection, LAST_REQUEST).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def pause(seconds):
    """The passing of time is what is measured; nothing is waited for."""
    time.sleep(seconds)


def until(condition, seconds=20):
    """Whether it came true in that time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def read_to_end(connection):
    """Everything up to the end of the connection, orderly or not."""
    content = bytearray()
    try:
        while piece := connection.recv(65_536):
            content += piece
    except ConnectionResetError:
        pass
    return bytes(content)


def exchange(connection, request):
    connection.sendall(request)
    return read_to_end(connection)


def ask(connection):
    """One request on a connection that goes on; the seconds it took."""
    start = time.perf_counter()
    connection.sendall(REQUEST)
    content = connection.recv(65_536)
    assert content.startswith(b"HTTP/1.1 200"), content
    return time.perf_counter() - start


def reset(connection):
    """Ends it with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def allow_files(count):
    """Lets this process open so many files; how many it may in the end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return max(soft, wanted)


class Crowd:
    """Connections held by a process of their own, so that the test's own measurements are not slowed by them."""

    def __init__(self, kind, server, count, number=0, port=None):
        port = port or (server.https_port if kind == "tls" else server.http_port)
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "crowd.py"), kind, str(port), str(count), f"127.0.1.{number + 1}", server.ca],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        # One line, once all have been tried: how many there are.
        self.count = int(self._process.stdout.readline() or 0)

    def end(self):
        """Lets all go; how many were answered or ended by the server meanwhile."""
        answer, _ = self._process.communicate("end\n", timeout=60)
        return int(answer.strip() or 0)
