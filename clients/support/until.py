"""Waits for what another process does, which tells nobody when it is ready."""

import time


def until(condition, within=20):
    """What the condition gives, once it gives something."""
    deadline = time.monotonic() + within
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.05)
    return found


def all_keys(server):
    """The keys of the document of all accounts, once it has all four of the server's own: on a fresh home a server adds them as it makes them.

    The partner cloud's key is there from the beginning.
    """

    def listed():
        keys = server.get("/common/discovery/v2.0/keys").json()["keys"]
        assert len(keys) <= 5
        return len(keys) == 5 and keys

    return until(listed)
