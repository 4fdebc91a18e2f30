"""What clients did and what they were told, as Knossos has it: each operation is invoked, and then is ok, has failed, or nobody knows."""

import itertools
import json
import threading
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field

FOREVER = float("inf")


@dataclass
class Operation:
    """`began` and `ended` are seconds since the history began. One that nobody knows the outcome of (`info`) may take effect at any time after
    it began."""

    number: int
    process: int
    world: str
    name: str
    value: dict
    began: float
    ended: float = FOREVER
    outcome: str = "info"
    result: dict = field(default_factory=dict)
    door: str = ""

    @property
    def is_ok(self):
        return self.outcome == "ok"

    @property
    def until(self):
        """Until when it may take effect."""
        return FOREVER if self.outcome == "info" else self.ended

    def before(self, other):
        """Whether it was surely over when `other` began."""
        return self.outcome != "info" and self.ended < other.began


@dataclass
class Trouble:
    """What the nemesis did to a server or to PostgreSQL, from when to when, in seconds since the history began."""

    kind: str
    door: str
    began: float
    ended: float = FOREVER


class History:
    def __init__(self):
        self.operations, self.events, self.troubles = [], [], []
        self._numbers, self._lock, self._began = itertools.count(), threading.Lock(), time.monotonic()

    @property
    def now(self):
        return time.monotonic() - self._began

    def invoke(self, process, world, name, value, door=""):
        operation = Operation(next(self._numbers), process, world, name, value, self.now, door=door)
        with self._lock:
            self.operations.append(operation)
        return operation

    def complete(self, operation, outcome, result):
        operation.result = result
        # The moment before the outcome: nobody reads a whole operation without its end.
        operation.ended = self.now
        operation.outcome = outcome

    def note(self, text):
        """What the nemesis did."""
        self.events.append((round(self.now, 3), text))

    @contextmanager
    def trouble(self, kind, door):
        """Lasts as long as the body."""
        trouble = Trouble(kind, door, self.now)
        self.troubles.append(trouble)
        yield
        trouble.ended = self.now

    def save(self, path):
        with open(path, "w") as out:
            for at, text in self.events:
                out.write(json.dumps({"event": text, "at": at}) + "\n")
            for one in [*self.troubles, *self.operations]:
                line = {name: None if value == FOREVER else value for name, value in asdict(one).items()}
                out.write(json.dumps(line) + "\n")

    def counts(self):
        found = {}
        for operation in self.operations:
            found.setdefault(operation.name, {"ok": 0, "fail": 0, "info": 0})[operation.outcome] += 1
        return found
