"""Three servers behind HAProxy that look like one: what the tests of clients know as `Server`. Every ten seconds one of each three
that run is killed, and started again where it was.

MOCKIDP_SERVERS=cluster has all tests of clients/ run against this (clients/conftest.py).
"""

import atexit
import datetime
import ipaddress
import itertools
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from cluster.postgres import PostgreSQL, free_port
from cluster.replicas import TOKEN, Cluster

#: How often a server is killed, in seconds.
EVERY = float(os.environ.get("CLUSTER_KILL_EVERY", "10"))
CONFIGURATION = Path(__file__).parent / "haproxy.cfg"
#: Tests that cannot meet three servers behind HAProxy, and why.
LEFT_OUT = {
    "test_an_app_with_a_region_sends_its_requests_there": "it goes through the forward proxy of one server, and so not through HAProxy",
}
_numbers = itertools.count()
_postgres = []


def postgres():
    """One for all clusters of a worker."""
    if not _postgres:
        install = Path(__file__).resolve().parents[2] / "scripts" / "install-packages"
        subprocess.run([str(install), "postgresql", "haproxy"], check=True, stdout=sys.stderr)
        _postgres.append(PostgreSQL())
        atexit.register(_postgres[0].remove)
    return _postgres[0]


def certificate(authority, key):
    """A certificate of the cluster's authority for the balancer, with its key: clients trust that authority already."""
    issuer = x509.load_pem_x509_certificate(authority.read_bytes())
    signer = serialization.load_pem_private_key(key.read_bytes(), None)
    own = ec.generate_private_key(ec.SECP256R1())
    names = [x509.DNSName("localhost"), x509.DNSName("*.localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder().subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]))
        .issuer_name(issuer.subject).public_key(own.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(issuer.not_valid_before_utc).not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.public_key()), critical=False)
        .sign(signer, hashes.SHA256())
    )  # fmt: skip
    pem = own.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return made.public_bytes(serialization.Encoding.PEM) + pem


class Session(requests.Session):
    """Shows the control API its token, and nobody else."""

    def request(self, method, url, **arguments):
        if "/_mockidp/" in url:
            arguments["headers"] = {"Authorization": f"Bearer {TOKEN}", **(arguments.get("headers") or {})}
        return super().request(method, url, **arguments)


def reason_of(item):
    name = item.nodeid.partition("[")[0]
    return next((reason for part, reason in LEFT_OUT.items() if name.endswith(part)), None)


def leave_out(config, items):
    """Takes out what stands in the list; the end of the run tells the reasons."""
    left = {item: reason_of(item) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if left[item]])
    items[:] = [item for item in items if not left[item]]


def tell(reporter):
    reporter.write_line(f"behind HAProxy: servers were killed {KILLER.kills} times")
    for name, reason in LEFT_OUT.items():
        reporter.write_line(f"left out: {name}: {reason}")


class Killer:
    """Kills one server of every cluster that runs, at the same moments, so that a short test meets a kill as often as a long one."""

    def __init__(self):
        self.kills = 0
        self._clusters, self._lock, self._thread = [], threading.Lock(), None

    def add(self, behind):
        with self._lock:
            self._clusters.append(behind)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def remove(self, behind):
        with self._lock:
            self._clusters.remove(behind)
        # A server that is on its way up again gets there before all of them end.
        behind.restarting.acquire()

    def _run(self):
        while True:
            time.sleep(EVERY)
            with self._lock:
                due = [one for one in self._clusters if one.restarting.acquire(blocking=False)]
            threads = [threading.Thread(target=self._kill, args=(one,), daemon=True) for one in due]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    def _kill(self, behind):
        try:
            next(behind.turns).restart()
            self.kills += 1
        except BaseException as failure:  # noqa: BLE001
            behind.failure = failure
        finally:
            behind.restarting.release()


KILLER = Killer()


class Behind:
    """`Server` of support/server.py, as far as clients see it."""

    def __init__(self, binary, scenario, home, directory, data=None, arguments=(), environment=None, ports=(0, 0), prefix=()):
        assert data is None and not prefix, "a cluster keeps its worlds in PostgreSQL, and runs where the test does"
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        # As MSAL's own way to the network has it, in whose place the tests put one that records.
        requests.adapters.DEFAULT_RETRIES = 1
        self._cluster = Cluster(directory, [postgres()], schema=f"behind_{next(_numbers)}")
        self._replicas = self._cluster.start(3, scenario, arguments=list(arguments), environment=environment)
        first = self._replicas[0]
        self.scenario, self.ca, self.pid = str(scenario), first.ca, first.pid
        self.port = ports[0] or free_port()
        self._proxy = self._start_proxy()
        self.authority = self.graph = f"https://localhost:{self.port}"
        self.http, self.control = first.http, f"{self.authority}/_mockidp/v1"
        self.http_session = Session()
        self.http_session.verify, self.http_session.trust_env = self.ca, False
        self.stopped, self.failure = False, None
        self.turns, self.restarting = itertools.cycle(self._replicas), threading.Lock()
        KILLER.add(self)

    def _start_proxy(self):
        home = next((self._directory / "replica-0" / "home").glob("cluster-*"))
        bundle = self._directory / "bundle.pem"
        bundle.write_bytes(certificate(home / "ca.pem", home / "ca.key"))
        servers = "\n".join(f"  server {one.name} 127.0.0.1:{one.port}" for one in self._replicas)
        configuration = self._directory / "haproxy.cfg"
        configuration.write_text(CONFIGURATION.read_text().format(port=self.port, bundle=bundle, ca=self.ca, servers=servers))
        with open(self._directory / "haproxy.log", "wb") as log:
            proxy = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", str(configuration)], stdout=log, stderr=log)
        deadline = time.monotonic() + 20
        while True:
            try:
                if requests.get(f"https://localhost:{self.port}/_mockidp/v1/health", verify=self.ca, timeout=5).status_code == 200:
                    return proxy
            except requests.exceptions.ConnectionError:
                pass
            assert proxy.poll() is None and time.monotonic() < deadline, (self._directory / "haproxy.log").read_text()
            time.sleep(0.02)

    @property
    def log(self):
        return "".join(one.log for one in self._replicas)

    def stop(self):
        self.stopped = True
        KILLER.remove(self)
        self.http_session.close()
        self._proxy.terminate()
        self._proxy.wait(10)
        try:
            for one in self._replicas:
                one.stop()
            assert self.failure is None, self.failure
        finally:
            self._cluster.remove()

    def get(self, path, **arguments):
        return self.http_session.get(self.authority + path, **arguments)

    def token(self, form, tenant="organizations", **arguments):
        return self.http_session.post(f"{self.authority}/{tenant}/oauth2/v2.0/token", data=form, **arguments)

    def me(self, token, path="/v1.0/me", **arguments):
        return self.http_session.get(self.graph + path, headers={"Authorization": f"Bearer {token}"}, **arguments)

    def exchanges(self, **filters):
        return self.http_session.get(f"{self.control}/exchanges", params={"limit": 100_000, **filters}).json()["exchanges"]

    def journal_text(self, **filters):
        return self.http_session.get(f"{self.control}/exchanges", params={"limit": 100_000, **filters}).text

    def post_control(self, name, body):
        answer = self.http_session.post(f"{self.control}/{name}", json=body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer
