"""The checker finds each fault it is for: in histories that are written here, and in those of servers that have it."""

import os

import pytest

from cluster.checker import check
from cluster.history import FOREVER, History, Operation, Trouble
from cluster.jepsen import Run
from cluster.workload import MIX, PATIENCE
from support.binary import BINARY


def history(*rows, world="w"):
    """Rows of process, name, value, begin, end, outcome, result."""
    made = History()
    for number, (process, name, value, began, ended, outcome, result) in enumerate(rows):
        made.operations.append(Operation(number, process, world, name, value, began, ended, outcome, result))
    return made


def sign_in(at, handle="c1", user="alice"):
    return (0, "sign-in", {"user": user}, at, at + 1, "ok", {"handle": handle})


def redeem(at, outcome="ok", token="t1", code=0, handle="c1", user="alice", process=1):
    return (process, "redeem", {"user": user, "handle": handle}, at, at + 1, outcome, {"token": token} if outcome == "ok" else {"code": code})


def refresh(at, outcome="ok", token="t2", code=0, handle="t1", user="alice"):
    return (2, "refresh", {"user": user, "handle": handle}, at, at + 1, outcome, {"token": token} if outcome == "ok" else {"code": code})


def revoke(at, outcome="ok", end=None):
    return (3, "revoke", {"user": "alice"}, at, FOREVER if outcome == "info" else end or at + 1, outcome, {})


def age(at, end=None):
    return (4, "age", {"user": "alice"}, at, end or at + 1, "ok", {})


def rule(at, outcome="ok"):
    return (0, "rule", {"rule": "r"}, at, FOREVER if outcome == "info" else at + 1, outcome, {})


def rules(at, *names):
    return (1, "rules", {}, at, at + 1, "ok", {"rules": list(names)})


def advance(at, offset, outcome="ok"):
    return (0, "advance", {"by": 1}, at, FOREVER if outcome == "info" else at + 1, outcome, {"offset": offset} if outcome == "ok" else {})


def clock(at, offset):
    return (1, "clock", {}, at, at + 1, "ok", {"offset": offset})


def journal(at, *numbers, may_lack=False):
    return (1, "journal", {}, at, at + 1, "ok", {"exchanges": list(numbers), "may_lack": may_lack})


def traced(at, trace, end=None):
    return (2, "clock", {}, at, end or at + 1, "ok", {"offset": 0, "trace": trace})


def own(at, name, outcome="ok", there=None):
    return (0, name, {}, at, FOREVER if outcome == "info" else at + 1, outcome, {} if there is None else {"there": there})


@pytest.mark.parametrize("rows", [
    (sign_in(0), redeem(2), redeem(4, "fail", code=54005), refresh(6), refresh(8, token="t3")),
    # Nobody knows of the first try; the second one is refused.
    (sign_in(0), redeem(2, "info"), redeem(4, "fail", code=54005)),
    (sign_in(0), redeem(2), revoke(4), refresh(6, "fail", code=50173)),
    # At the same time: either may be first.
    (sign_in(0), redeem(2), revoke(4, end=7), refresh(5)),
    (sign_in(0), redeem(2), revoke(4, end=7), refresh(5, "fail", code=50173)),
    # Nobody knows of the revocation: it may come at any time.
    (sign_in(0), redeem(2), revoke(4, "info"), refresh(6), refresh(9, "fail", code=50173)),
    (sign_in(0), redeem(2), revoke(4), sign_in(6, "c2"), redeem(8, token="t9", handle="c2"), refresh(10, handle="t9")),
    # Ageing puts a sign-in behind a revocation that was before it, also for a token that is told in that moment.
    (revoke(-5), sign_in(0), redeem(2), age(4, end=6), refresh(4.5), refresh(8, "fail", handle="t2", code=50173)),
    (rule(0, "info"), rules(2), rules(4, "r"), rules(6, "r")),
    (advance(0, 1), advance(2, 0, "info"), clock(4, 1), clock(6, 2), clock(8, 2)),
    (journal(0, (1, "a"), (2, "b")), journal(2, (1, "a"), (2, "b"), (3, "c"))),
    (journal(0, (1, "a"), (1002, "b"), may_lack=True), traced(0, "a"), traced(2, "b")),
    (own(0, "make"), own(2, "is-there", there=True), own(4, "remove"), own(6, "is-there", there=False)),
    (own(0, "make"), own(2, "remove", "info"), own(6, "is-there", there=True), own(8, "is-there", there=True)),
])  # fmt: skip
def test_what_is_as_promised(rows):
    assert check(history(*rows)) == []


@pytest.mark.parametrize("kind, rows", [
    ("redeemed twice", (sign_in(0), redeem(2), redeem(4, token="t5"))),
    ("redeemed twice", (sign_in(0), redeem(2), redeem(2.5, token="t5", process=5))),
    ("sent twice", (sign_in(0), redeem(2, "fail", code=54005))),
    ("sent twice", (sign_in(0), redeem(2, "fail", code=54005), redeem(4, "fail", code=54005))),
    ("lost", (sign_in(0), redeem(2, "fail", code=70000))),
    ("lost", (sign_in(0), redeem(2), refresh(4, "fail", code=70000))),
    ("lost", (sign_in(0), redeem(2), refresh(4), refresh(6, "fail", handle="t2", code=70000))),
    ("lost", (sign_in(0), redeem(2), refresh(4, "fail", code=50173))),
    ("lost", (revoke(-5), sign_in(0), redeem(2), refresh(4, "fail", code=50173))),
    ("lost", (sign_in(0), redeem(2), refresh(4, "fail", code=700082))),
    ("lost", (revoke(-5), sign_in(0), redeem(2), age(4), refresh(6, "fail", code=50173))),
    ("lost", (sign_in(0), redeem(2), age(4, end=6), refresh(4.5), refresh(8, "fail", handle="t2", code=50173))),
    ("lives again", (sign_in(0), redeem(2), revoke(4), refresh(6))),
    ("lives again", (sign_in(0), redeem(2), refresh(4), revoke(6), refresh(8, handle="t2"))),
    ("lives again", (sign_in(0), revoke(2), redeem(4))),
    ("lost", (rule(0), rules(2))),
    ("lost", (rule(0, "info"), rules(2, "r"), rules(4))),
    ("lost", (advance(0, 1), clock(2, 0))),
    ("lost", (advance(0, 1), clock(2, 2))),
    ("lost", (advance(0, 0, "info"), clock(2, 1), clock(4, 0))),
    ("order", (journal(0, (2, "a"), (1, "b")),)),
    ("order", (journal(0, (1, "a"), (3, "b")),)),
    ("order", (journal(0, (1, "a")), journal(2, (1, "b")))),
    ("order", (journal(0, (1, "a"), (2, "b")), journal(2, (1, "b"), (2, "a")))),
    ("order", (traced(0, "b"), traced(2, "a"), journal(4, (1, "a"), (2, "b")))),
    ("lost", (own(0, "make"), own(2, "is-there", there=False))),
    ("lives again", (own(0, "make"), own(2, "remove"), own(4, "is-there", there=True))),
])  # fmt: skip
def test_what_is_not(kind, rows):
    found = check(history(*rows))
    assert found and {violation.kind for violation in found} == {kind}, found


@pytest.mark.parametrize("kind, began, ended, read, is_lost", [
    ("kill", 5, 6, 4.9, False),
    ("kill", 5, 6, 3, True),
    ("kill", 5, 9, 8, True),
    ("long-pause", 5, 9, 4.9, False),
    ("long-pause", 5, 9, 3, True),
    ("stall-store", 5, 9, 4.9, False),
    ("stall-store", 5, 9, 12, False),
    ("stall-store", 5, 9, 3, True),
    ("stall-store", 5, 9, 16, True),
    # A server that is told to end keeps all.
    ("end", 5, 6, 4.9, True),
    ("cut-relay", 5, 6, 5.5, True),
])  # fmt: skip
def test_an_exchange_that_was_read_may_be_gone_behind_sudden_troubles_alone(kind, began, ended, read, is_lost):
    made = history(journal(read - 1, (1, "a"), (2, "b")), journal(20, (1, "a"), (1003, "c"), may_lack=True))
    made.troubles.append(Trouble(kind, "replica-0", began, ended))
    assert [violation.kind for violation in check(made)] == ["lost"] * is_lost


def test_a_full_journal_drops_its_oldest():
    first, last = [(n, f"t{n}") for n in range(1, 10_001)], [(n, f"t{n}") for n in range(2_501, 10_002)]
    assert check(history(journal(0, *first), journal(2, *last))) == []
    assert [v.kind for v in check(history(journal(0, *first), journal(2, *last[1:50], *last[51:])))] == ["order", "lost"]


ANY = {"lost", "lives again", "redeemed twice", "order"}
#: A fault, what goes wrong in the run, what clients do and how many seconds they wait, and what the checker must say. A batch that comes
#: late harms what was written again meanwhile, as a clock is that everybody advances, while nobody waits for the server that is held.
FAULTS = [
    ("fence", ("hold-and-kill",), {"advance": 20, "clock": 2, "rule": 1}, 0.5, {"lost"}),
    ("lease", ("long-pause",), MIX, PATIENCE, ANY),
    ("wait", ("stall-and-kill",), MIX, PATIENCE, ANY),
    ("single-use", ("kill",), MIX, PATIENCE, {"redeemed twice"}),
]


@pytest.mark.skipif("release" in BINARY.parts or "static" in BINARY.parts, reason="only debug builds have the faults")
@pytest.mark.parametrize("fault, kinds, mix, patience, found", FAULTS, ids=[row[0] for row in FAULTS])
def test_servers_with_a_fault_are_found_out(postgres, tmp_path, fault, kinds, mix, patience, found):
    """The same runs without the fault find nothing, so it is the fault that is found."""
    seconds = float(os.environ.get("FAULT_SECONDS", 12))
    options = {"clients": 6, "worlds": 6, "kinds": kinds, "databases": [postgres], "mix": mix, "patience": patience}
    for seed in range(1, 6):
        run = Run(tmp_path / f"faulty-{seed}", seconds, seed, fault=fault, **options)
        run.directory.mkdir()
        if found & {violation.kind for violation in run.run()}:
            break
    else:
        raise AssertionError(f"nothing was found:\n{run.report()}")
    sound = Run(tmp_path / "sound", seconds, seed, **options)
    sound.directory.mkdir()
    assert sound.run() == [], sound.report()
