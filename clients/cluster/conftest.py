"""Clusters as fixtures: one PostgreSQL for all tests of a worker, a schema of its own for each test."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from cluster.postgres import PostgreSQL
from cluster.replicas import Cluster
from support.worlds import names_under_localhost

INSTALL = Path(__file__).resolve().parents[2] / "scripts" / "install-packages"


def pytest_sessionstart():
    subprocess.run([str(INSTALL), "postgresql", "haproxy"], check=True, stdout=sys.stderr)


@pytest.fixture(autouse=True)
def names():
    with names_under_localhost():
        yield


@pytest.fixture(scope="session")
def postgres():
    server = PostgreSQL()
    yield server
    server.remove()


_numbers = itertools.count()


@pytest.fixture
def found(postgres, tmp_path):
    """Makes clusters of a test's own: `found()`."""
    clusters = []

    def make(databases=None, **options):
        number = next(_numbers)
        options.setdefault("schema", f"cluster_{number}")
        cluster = Cluster(tmp_path / f"cluster-{number}", databases or [postgres], **options)
        clusters.append(cluster)
        return cluster

    yield make
    for cluster in clusters:
        cluster.remove()


@pytest.fixture
def three(found):
    """Three servers of a cluster."""
    cluster = found()
    cluster.start(3)
    return cluster
