"""The server as fixtures. Certificates are always verified, against the authority the server made for itself."""

import os
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from support.binary import BINARY, RUN_BEGAN  # noqa: E402
from support.browser import Browser  # noqa: E402

IS_CLUSTER = os.environ.get("MOCKIDP_SERVERS") == "cluster"
if IS_CLUSTER:
    from cluster import behind  # noqa: E402
    from cluster.behind import Behind as Server  # noqa: E402
else:
    from support.server import Server  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure():
    """No proxy, bundle or default of the machine may stand between a client and the server."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
            del os.environ[name]
    os.environ.setdefault(RUN_BEGAN, str(time.time()))


#: What takes half a minute and longer begins first, so that it does not hold up the end of a run.
LONG = ("test_control_openapi.py", "test_soak.py", "test_durability.py")


def pytest_collection_modifyitems(config, items):
    if IS_CLUSTER:
        behind.leave_out(config, items)
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


def pytest_sessionfinish(session):
    """A worker tells how often it killed a server; who started it adds that up."""
    if IS_CLUSTER and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["kills"] = behind.KILLER.kills


if IS_CLUSTER:

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(node):
        behind.KILLER.kills += getattr(node, "workeroutput", {}).get("kills", 0)

    def pytest_terminal_summary(terminalreporter):
        behind.tell(terminalreporter)


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """Where the certificate authority and the keys of all servers of a run live."""
    return tmp_path_factory.mktemp("home")


def kept_servers(home, tmp_path_factory):
    """Starts one server for each scenario and its further arguments, and stops them all in the end."""
    servers = {}

    def start(scenario, *arguments):
        key = (str(scenario), *arguments)
        if key not in servers:
            servers[key] = Server(BINARY, scenario, home, tmp_path_factory.mktemp(Path(scenario).stem), arguments=arguments)
        return servers[key]

    yield start
    failures = []
    for server in servers.values():
        try:
            server.stop()
        except AssertionError as failure:
            failures.append(str(failure))
    assert not failures, failures


@pytest.fixture(scope="session")
def shared_servers(home, tmp_path_factory):
    """One server per scenario for all the tests that leave its world as they found it."""
    yield from kept_servers(home, tmp_path_factory)


@pytest.fixture(scope="session")
def lent_servers(home, tmp_path_factory):
    """One server per scenario for all the tests that change its world and nothing else of it."""
    yield from kept_servers(home, tmp_path_factory)


@pytest.fixture
def lend(lent_servers):
    """Gives the test a server whose world is as the scenario begins: `lend("expired-refresh")`. What is not of the world is left alone."""

    def begin(scenario, *arguments):
        server = lent_servers(scenario, *arguments)
        server.post_control("reset", {})
        return server

    return begin


@pytest.fixture
def happy(shared_servers):
    """The happy path, shared: nothing is changed in it."""
    return shared_servers("happy-path")


@pytest.fixture
def serve(home, tmp_path):
    """Starts servers of a test's own: `serve("expired-refresh")`."""
    servers = []

    def start(scenario, **options):
        server = Server(BINARY, scenario, home, tmp_path / f"server-{len(servers)}", **options)
        servers.append(server)
        return server

    yield start
    for server in servers:
        if not server.stopped:
            server.stop()


@pytest.fixture
def browser(happy):
    return Browser(happy)
