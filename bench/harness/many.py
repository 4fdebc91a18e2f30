"""Whether an answer costs more when there are many users, apps or worlds."""

import tempfile
from pathlib import Path

from . import load
from .mockidp import MockIdP
from .operations import OPERATIONS, Scene
from .results import Row, median

USERS, APPS, WORLDS = 100_000, 1_000, 10_000
# A scenario file may hold 100,000 values; a user takes four.
USERS_IN_A_FILE = 20_000
KEYS = ["client_credentials", "refresh", "authorize", "discovery", "me"]


def measure(binary, home, rounds, seconds, users=USERS, apps=APPS, worlds=WORLDS):
    """The dearest of the operations tells: each row is the largest of their ratios to a server with the seeds alone."""
    with tempfile.TemporaryDirectory() as place, MockIdP(binary, home) as plain:
        base = Scene(plain)
        rows = [
            _compare(base, binary, home, "many_users", f"{users:,} users", rounds, seconds, users_scenario(Path(place), users)),
            _compare(base, binary, home, "many_apps", f"{apps:,} apps", rounds, seconds, apps_scenario(Path(place), apps)),
        ]
        with MockIdP(binary, home) as server:
            tenant, user = make_worlds(server, worlds)
            rows.append(_row("many_worlds", f"{worlds:,} worlds", base, Scene(server, tenant, user), rounds, seconds))
        base.close()
    return rows


def _compare(base, binary, home, key, title, rounds, seconds, scenario):
    # Users by the hundred thousand take a while to read.
    with MockIdP(binary, home, scenario=scenario, patience=180) as server:
        return _row(key, title, base, Scene(server), rounds, seconds)


def _row(key, title, base, other, rounds, seconds):
    ratios = {}
    for operation in (one for one in OPERATIONS if one.key in KEYS):
        pairs = [(scene, scene.requests(operation, 0)) for scene in (base, other)]
        found = []
        for _ in range(rounds):
            costs = [
                load.run(scene.server, scene.origin(operation), requests, seconds).cpu for scene, requests in pairs
            ]
            found.append(costs[1] / costs[0])
        ratios[operation.key] = round(median(found), 2)
    other.close()
    return Row(key, title, max(ratios.values()), notes=ratios)


def users_scenario(place, count):
    """Scenarios that extend one another, each with its share of the users; returns the last."""
    base = "happy-path"
    for first in range(0, count, USERS_IN_A_FILE):
        names = range(first, min(count, first + USERS_IN_A_FILE))
        lines = [f"scenario: users-{first}", f"extends: {base}", "world:", "  users:"]
        lines += [f"    user-{number}: {{displayName: User {number}}}" for number in names]
        file = place / f"users-{first}.yaml"
        file.write_text("\n".join(lines) + "\n")
        base = f"./{file.name}"
    return str(file)


def apps_scenario(place, count):
    lines = ["scenario: apps", "extends: happy-path", "world:", "  apps:"]
    for number in range(count):
        kind = "daemon, permissions: [User.Read.All]" if number % 2 else "web, permissions: [User.Read]"
        lines.append(f"    app-{number}: {{type: {kind}, consent: granted}}")
    file = place / "apps.yaml"
    file.write_text("\n".join(lines) + "\n")
    return str(file)


def make_worlds(server, count):
    """Makes the worlds; returns a tenant and a user of one in the middle."""
    with server.browser() as browser:
        for number in range(count):
            made = server.steer(browser, "POST", "/worlds", {"name": f"w{number}"})
            if number == count // 2:
                chosen = made
    alice = next(user for user in chosen["users"] if user["alias"] == "alice")
    return chosen["tenants"][0]["id"], alice["userPrincipalName"]
