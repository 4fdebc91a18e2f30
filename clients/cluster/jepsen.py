#!/usr/bin/env python3
"""Checks a cluster in the manner of Jepsen: clients, a nemesis, a history, and a checker of it.

    clients/cluster/jepsen.py [--seconds 60] [--seed N] [--clients 8] [--worlds 12] [--fault fence|lease|wait|single-use|hold] [--only KIND …]

The seed chooses what clients ask and what goes wrong when; what threads do at such a moment nobody chooses. A history with a violation is
left beside the logs, and its line for clients/cluster/seeds is printed.
"""

import argparse
import random
import secrets
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cluster import nemesis as nemesis_module  # noqa: E402
from cluster.checker import check  # noqa: E402
from cluster.history import History  # noqa: E402
from cluster.nemesis import Nemesis  # noqa: E402
from cluster.postgres import PostgreSQL, with_standby  # noqa: E402
from cluster.replicas import Cluster  # noqa: E402
from cluster.workload import MIX, PATIENCE, SCENARIO, USERS, Client, Told  # noqa: E402


class Run:
    """One run. `violations` is empty when all is as promised."""

    def __init__(self, directory, seconds=60, seed=1, clients=8, worlds=12, fault=None, kinds=nemesis_module.ALL, databases=None,
                 mix=MIX, patience=PATIENCE):
        self.directory, self.seconds, self.seed = Path(directory), seconds, seed
        self.client_count, self.world_count, self.fault, self.kinds = clients, worlds, fault, tuple(kinds)
        self.given, self.mix, self.patience = databases, mix, patience
        self.history = History()
        self.violations = []

    def run(self):
        if self.given is not None:
            databases = self.given
        else:
            databases = list(with_standby()) if "fail-over" in self.kinds else [PostgreSQL()]
        cluster = None
        try:
            cluster = Cluster(self.directory / "cluster", databases, schema=f"seed_{self.seed}_{secrets.token_hex(4)}")
            self._play(cluster, databases)
        finally:
            if cluster:
                cluster.remove()
            if self.given is None:
                for database in databases:
                    database.remove()
        self.violations = check(self.history)
        return self.violations

    def _play(self, cluster, databases):
        scenario = self.directory / "checked.yaml"
        scenario.write_text(SCENARIO)
        environment = {"MOCKIDP_CLUSTER_FAULT": self.fault} if self.fault else {}
        replicas = cluster.start(3, scenario, environment=environment)
        told, worlds = Told(), [f"w{number}" for number in range(self.world_count)]
        for number, world in enumerate(worlds):
            replica = replicas[number % 3]
            made = replica.http_session.put(f"{replica.control}/worlds/{world}", json={})
            assert made.status_code == 201, made.text
            told.users[world] = {u["alias"]: u["userPrincipalName"] for u in made.json()["users"] if u["alias"] in USERS}
        chance = random.Random(self.seed)
        stop, failures = threading.Event(), []

        def drive(client):
            try:
                while not stop.is_set():
                    client.step(worlds)
            except Exception as error:  # noqa: BLE001 - told by whoever waits for the thread
                failures.append(error)

        clients = [
            Client(number, chance.random(), self.history, replicas, told, self.mix, self.patience) for number in range(self.client_count)
        ]
        threads = [threading.Thread(target=drive, args=(client,), daemon=True) for client in clients]
        for thread in threads:
            thread.start()
        bad_days = Nemesis(cluster, databases, chance.random(), self.history, self.kinds)
        try:
            bad_days.run(self.history.now + self.seconds)
        finally:
            stop.set()
            for thread in threads:
                thread.join(60)
        assert not failures, failures[0]
        self._ask_everything(Client(self.client_count, chance.random(), self.history, replicas, told), clients, worlds, replicas)

    def _ask_everything(self, last, clients, worlds, replicas):
        """When all is mended: whatever somebody was told is asked for once more."""
        deadline = time.monotonic() + 30
        for world in worlds:
            for replica in replicas:
                while not (asked := last.clock(world, replica=replica)).is_ok:
                    assert time.monotonic() < deadline, f"{replica.name} does not answer for {world} when all is mended: {asked}"
                    time.sleep(0.1)
        for world in worlds:
            codes, tokens = last.told.everything(world)
            for user, code in codes[-25:]:
                last.redeem(world, user, code)
            for user, token in tokens[-50:]:
                last.refresh(world, user, token)
            for replica in replicas:
                last.rules(world, replica=replica)
                last.clock(world, replica=replica)
                last.journal(world, replica=replica)
        for client in clients:
            if client.own_world:
                for replica in replicas:
                    last.is_there(client.own_world, replica=replica)

    def report(self):
        done = sum(operation.is_ok for operation in self.history.operations)
        lines = [f"seed {self.seed}: {len(self.history.operations)} operations, {done} ok, {len(self.history.events)} things went wrong"]
        lines += [f"  {name}: " + ", ".join(f"{n} {o}" for o, n in counts.items()) for name, counts in sorted(self.history.counts().items())]
        lines += [f"  VIOLATION {violation}" for violation in self.violations[:20]]
        return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--worlds", type=int, default=12)
    parser.add_argument("--fault", choices=("fence", "lease", "wait", "single-use", "hold"))
    parser.add_argument("--only", nargs="*", default=nemesis_module.ALL, choices=nemesis_module.KINDS, metavar="KIND")
    parser.add_argument("--keep", type=Path, help="where the history and the logs are left")
    options = parser.parse_args()
    directory = options.keep or Path(tempfile.mkdtemp(prefix="mockidp-jepsen-"))
    directory.mkdir(parents=True, exist_ok=True)
    run = Run(directory, options.seconds, options.seed, options.clients, options.worlds, options.fault, options.only)
    try:
        run.run()
    finally:
        run.history.save(directory / "history.jsonl")
    print(run.report())
    if run.violations:
        kinds = "" if tuple(options.only) == nemesis_module.ALL else " " + " ".join(options.only)
        print(f"history: {directory}/history.jsonl; the line for clients/cluster/seeds:\n{options.seed} {options.seconds:g}{kinds}")
    return 1 if run.violations else 0


if __name__ == "__main__":
    sys.exit(main())
