"""Plays the scenarios of the library and compares what clients see with docs/library.md."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from play import table  # noqa: E402
from play.machine import ArcMachine  # noqa: E402
from play.run import Run  # noqa: E402


@pytest.fixture
def run(request, serve, tmp_path):
    scenario, client = request.param
    if not issubclass(client, ArcMachine):
        return Run(scenario, client, serve(scenario))
    server = serve(scenario, arguments=["--arc-tokens", str(tmp_path / "arc")])
    server.arc_tokens = str(tmp_path / "arc")
    return Run(scenario, client, server)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """After a test that passed: did what the scenario expects come true, and is the row of the page right?"""
    result = yield
    run = pyfuncitem.funcargs.get("run")
    if isinstance(run, Run):
        run.verify()
        table.check(run)
    return result


def pytest_sessionfinish():
    if table.RECORDING and table.rows:
        table.write()
