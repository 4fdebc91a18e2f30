"""A cluster of an earlier release goes on with this program: its schema is a dump with objects that have a value of every property."""

import shutil
from pathlib import Path

from cluster.postgres import run
from cluster.views import View

STORES = Path(__file__).with_name("stores")
SCHEMA = "earlier"


class Named:
    name = "t1"


def test_the_dump_of_an_earlier_release_is_gone_on_with(found, postgres):
    cluster = found(schema=SCHEMA)
    postgres.sql(f'DROP SCHEMA "{SCHEMA}" CASCADE')
    dump = postgres.directory / "earlier.sql"
    shutil.copy(STORES / "earlier.sql", dump)
    run("psql", "-h", "127.0.0.1", "-p", postgres.port, "-U", "postgres", "-d", "postgres", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", dump)
    shutil.copy(STORES / "earlier.key", cluster.key)
    cluster.key.chmod(0o600)
    [server] = cluster.start(1, STORES / "full.yaml")

    default, made = View(server), View(server, Named)
    shown = {path: (default.ask_control("GET", path).json(), made.ask_control("GET", path).json())
             for path in ("users/zoe", "groups/rangers", "apps/orders", "tenants/contoso")}  # fmt: skip
    # What the other world was given is there, and all else is as in the one that nobody changed.
    for path, word, value in (("users/zoe", "jobTitle", "Head"), ("groups/rangers", "classification", "Open"),
                              ("apps/orders", "logoutUrl", "https://orders.test/bye"), ("apps/orders", "notes", "Changed.")):  # fmt: skip
        assert shown[path][1].pop(word) == value
        assert shown[path][0].pop(word)
    for path, (first, second) in shown.items():
        assert first.keys() == second.keys(), path
    for word in ("department", "officeLocation", "employeeOrgData", "onPremisesExtensionAttributes", "extensions", "graph"):
        assert shown["users/zoe"][0][word] == shown["users/zoe"][1][word]
    assert made.ask_control("PATCH", "users/zoe", json={"jobTitle": "Ranger"}).json()["jobTitle"] == "Ranger"
