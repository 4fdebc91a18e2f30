"""Apps as they are shipped, for login.microsoftonline.com and graph.microsoft.com: no line of them knows of a test.

Three ways lead them to the server: a proxy, the hosts file, and a network whose name server says so, as container networks do.
All of them verify certificates; what they trust comes from the variables that `mockidp env` prints.
"""

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.binary import BINARY
from support.namespace import Namespace, unavailable
from support.server import Server
from support.world import ALICE, CONTOSO

HERE = Path(__file__).parent
NAMES = ["login.microsoftonline.com", "graph.microsoft.com"]
ISSUER = f"https://login.microsoftonline.com/{CONTOSO}/v2.0"
USERINFO = "https://graph.microsoft.com/oidc/userinfo"


@dataclass
class Way:
    prefix: list
    """What goes before a command that is to be led to the server."""
    environment: dict

    def run(self, *command, without=()):
        variables = {name: value for name, value in self.environment.items() if name not in without}
        return subprocess.run(
            [*self.prefix, *command], capture_output=True, text=True, timeout=120, cwd=HERE,
            env={**variables, "PATH": os.environ["PATH"], "PYTHONPATH": f"{HERE}:{HERE.parent}"},
        )  # fmt: skip

    def app(self, name, **options):
        return self.run(sys.executable, str(HERE / "apps" / f"{name}.py"), **options)


def variables(server, home, directory, *words, prefix=()):
    """What `mockidp env` prints for this server."""
    run = subprocess.run(
        [*prefix, str(BINARY), "env", "--format", "github", "--ready-file", str(server.ready_file), "--directory", str(directory), *words],
        capture_output=True, text=True, env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]}, timeout=60,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return dict(line.split("=", 1) for line in run.stdout.splitlines())


@pytest.fixture(scope="module")
def proxy(shared_servers, home, tmp_path_factory):
    server = shared_servers("happy-path")
    yield Way([], variables(server, home, tmp_path_factory.mktemp("proxy"), "--proxy"))


def on_port_443(prefix, home, directory):
    return Server(BINARY, "happy-path", home, directory, ports=(443, 80), prefix=prefix)


@pytest.fixture(scope="module")
def hosts(home, tmp_path_factory):
    """`mockidp hosts --apply`, on a hosts file of its own."""
    directory = tmp_path_factory.mktemp("hosts")
    file = directory / "hosts"
    file.write_text("127.0.0.1 localhost\n")
    namespace = Namespace({"/etc/hosts": file})
    apply = subprocess.run([*namespace.prefix, str(BINARY), "hosts", "--apply"], capture_output=True, text=True)
    assert apply.returncode == 0, apply.stderr
    server = on_port_443(namespace.prefix, home, directory / "server")
    yield Way(namespace.prefix, variables(server, home, directory, prefix=namespace.prefix))
    server.stop()
    remove = subprocess.run([*namespace.prefix, str(BINARY), "hosts", "--remove"], capture_output=True, text=True)
    assert remove.returncode == 0, remove.stderr
    assert file.read_text() == "127.0.0.1 localhost\n"
    namespace.close()


@pytest.fixture(scope="module")
def alias(home, tmp_path_factory):
    """A network whose name server knows Microsoft's names as aliases of the server, and nothing else."""
    directory = tmp_path_factory.mktemp("alias")
    (directory / "hosts").write_text("127.0.0.1 localhost\n")
    (directory / "resolv.conf").write_text("nameserver 127.0.0.1\n")
    namespace = Namespace({"/etc/hosts": directory / "hosts", "/etc/resolv.conf": directory / "resolv.conf"})
    name_server = subprocess.Popen(
        [*namespace.prefix, sys.executable, str(HERE / "ways/name_server.py"), *NAMES], stdout=subprocess.PIPE, text=True
    )
    assert name_server.stdout.readline() == "ready\n"
    server = on_port_443(namespace.prefix, home, directory / "server")
    yield Way(namespace.prefix, variables(server, home, directory, prefix=namespace.prefix))
    server.stop()
    name_server.terminate()
    name_server.communicate()
    namespace.close()


@pytest.fixture(params=["proxy", "hosts", "alias"])
def way(request):
    if request.param != "proxy" and (reason := unavailable()):
        pytest.skip(reason)
    return request.getfixturevalue(request.param)


def present(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package around it
        return False


def needs(*modules):
    missing = [module for module in modules if not present(module)]
    return pytest.mark.skipif(bool(missing), reason=f"this environment has no {', '.join(missing)}")


def result(run):
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_msal_with_the_default_authority(way):
    assert result(way.app("msal_public")) == {
        "authority": "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
        "issuer": ISSUER,
        "environment": "login.microsoftonline.com",
        "renewed": True,
        "me": ALICE.name,
    }


@needs("azure.identity")
def test_azure_identity_with_defaults(way):
    assert ALICE.name in result(way.app("azure_identity_default"))["users"]


@needs("msgraph")
def test_the_graph_sdk_with_its_default_endpoint(way):
    assert ALICE.name in result(way.app("graph_sdk"))["users"]


@needs("requests_oauthlib")
def test_requests_oauthlib_by_discovery(way):
    assert result(way.app("oauthlib_session")) == {
        "issuer": ISSUER, "userinfo": USERINFO, "me": ALICE.name, "name": ALICE.display_name, "renewed": True
    }  # fmt: skip


@needs("authlib", "flask")
def test_authlib_by_discovery(way):
    assert result(way.app("authlib_flask")) == {"issuer": ISSUER, "me": ALICE.name, "nonce": True}


def test_without_the_variables_the_app_trusts_nobody(way):
    run = way.app("msal_public", without=("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"))
    assert run.returncode != 0
    assert "CERTIFICATE_VERIFY_FAILED" in run.stderr


def test_no_other_host_is_reached(way):
    run = way.run(sys.executable, "-c", "import requests; requests.get('https://example.com/', timeout=20)")
    assert run.returncode != 0
    assert "ProxyError" in run.stderr or "socket.gaierror" in run.stderr, run.stderr
