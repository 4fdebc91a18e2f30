"""The pytest plugin: a server for the run, a world for each test."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any, Callable, Dict, Generator, Iterator, Union

import pytest

from .errors import MockIdPError
from .product import Product
from .scenario import is_file
from .server import Server
from .world import World

OPTIONS = ("user", "overrides", "ids", "client_ids", "name", "seed", "idle_timeout", "issuer")
"""What the mark says of the world beside its scenario."""

_WORLD: pytest.StashKey[World] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "mockidp(scenario, *, user, overrides, ids, client_ids, name, seed, idle_timeout, issuer, verify): the world of this test. The scenario's expectations must be met at the end, "
        "unless verify=False.",
    )


@pytest.fixture(scope="session")
def mockidp() -> Iterator[Server]:
    """The server of this process: each worker of xdist has one. ``MOCKIDP_URL`` names one that runs already."""
    server = _started()
    if isinstance(server, str):
        # One sentence that helps, without the way to it.
        pytest.fail(server, pytrace=False)
    with server:
        yield server


def _started() -> Union[Server, str]:
    try:
        return Server.start()
    except MockIdPError as error:
        return f"mockidp: {error}"


@pytest.fixture
def mockidp_world(request: pytest.FixtureRequest, mockidp: Server) -> Iterator[World]:
    """A world that this test alone uses. ``@pytest.mark.mockidp("expired-refresh", user="bob")`` says which."""
    marked = _arguments(request.node)
    told = {name: marked[name] for name in OPTIONS if marked[name] is not None}
    with mockidp.world(_beside(request.node, marked["scenario"]), **told) as world:
        request.node.stash[_WORLD] = world
        yield world
        del request.node.stash[_WORLD]


@pytest.fixture
def mockidp_names(mockidp_world: World) -> Iterator[World]:
    """The test's world, and Microsoft's names lead to it in the whole process."""
    with mockidp_world.names():
        yield mockidp_world


@pytest.fixture
def mockidp_product() -> Iterator[Callable[..., Product]]:
    """Starts products under test on free ports, until the end of the test: ``mockidp_product(wsgi_application)``, or the words of a command."""
    with ExitStack() as products:
        yield lambda *words, **more: products.enter_context(Product(*words, **more))


def _beside(item: pytest.Item, scenario: Any) -> Any:
    """A path of the mark begins at the test's file; one that is not there begins at the folder of the run."""
    if not is_file(scenario):
        return scenario
    file = item.path.parent / os.fspath(scenario)
    return file if file.exists() else scenario


def _arguments(item: pytest.Item) -> Dict[str, Any]:
    marker = item.get_closest_marker("mockidp")
    given: Dict[str, Any] = {"scenario": None, **dict.fromkeys(OPTIONS), "verify": marker is not None}
    if marker is None:
        return given
    named = {**({"scenario": marker.args[0]} if marker.args else {}), **marker.kwargs}
    if unknown := set(named) - set(given):
        raise pytest.UsageError(f"@pytest.mark.mockidp of {item.nodeid} does not know {', '.join(sorted(unknown))}. It knows {', '.join(given)}.")
    return {**given, **named}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Holds the test to what was expected, as a part of the test, so that it fails and does not merely end with an error."""
    result = yield
    if world := item.stash.get(_WORLD, None):
        world.verify(scenario=_arguments(item)["verify"])
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Adds the journal to the report of a test that failed."""
    report = yield
    world = item.stash.get(_WORLD, None)
    if report.when == "call" and report.failed and world is not None:
        try:
            told = world.describe()
        except Exception as error:  # the server may be the reason for the failure
            told = str(error)
        report.sections.append(("mockidp", told))
    return report
