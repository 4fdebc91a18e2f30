"""Servers of one cluster as processes: three of them, none of which knows the others."""

import atexit
import functools
import json
import os
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import requests

from cluster.forwarder import Forwarder
from support.binary import BINARY

READY_WITHIN = 60  # seconds
TOKEN = "cluster-control-token"
#: How long a lease lasts, in seconds. What a dead server had is taken over after it.
LEASE = 3.0


@functools.cache
def shifting_library():
    """What is preloaded to shift the clock of the wall. The compiler is the one that Swift needs to link."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))))
    library = Path(tempfile.mkdtemp(prefix="mockidp-shift-")) / "shift.so"
    source = Path(__file__).with_name("shift.c")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    atexit.register(shutil.rmtree, library.parent, ignore_errors=True)
    return str(library)


class Replica:
    """`mockidp serve --cluster`. What it says to PostgreSQL and what others say to it go through ways that can be cut."""

    def __init__(self, cluster, name, scenario, shift=0, arguments=(), environment=None, direct=False, program=BINARY):
        self.cluster, self.name, self.scenario, self.shift, self.program = cluster, name, str(scenario), shift, program
        self.arguments, self.environment = list(arguments), environment or {}
        self.directory = cluster.directory / name
        self.directory.mkdir(parents=True, exist_ok=True)
        self.relay = Forwarder()
        self.stores = [Forwarder(port) for port in cluster.ports]
        self.process = None
        self.ports = (0, 0)
        self.is_paused = False

    @property
    def ready_file(self):
        return self.directory / "ready.json"

    @property
    def log(self):
        path = self.directory / "server.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def url(self):
        hosts = ",".join(f"127.0.0.1:{way.port}" for way in self.stores)
        choice = "?target_session_attrs=read-write" if len(self.stores) > 1 else ""
        return f"postgresql://{self.cluster.login}@{hosts}/postgres{choice}"

    def command(self):
        command = [str(self.program), "serve", "--scenario", self.scenario, "--https-port", str(self.ports[0]), "--http-port", str(self.ports[1]),
                   "--ready-file", str(self.ready_file), "--quiet", "--verbose", "--cluster-key-file", str(self.cluster.key),
                   "--cluster-schema", self.cluster.schema, "--advertise", f"https://127.0.0.1:{self.relay.port}",
                   "--cluster", self.url()]  # fmt: skip
        return command + self.arguments

    def launch(self):
        """Starts the process and does not wait."""
        self.ready_file.unlink(missing_ok=True)
        # The directory of a server is its own; what it has there it can lose.
        environment = {"MOCKIDP_HOME": str(self.directory / "home"), "PATH": "/usr/bin:/bin", **self.environment}
        if self.shift:
            environment |= {"LD_PRELOAD": shifting_library(), "MOCKIDP_TEST_SHIFT": str(self.shift)}
        with open(self.directory / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=self.directory)
        return self

    def await_ready(self):
        deadline = time.monotonic() + READY_WITHIN
        while not self.ready_file.exists():
            assert self.process.poll() is None, f"{self.name} ended with {self.process.returncode}:\n{self.log[-3000:]}"
            assert time.monotonic() < deadline, f"{self.name} is not ready:\n{self.log[-3000:]}"
            time.sleep(0.01)
        ready = json.loads(self.ready_file.read_text())
        self.authority, self.graph, self.http, self.control = (ready[name] for name in ("authority", "graph", "http", "control"))
        self.ca, self.pid = ready["ca"], ready["pid"]
        self.port = urlsplit(self.authority).port
        # It comes back where it was, so that clients and balancers find it again.
        self.ports = (self.port, urlsplit(self.http).port)
        self.relay.target = self.port
        self.context = ssl.create_default_context(cafile=self.ca)
        self.http_session = requests.Session()
        self.http_session.verify = self.ca
        self.http_session.trust_env = False
        self.http_session.headers["Authorization"] = f"Bearer {TOKEN}"
        return self

    def start(self):
        return self.launch().await_ready()

    # What can happen to it

    def kill(self):
        self.process.kill()
        self.process.wait()

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def stop(self):
        if self.process.poll() is None:
            self.proceed()
            self.terminate()
            code = self.process.wait(timeout=20)
            assert code == 0, f"{self.name} ended with {code}:\n{self.log[-3000:]}"

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)
        self.is_paused = True

    def proceed(self):
        if self.is_paused:
            self.process.send_signal(signal.SIGCONT)
            self.is_paused = False

    def restart(self):
        if self.process.poll() is None:
            self.kill()
        return self.start()

    def remove(self):
        if self.process and self.process.poll() is None:
            self.proceed()
            self.kill()
        for way in [self.relay, *self.stores]:
            way.close()

    # Plain requests to it, as to a server that is alone

    def get(self, path, **arguments):
        return self.http_session.get(self.authority + path, **arguments)

    def token(self, form, tenant="organizations", **arguments):
        return self.http_session.post(f"{self.authority}/{tenant}/oauth2/v2.0/token", data=form, **arguments)

    def me(self, token, path="/v1.0/me"):
        return self.http_session.get(self.graph + path, headers={"Authorization": f"Bearer {token}"})

    def exchanges(self):
        return self.http_session.get(f"{self.control}/exchanges", params={"limit": 100_000}).json()["exchanges"]

    def memory(self):
        """Its own pages and its share of common ones, in bytes."""
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024

    def cpu(self):
        """Processor time that it has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cluster:
    """A cluster in a schema of its own of a PostgreSQL."""

    def __init__(self, directory, databases, schema="mockidp", role=None, program=BINARY):
        """`databases` are the hosts of one database: a `PostgreSQL`, or several of which one takes writes. `program` founds it."""
        self.directory = Path(directory)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.schema, self.key = schema, self.directory / "cluster.key"
        self.ports = [host.port for host in databases]
        self.login = role or "postgres"
        self.replicas, self.program = [], program
        self.founding = self.init(databases[0].url(), role=role)

    def init(self, url, role=None, schema=None):
        command = [str(self.program), "cluster", "init", "--cluster-key-file", str(self.key), "--cluster-schema", schema or self.schema,
                   "--control-token", TOKEN, "--cluster", url]  # fmt: skip
        if role:
            command += ["--role", role]
        done = subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def add(self, scenario="happy-path", **options):
        replica = Replica(self, f"replica-{len(self.replicas)}", scenario, **options)
        self.replicas.append(replica)
        return replica

    def start(self, count=3, scenario="happy-path", **options):
        for _ in range(count):
            self.add(scenario, **options).launch()
        for replica in self.replicas[-count:]:
            replica.await_ready()
        return self.replicas[-count:]

    def owner(self, postgres, world):
        """The replica that PostgreSQL says owns a world, or None."""
        url = postgres.sql(
            f'SELECT r.url FROM "{self.schema}".world w JOIN "{self.schema}".replica r ON r.id = w.owner AND r.epoch = w.owner_epoch '
            f"WHERE w.name = '{world}' AND w.ended IS NULL")
        return next((one for one in self.replicas if url.endswith(f":{one.relay.port}")), None) if url else None

    def remove(self):
        for replica in self.replicas:
            replica.remove()
