"""What the process holds in memory: at rest, and after many renewals whose refresh tokens all stay valid."""

import time

from . import load, mockidp
from .mockidp import MockIdP
from .operations import Scene
from .results import Row

MIB = 1024 * 1024
# The journal keeps 10,000 exchanges and drops a quarter when it is full: from here on it grows no more.
WARM_UP = 12_000


def measure(binary, home, renewals):
    """Memory at rest and after that many renewals. Past 12,000 what comes on top is the refresh tokens', and is told for each."""
    with MockIdP(binary, home) as server:
        server.browser().get(mockidp.DISCOVERY)
        time.sleep(1)
        idle = server.resident()
        scene = Scene(server)
        # Without an id_token one signature suffices, and the refresh token is the same.
        form = mockidp.renewal(scene.answer["refresh_token"], scope="User.Read")
        one = load.request(server.https, "POST", mockidp.TOKEN, form=form)
        done = _send(server, one, min(WARM_UP, renewals))
        warm = server.resident()
        more = _send(server, one, renewals - WARM_UP) if renewals > WARM_UP else 0
        full = server.resident()
        scene.close()
    rows = [
        Row("idle_memory", "resident memory, idle", idle / MIB),
        Row("refreshed_memory", f"resident memory after {done + more:,} refreshes", full / MIB),
    ]
    if more:
        rows.append(Row(
            "token_memory", "memory of a live refresh token", max(0, full - warm) / more, notes={"counted_over": more}))
    return rows


def _send(server, one, count):
    return load.run(server, server.https, [one], seconds=1800, connections=8, limit=count).requests
