"""What it costs to write users into an app: the server's own processor time, with a product in another process that answers at once."""

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .mockidp import MockIdP
from .results import Row, median

USERS, CYCLES = 10_000, 1_080
APP = '{{type: web, provisioning: {{tenantUrl: "http://127.0.0.1:{port}/scim", secretToken: t0ken, scope: all, groups: false}}}}'


def measure(binary, home, rounds, users=USERS, cycles=CYCLES):
    """A first cycle for each user, a cycle that finds all of them unchanged, and a month of a small world."""
    first, told, unchanged, month = [], [], [], []
    with tempfile.TemporaryDirectory() as place, _product() as port:
        for _ in range(rounds):
            scenario = _scenario(Path(place), port, users)
            first.append(_first(binary, home, scenario, users) / users)
            costs = _cycles(binary, home, scenario)
            told.append(costs[0] / users)
            unchanged.append(costs[1])
            month.append(_month(binary, home, _scenario(Path(place), port, 10), cycles))
    return [
        # Two requests of each user are in it, from their making to the reading of the answers, and what is kept of them.
        Row("provision_first", "provisioning, a first cycle, each user", median(first) * 1e6, cpu=median(first)),
        Row("provision_told", "provisioning, a first cycle and the report of it, each user", median(told) * 1e3, cpu=median(told)),
        Row("provision_unchanged", f"provisioning, a cycle over {users:,} unchanged users", median(unchanged), cpu=median(unchanged)),
        Row("provision_month", f"provisioning, {cycles:,} cycles of a small world", median(month), cpu=median(month)),
    ]


@contextmanager
def _product():
    """The port of a product that runs meanwhile."""
    with subprocess.Popen([sys.executable, str(Path(__file__).with_name("product.py"))], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def _scenario(place, port, users):
    lines = ["scenario: provisioned", "clock: {start: 2026-01-05T09:00:00Z, frozen: true}", "world:", "  users:"]
    lines += [f"    user-{number}: {{displayName: User {number}, department: Sales}}" for number in range(users)]
    lines += ["  apps:", f"    product: {APP.format(port=port)}"]
    file = place / f"provisioned-{users}.yaml"
    file.write_text("\n".join(lines) + "\n")
    return str(file)


def _first(binary, home, scenario, users):
    """Seconds of the first cycle, which begins with the first movement of the clock: that call's answer says nothing of it."""
    with MockIdP(binary, home, scenario=scenario, patience=180) as server, server.browser() as browser:
        # What a server works out once, such as the routes of the control API, is not a user's.
        server.steer(browser, "GET", "/apps/product/provisioning")
        before = server.cpu()
        server.steer(browser, "POST", "/clock", {"advance": "1s"})
        cost = server.cpu() - before
        found = server.steer(browser, "GET", "/apps/product/provisioning")
        if found["cycles"] != 1 or found["users"] < users:
            raise SystemExit(f"bench: {found['cycles']} cycles wrote {found['users']} users")
    return cost


def _cycles(binary, home, scenario):
    """Seconds of a first cycle, and of one that looks at everybody again because somebody's password has run out."""
    costs = []
    with MockIdP(binary, home, scenario=scenario, patience=180) as server, server.browser() as browser:
        for _ in range(2):
            before = server.cpu()
            report = server.steer(browser, "POST", "/apps/product/provisioning/run", {})
            costs.append(server.cpu() - before)
            if report["state"] != "Succeeded":
                raise SystemExit(f"bench: a cycle ended with {report['state']}")
            server.steer(browser, "PATCH", "/users/user-1", {"passwordExpired": True})
    return costs


def _month(binary, home, scenario, cycles):
    with MockIdP(binary, home, scenario=scenario) as server, server.browser() as browser:
        server.steer(browser, "POST", "/apps/product/provisioning/run", {})
        before = server.cpu()
        server.steer(browser, "POST", "/clock", {"advance": f"{cycles * 40}m"})
        cost = server.cpu() - before
        if (found := server.steer(browser, "GET", "/apps/product/provisioning")["cycles"]) != cycles + 1:
            raise SystemExit(f"bench: {found} cycles ran instead of {cycles + 1}")
    return cost
