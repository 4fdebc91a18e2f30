"""Holds a history against what a cluster promises. A violation is one sentence with the operations that prove it.

Only what is certain counts: an operation whose outcome nobody knows may have taken effect at any moment after it began, or never.
"""

from collections import defaultdict
from dataclasses import dataclass

#: What the token endpoint says of a handle that it does not know.
UNKNOWN = (70000, 9002313, 70001, 70043)
USED, REVOKED, AGED = 54005, 50173, 700082


@dataclass(frozen=True)
class Violation:
    kind: str
    text: str

    def __str__(self):
        return f"{self.kind}: {self.text}"


def check(history):
    """All violations, by the checks below."""
    by_world = defaultdict(list)
    for operation in history.operations:
        by_world[operation.world].append(operation)
    found = []
    for world, operations in sorted(by_world.items()):
        for one in (codes, grants, rules, clocks, journals, lives):
            found += [Violation(kind, f"{world}: {text}") for kind, text in one(operations)]
        found += [Violation(kind, f"{world}: {text}") for kind, text in kept_exchanges(operations, history.troubles)]
    return found


def show(operation):
    end = "…" if operation.outcome == "info" else f"{operation.ended:.3f}"
    return f"#{operation.number} {operation.name} ({operation.began:.3f} to {end}, {operation.door}, {operation.outcome} {operation.result.get('code', '')})"


# MARK: Codes


def codes(operations):
    """A code is redeemed once at most, one that was told is known, and only who sends one again hears that it was used."""
    made = {o.result["handle"]: o for o in operations if o.name == "sign-in" and o.is_ok}
    tries = defaultdict(list)
    for operation in operations:
        if operation.name == "redeem":
            tries[operation.value["handle"]].append(operation)
    for handle, all_tries in tries.items():
        redeemed = [o for o in all_tries if o.is_ok]
        if len(redeemed) > 1:
            yield "redeemed twice", " and ".join(show(o) for o in redeemed)
        for operation in all_tries:
            if operation.outcome != "fail":
                continue
            code = operation.result["code"]
            if code in UNKNOWN and handle in made:
                yield "lost", f"a code of {show(made[handle])} is unknown to {show(operation)}"
            elif code == USED and not any(o is not operation and o.began < operation.ended for o in all_tries):
                yield "sent twice", f"a code that nobody else has tried is used for {show(operation)}"


# MARK: Refresh tokens


def grants(operations):
    """A refresh token that was told works until its user's are revoked or aged, and never afterwards."""
    issued = {}  # refresh token → the operation that told it
    roots = {}  # refresh token → the sign-in that it comes from
    signed = {o.result["handle"]: o for o in operations if o.name == "sign-in" and o.is_ok}
    for operation in sorted((o for o in operations if o.is_ok and o.name in ("redeem", "refresh")), key=lambda o: o.ended):
        token = operation.result.get("token")
        if token:
            issued[token] = operation
            origin = operation.value["handle"]
            roots[token] = signed.get(origin) or roots.get(origin)
    ends = defaultdict(list)
    for operation in operations:
        if operation.name in ("revoke", "age") and operation.outcome != "fail":
            ends[operation.value["user"]].append(operation)
    for operation in operations:
        if operation.name not in ("refresh", "redeem") or operation.outcome == "info":
            continue
        token, user = operation.value["handle"], operation.value["user"]
        root = signed.get(token) if operation.name == "redeem" else roots.get(token)
        told = root if operation.name == "redeem" else issued.get(token)
        if told is None or root is None:
            continue
        if operation.outcome == "fail":
            code = operation.result["code"]
            # Only what may have taken effect between the sign-in and this answer can have ended it.
            possible = [e for e in ends[user] if e.began < operation.ended and e.until > (root if e.name == "revoke" else told).began]
            aged = any(e.name == "age" for e in possible)
            # What is far too old is thrown away.
            if operation.name == "refresh" and code in UNKNOWN and not aged:
                yield "lost", f"the token of {show(told)} is unknown to {show(operation)}"
            elif code == REVOKED and not any(e.name == "revoke" for e in possible) and not aged_behind(told, ends[user]):
                yield "lost", f"{show(told)} was refused by {show(operation)}, and nobody revoked it"
            elif code == AGED and not aged:
                yield "lost", f"{show(told)} was refused as too old by {show(operation)}, and nobody aged it"
            continue
        for end in ends[user]:
            if not end.is_ok or not end.before(operation):
                continue
            # Revoking ends what comes from a sign-in before it; ageing, the tokens that were there.
            before = root if end.name == "revoke" else told
            if end.name == "age" and operation.name == "redeem":
                continue
            if before.before(end):
                yield "lives again", f"{show(before)}, then {show(end)}, then {show(operation)}"


def aged_behind(told, ends):
    """Whether the sign-in of a token that was told while it was aged is older now than a revocation that was before it.

    Ageing puts sign-ins and tokens back. A token that is issued from an aged sign-in just behind the ageing is young itself, so nobody calls it
    too old (AADSTS700082); but its sign-in stands before the revocation now, which ends all sign-ins before it (AADSTS50173). The service has no
    ageing; what is said is what it says of such dates. Of a token that was told before the ageing began, only AADSTS700082 is admitted.
    """
    meanwhile = [e for e in ends if e.name == "age" and e.began < told.ended and e.until > told.began]
    return any(e.name == "revoke" and e.began < age.until for age in meanwhile for e in ends)


# MARK: Rules


def rules(operations):
    """A rule that was added is in every list from then on, and one that was seen too."""
    added = {o.value["rule"]: o for o in operations if o.name == "rule"}
    reads = [o for o in operations if o.name == "rules" and o.is_ok]
    for rule, addition in added.items():
        since = [addition] if addition.is_ok else []
        since += [read for read in reads if rule in read.result["rules"]]
        if not since:
            continue
        first = min(since, key=lambda o: o.ended)
        for read in reads:
            if first.before(read) and rule not in read.result["rules"]:
                yield "lost", f"rule {rule} of {show(first)} is not in {show(read)}"
                break


# MARK: Clocks


def clocks(operations):
    """The clock is ahead by what was added, and never goes back."""
    adds = [o for o in operations if o.name == "advance" and o.outcome != "fail"]
    reads = [o for o in operations if (o.name == "clock" or o.name == "advance") and o.is_ok]
    for read in reads:
        least = sum(o.value["by"] for o in adds if o.is_ok and (o.before(read) or o is read))
        most = sum(o.value["by"] for o in adds if o.began < read.ended)
        if not least <= read.result["offset"] <= most:
            yield "lost", f"{show(read)} says {read.result['offset']} s, and it must be {least} to {most}"
    furthest = None
    for read in sorted(reads, key=lambda o: o.ended):
        earlier = [o for o in reads if o.before(read) and o.result["offset"] > read.result["offset"]] if furthest else []
        furthest = read
        if earlier:
            yield "lost", f"the clock went back: {show(earlier[0])}, then {show(read)}"


# MARK: Journals


def journals(operations):
    """A number is one exchange's for ever; numbers grow; and they are in the order of the requests."""
    reads = sorted((o for o in operations if o.name == "journal" and o.is_ok), key=lambda o: o.ended)
    traces, numbers = {}, {}
    for read in reads:
        entries = read.result["exchanges"]
        listed = [number for number, _ in entries]
        if listed != sorted(set(listed)):
            yield "order", f"numbers do not grow in {show(read)}"
        gaps = [(a, b) for a, b in zip(listed, listed[1:]) if b != a + 1]
        if gaps and not read.result["may_lack"]:
            yield "order", f"after {gaps[0][0]} comes {gaps[0][1]} in {show(read)}, and the verdict says nothing of it"
        for number, trace in entries:
            if traces.setdefault(number, trace) != trace:
                yield "order", f"number {number} is another exchange in {show(read)}"
                traces[number] = trace
            if numbers.setdefault(trace, number) != number:
                yield "order", f"exchange {trace} has two numbers in {show(read)}"
                numbers[trace] = number
    told = sorted((o for o in operations if o.outcome in ("ok", "fail") and o.result.get("trace") in numbers), key=lambda o: o.began)
    # The greatest number of all that had ended before, in one pass over both orders.
    ended = sorted(told, key=lambda o: o.ended)
    index, greatest = 0, None
    for operation in told:
        while index < len(ended) and ended[index].ended < operation.began:
            if greatest is None or numbers[ended[index].result["trace"]] > numbers[greatest.result["trace"]]:
                greatest = ended[index]
            index += 1
        if greatest is not None and numbers[greatest.result["trace"]] > numbers[operation.result["trace"]]:
            yield "order", f"{show(greatest)} ended before {show(operation)} began, and has a higher number"


#: How long before a kill an exchange must have been read to be there after it, in seconds. docs/cluster.md says a tenth of a second; the rest
#: is what a loaded machine adds to programs without optimisation.
LATE = 1.0
#: How long a server that PostgreSQL did not answer needs to go on when it does again: an answer is waited for five seconds.
MENDED = 6.0
#: How many exchanges a full journal keeps at least when it drops its oldest.
FULL = 7_500
#: What ends a server, or stops it, without a word; and what keeps it from PostgreSQL. All else takes no exchange along.
SUDDEN = ("kill", "shift-clock", "pause", "long-pause")
CUT_OFF = ("cut-store", "stall-store", "stall-and-kill", "hold-connections", "hold-and-kill", "restart-postgresql", "fail-over")


def is_sure(read, troubles, late=LATE):
    """Whether all that this read has shown must be kept: nothing came in between that may lose the last exchanges."""
    for trouble in troubles:
        if trouble.kind in SUDDEN:
            until = trouble.began + LATE
        elif trouble.kind in CUT_OFF:
            until = trouble.ended + MENDED
        else:
            continue
        if trouble.began - late <= read.ended <= until:
            return False
    return True


def kept_exchanges(operations, troubles, late=LATE):
    """An exchange that somebody has read stays in the journal, but for what was read just before a server ended without a word."""
    reads = [o for o in operations if o.name == "journal" and o.is_ok]
    ended = sorted((read for read in reads if is_sure(read, troubles, late)), key=lambda o: o.ended)
    index, known = 0, {}  # number → the first read that shows it for sure
    for read in sorted(reads, key=lambda o: o.began):
        while index < len(ended) and ended[index].before(read):
            for number, _ in ended[index].result["exchanges"]:
                known.setdefault(number, ended[index])
            index += 1
        there = {number for number, _ in read.result["exchanges"]}
        # A full journal drops its oldest.
        oldest = min(there) if len(there) >= FULL else 0
        gone = sorted(number for number in known.keys() - there if number >= oldest)
        for number in gone:
            first = known.pop(number)
            if number == gone[0]:
                yield "lost", f"exchange {number} and {len(gone) - 1} more of {show(first)} are not in {show(read)}"


# MARK: Worlds that come and go


def lives(operations):
    """A world that was made is there until it is removed, and gone afterwards. One process has the name."""
    known, may_go, may_come = None, False, False
    for operation in sorted(operations, key=lambda o: o.began):
        if operation.name in ("make", "remove"):
            is_unknown = operation.outcome == "info"
            if operation.name == "make":
                may_come |= is_unknown
            else:
                may_go |= is_unknown
            known = operation.name == "make" if operation.is_ok else None if is_unknown else known
        elif operation.name == "is-there" and operation.outcome == "ok":
            there = operation.result["there"]
            if known is not None and known != there and not (may_come if there else may_go):
                yield ("lost" if known else "lives again"), f"the world is {'' if there else 'not '}there in {show(operation)}"
            known = there
