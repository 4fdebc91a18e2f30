"""Debian's PostgreSQL with a data directory and a port of its own, as a process that may be killed, paused and failed over."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
READY_WITHIN = 60  # seconds


def free_port():
    """A port that nobody has now. Whoever starts a server there hopes that nobody takes it first."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _account():
    """PostgreSQL refuses to run as root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


def run(program, *arguments, **environment):
    done = subprocess.run(
        [str(PROGRAMS / program), *map(str, arguments)], capture_output=True, text=True, cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment}, **_account())  # fmt: skip
    assert done.returncode == 0, f"{program} {arguments}: {done.stdout}{done.stderr}"
    return done.stdout


class PostgreSQL:
    """One server. `stop` is clean, `kill` is `immediate`: it recovers from its log at the next start."""

    #: What a test needs of it. Power is never lost here, only processes are, so nothing has to reach the disk.
    SETTINGS = {"fsync": "off", "max_connections": "120", "listen_addresses": "127.0.0.1", "shared_buffers": "32MB",
                "wal_level": "replica", "max_wal_senders": "4", "hot_standby": "on", "autovacuum_naptime": "60",
                "log_min_messages": "warning", "wal_keep_size": "256MB"}  # fmt: skip

    def __init__(self, directory=None, source=None, settings=None):
        """With `source`, a standby of that server that is a copy of it."""
        # Its account must be able to reach it, which it cannot below most directories of a test.
        self.directory = Path(directory or tempfile.mkdtemp(prefix="mockidp-pg-", dir="/dev/shm" if os.path.isdir("/dev/shm") else "/tmp"))
        if os.geteuid() == 0:
            shutil.chown(self.directory, "postgres", "postgres")
        self.data = self.directory / "data"
        self.port = free_port()
        self.settings = {**self.SETTINGS, **(settings or {})}
        self.process = None
        if source is None:
            run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--no-instructions")
        else:
            run("pg_basebackup", "-D", self.data, "-h", "127.0.0.1", "-p", source.port, "-U", "postgres", "-R", "-X", "stream", "-c", "fast")
        self.start()

    def start(self):
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        log = os.open(self.directory / "log", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o644)
        try:
            self.process = subprocess.Popen(
                [str(PROGRAMS / "postgres"), "-D", str(self.data), "-p", str(self.port), "-k", str(self.directory), *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
                start_new_session=True, **_account())  # fmt: skip
        finally:
            os.close(log)
        deadline = time.monotonic() + READY_WITHIN
        while subprocess.run(
            [str(PROGRAMS / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], cwd="/").returncode:  # fmt: skip
            assert self.process.poll() is None, f"PostgreSQL ended: {self.log}"
            assert time.monotonic() < deadline, f"PostgreSQL is not ready: {self.log}"
            time.sleep(0.02)
        return self

    @property
    def log(self):
        return (self.directory / "log").read_text(errors="replace")

    def sql(self, text, database="postgres", user="postgres"):
        """What `psql` prints, without decoration."""
        return run("psql", "-h", "127.0.0.1", "-p", self.port, "-U", user, "-d", database, "-X", "-q", "-A", "-t", "-v",
                   "ON_ERROR_STOP=1", "-c", text).strip()  # fmt: skip

    def url(self, database="postgres", port=None, user="postgres"):
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/{database}"

    def _end(self, number):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(timeout=60)

    def stop(self):
        self._end(signal.SIGINT)

    def kill(self):
        self._end(signal.SIGQUIT)

    def promote(self):
        """Makes a standby the one that takes writes."""
        run("pg_ctl", "promote", "-D", self.data, "-w", "-s")

    def remove(self):
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)


def with_standby():
    """Two servers: no commit of the first is answered before the second has it."""
    first = PostgreSQL()
    try:
        second = PostgreSQL(source=first)
        first.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        first.sql("SELECT pg_reload_conf()")
        deadline = time.monotonic() + READY_WITHIN
        while first.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            assert time.monotonic() < deadline, "the standby does not follow"
            time.sleep(0.05)
    except BaseException:
        first.remove()
        raise
    return first, second
