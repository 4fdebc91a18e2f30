"""The results as tables for people, and as JSON."""

import json
import os
import platform
import re
import subprocess
from pathlib import Path

BEGIN, END = "<!-- {} begins -->", "<!-- {} ends -->"


def machine():
    """What the numbers were measured on."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())[1]) / 1024 / 1024
    release = re.search(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text())
    return {
        "cpu": cpu[1].strip() if cpu else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory),
        "system": release[1] if release else platform.system(),
        "kernel": platform.release().split("-")[0],
        "load": round(os.getloadavg()[1], 1),
        "openssl": subprocess.run(["openssl", "version"], capture_output=True, text=True).stdout.split(" (")[0].strip(),
    }


def _table(head, rows):
    """A Markdown table; all columns but the first are aligned to the right."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    def line(row):
        cells = [cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths))]
        return "| " + " | ".join(cells) + " |"

    rule = "| " + " | ".join("-" * width if at == 0 else "-" * (width - 1) + ":" for at, width in enumerate(widths)) + " |"
    return "\n".join([line(head), rule, *map(line, rows)])


def _number(value, digits=None):
    if digits is None:
        digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def _micros(seconds):
    return "" if seconds is None else _number(seconds * 1e6) + " µs"


def _millis(seconds):
    return "" if seconds is None else _number(seconds * 1e3) + " ms"


def _verdict(row):
    return "" if row.is_met is None else "met" if row.is_met else "missed"


def _loaded(rows):
    lines = []
    for row in rows:
        unit = row.threshold["unit"]
        limit = f"{row.limit:g} sig." if unit == "signatures" else f"{row.limit} {unit}"
        lines.append((
            row.title, _micros(row.cpu), _number(row.signatures, 2), limit, _verdict(row), _number(row.rate, 0),
            _millis(row.p50), _millis(row.p99)))  # fmt: skip
    return _table(("operation", "CPU each", "in signatures", "target", "", "requests/s", "p50", "p99"), lines)


def _others(rows):
    lines = []
    for row in rows:
        extra = ""
        if row.cpu is not None:
            extra = _micros(row.cpu) if row.cpu < 0.002 else _millis(row.cpu)
        unit = row.threshold["unit"] if row.threshold else "ms"
        limit = f"{'≥ ' if row.threshold.get('least') else ''}{row.limit} {unit}" if row.threshold else ""
        hellos = f" ({_number(row.hellos)} × a hello world)" if row.hellos and row.threshold else ""
        lines.append((row.title, f"{_number(row.value)} {unit}{hellos}", limit, _verdict(row), extra))
    return _table(("what", "measured", "target", "", "CPU"), lines)


def _connections(rows):
    lines = [
        (row.title, _number(row.rate, 0), "" if row.threshold is None else f"{row.value:+.1f} %",
         "" if row.limit is None else f"{row.limit} %", _verdict(row), _micros(row.cpu), _millis(row.p50), _millis(row.p99))
        for row in rows
    ]  # fmt: skip
    return _table(("discovery by HTTP", "requests/s", "slower", "target", "", "CPU each", "p50", "p99"), lines)


def _peers(peers):
    lines = [
        (peer["name"], *(_number(peer[key]) + " ms" for key in ("discovery", "code_flow", "refresh", "start")),
         _number(peer["memory"], 0) + " MiB")
        for peer in peers
    ]  # fmt: skip
    return _table(("", "discovery, CPU", "code flow, CPU", "refresh, CPU", "start", "memory"), lines)


def text(results):
    """Everything that was measured, as Markdown."""
    rows, facts = results["rows"], results["machine"]
    loaded = [row for row in rows if row.signatures is not None]
    connections = [row for row in rows if row.key.startswith("connections_")]
    others = [row for row in rows if row not in loaded and row not in connections]
    about = (
        f"{facts['cores']} cores of {facts['cpu']}, {facts['memory_gib']} GiB, {facts['system']}, Linux {facts['kernel']}, "
        f"{facts['openssl']}; one RSA-2048 signature took {_micros(results['signature'])}. The load average was {facts['load']} at the end.")
    parts = [about]
    if loaded:
        parts.append(_loaded(loaded))
    if connections:
        parts.append(_connections(connections))
    if others:
        parts.append(_others(others))
    if results.get("peers"):
        parts.append(_peers(results["peers"]))
    return "\n\n".join(parts)


def as_json(results):
    return json.dumps({**results, "rows": [row.as_json() for row in results["rows"]]}, indent=2, ensure_ascii=False) + "\n"


def write_into(page, results):
    """Puts the tables between the marks of the page, and leaves the rest as it is."""
    name = "measured with --large" if results["large"] else "measured"
    begin, end = BEGIN.format(name), END.format(name)
    old = Path(page).read_text()
    if begin not in old or end not in old:
        raise SystemExit(f"bench: {page} has no lines '{begin}' and '{end}'")
    head, rest = old.split(begin, 1)
    tail = rest.split(end, 1)[1]
    Path(page).write_text(f"{head}{begin}\n\n{text(results)}\n\n{end}{tail}")
