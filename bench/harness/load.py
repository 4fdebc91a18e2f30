"""Load by wrk, which sends prepared requests over many connections as fast as they are answered."""

import json
import re
import signal
import subprocess
import tempfile
import time
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "wrk/replay.lua"


@dataclass
class Load:
    """What one run of wrk did. `cpu` is the server's own, in seconds for each request; times are in seconds."""

    requests: int
    cpu: float
    rate: float
    p50: float
    p99: float
    errors: dict

    @property
    def failures(self):
        return sum(self.errors.values())


def request(origin, method, path, form=None, fields=None):
    """A request as it travels."""
    body = urllib.parse.urlencode(form) if form is not None else ""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {urllib.parse.urlsplit(origin).netloc}"]
    lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
    if form is not None:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines) + "\r\n\r\n" + body


def run(server, origin, requests, seconds, connections=16, limit=None):
    """Sends the requests in turn for that long, or until `limit` of them are sent. An answer that is an error ends everything: what
    is refused quickly must not count as fast."""
    with tempfile.NamedTemporaryFile("w", suffix=".requests", newline="") as file:
        for one in requests:
            file.write(f"{len(one.encode())}\n{one}")
        file.flush()
        before = server.cpu()
        output = _output(
            ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--timeout", "30s", "-s", SCRIPT, origin, "--",
             file.name] + ([str(limit)] if limit else []),
            )  # fmt: skip
        used = server.cpu() - before
    lines = [line for line in output if line.startswith("{")]
    if not lines:
        raise SystemExit(f"bench: wrk failed: {' '.join(output)}")
    facts = json.loads(lines[-1])
    errors = {name: facts[name] for name in ("connect", "read", "write", "status", "timeout") if facts[name]}
    if errors:
        raise SystemExit(f"bench: {requests[0].splitlines()[0]}: errors {errors} in {facts['requests']} answers")
    count = facts["requests"]
    if not count:
        raise SystemExit(f"bench: {requests[0].splitlines()[0]}: no answer within {seconds} s over {connections} connections")
    return Load(
        count, used / count, count / (facts["microseconds"] / 1e6), facts["p50"] / 1e6, facts["p99"] / 1e6, errors)


def _output(command):
    """The lines that wrk prints. It is interrupted once it says that the limit is reached, as soon as it listens for that."""
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as wrk:
        for line in wrk.stdout:
            lines.append(line.rstrip())
            if lines[-1] != "limit reached":
                continue
            while wrk.poll() is None:
                if _catches_interrupts(wrk.pid):
                    wrk.send_signal(signal.SIGINT)
                time.sleep(0.02)
    return lines


def _catches_interrupts(pid):
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False
    caught = re.search(r"SigCgt:\s+([0-9a-f]+)", status)
    return caught is not None and int(caught[1], 16) >> (signal.SIGINT - 1) & 1 == 1
