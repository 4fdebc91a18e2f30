"""One scenario met by one client: a server, a client, and the list of what the client did and saw."""

import functools
import importlib

import pytest

DECLARED = {}
"""Every (scenario, client's name) that a test of this folder plays, in the order of the files, with the file's subject."""


class Run:
    def __init__(self, scenario, client, server):
        self.scenario, self.client_type, self.server = scenario, client, server
        self.steps = []

    @functools.cached_property
    def client(self):
        return self.client_type(self.server)

    def sees(self, doing, saw):
        """Notes what came of doing something, and hands it on."""
        self.steps.append((doing, saw))
        return saw

    def verify(self):
        """Holds what the scenario expects against what the server saw."""
        report = self.server.post_control("verify", {}).json()
        assert report["ok"], [line["text"] for line in report["expectations"] if not line["met"]]

    @property
    def outcome(self):
        return "<br>".join(f"{doing}: {saw}" for doing, saw in self.steps)


def meets(scenario, *clients):
    """The test plays this scenario once with each of these clients. Its name in the table is the client's."""

    def mark(test):
        for client in clients:
            key = (scenario, client.name)
            assert key not in DECLARED, key
            DECLARED[key] = test.__module__
        marks = [
            pytest.param((scenario, client), id=f"{scenario}-{client.name}", marks=skip_without(scenario, client)) for client in clients
        ]
        earlier = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
        if earlier:
            marks = list(earlier[0].args[1]) + marks
            test.pytestmark.remove(earlier[0])
        return pytest.mark.parametrize("run", marks, indirect=True)(test)

    return mark


def skip_without(scenario, client):
    """The environment with the oldest libraries has only some of them, and its MSAL is run where it sees something else than the newest one."""
    from play import table

    missing = [name for name in client.needs if not available(name)]
    if not missing and not table.IS_NEWEST and not table.is_older_of_interest(scenario, client.name):
        missing = ["azure.identity"]
    return [pytest.mark.skip(reason=f"{missing[0]} is not installed here")] if missing else []


@functools.cache
def available(name):
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
