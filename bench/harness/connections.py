"""Whether many connections cost throughput, and what they do to the slowest answers."""

from . import load
from .operations import OPERATIONS
from .results import Row, median

COUNTS = [64, 1000, 8000]


def measure(scene, rounds, seconds):
    """Discovery documents over plain HTTP: the cheaper the answer, the more the connections themselves show."""
    operation = next(one for one in OPERATIONS if one.key == "discovery")
    requests, origin = scene.requests(operation, 0), scene.origin(operation)
    loads = {count: [] for count in COUNTS}
    for _ in range(rounds):
        for count in COUNTS:
            loads[count].append(load.run(scene.server, origin, requests, seconds, connections=count))
    rows = []
    for count in COUNTS:
        slower = median([(1 - one.rate / few.rate) * 100 for one, few in zip(loads[count], loads[COUNTS[0]])])
        rows.append(Row(
            f"connections_{count}", f"{count:,} connections", slower, cpu=median([one.cpu for one in loads[count]]),
            rate=median([one.rate for one in loads[count]]), p50=median([one.p50 for one in loads[count]]),
            p99=median([one.p99 for one in loads[count]])))  # fmt: skip
    return rows
