"""Rows of the result, and what they are held against."""

import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path

THRESHOLDS = json.loads((Path(__file__).parents[1] / "thresholds.json").read_text())


@dataclass
class Row:
    """One measured thing. `value` is in the unit of the threshold of the same key."""

    key: str
    title: str
    value: float
    # Times in seconds; None where it makes no sense.
    cpu: float | None = None
    signatures: float | None = None
    rate: float | None = None
    p50: float | None = None
    p99: float | None = None
    # How many starts of a hello world it takes.
    hellos: float | None = None
    notes: dict = field(default_factory=dict)

    @property
    def threshold(self):
        return THRESHOLDS.get(self.key)

    @property
    def limit(self):
        return self.threshold["limit"] if self.threshold else None

    @property
    def is_met(self):
        if self.threshold is None:
            return None
        return self.value >= self.limit if self.threshold.get("least") else self.value <= self.limit

    def as_json(self):
        facts = {name: value for name, value in asdict(self).items() if value not in (None, {})}
        if self.threshold:
            facts |= {"unit": self.threshold["unit"], "limit": self.limit, "met": self.is_met}
        return facts


def median(values):
    return statistics.median(values)


def loaded_row(key, title, loads, signatures):
    """The row of an operation from its rounds, each with what a signature cost right beside it."""
    cpu = median([load.cpu for load in loads])
    ratio = median([load.cpu / one for load, one in zip(loads, signatures)])
    value = ratio if THRESHOLDS[key]["unit"] == "signatures" else cpu * 1e6
    return Row(
        key, title, value, cpu=cpu, signatures=ratio, rate=median([load.rate for load in loads]),
        p50=median([load.p50 for load in loads]), p99=median([load.p99 for load in loads]))  # fmt: skip
