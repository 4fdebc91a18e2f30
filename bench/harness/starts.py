"""How long it takes from starting the process to an answer: with the authority and the key of an earlier start, and without."""

import http.client
import json
import ssl
import tempfile
import urllib.parse

from . import mockidp
from .browser import FORM
from .mockidp import MockIdP
from .results import Row, median
from .signature import signature


def _start(binary, home, context, method, path, form=None):
    """Seconds until the answer to the first request was read, and the CPU the server used for it. `context` None: the home is a new
    one, and its authority is trusted as soon as it is there."""
    import time

    body = urllib.parse.urlencode(form) if form else None
    server = MockIdP(binary, home)
    with server:
        context = context or ssl.create_default_context(cafile=server.ca)
        connection = http.client.HTTPSConnection("localhost", urllib.parse.urlsplit(server.https).port, context=context)
        connection.request(method, path, body, FORM if form else {})
        answer = connection.getresponse()
        text = answer.read()
        seconds, cpu = time.perf_counter() - server.started, server.cpu()
        connection.close()
    if answer.status != 200 or not json.loads(text):
        raise SystemExit(f"bench: {path} was answered {answer.status}")
    return seconds, cpu


def measure(binary, home, ca, count, hello=None):
    """`hello` is how long a hello world takes, which is told beside each start; None where it is not known."""
    context = ssl.create_default_context(cafile=ca)
    document = [_start(binary, home, context, "GET", mockidp.DISCOVERY) for _ in range(count)]
    token = [_start(binary, home, context, "POST", mockidp.TOKEN, mockidp.client_credentials()) for _ in range(count)]
    rows = [Row("hello", "start of a hello world in Swift", hello * 1000, hellos=1)] if hello else []
    return rows + [
        _row("first_answer", "start to the first 200 over HTTPS", document, hello),
        _row("first_token", "start to the first token over HTTPS", token, hello),
    ]


def measure_fresh(binary, count):
    """The first token of `count` servers that begin with nothing, each in a home of its own: the usual case and the slowest one. How long a
    key takes is chance, so both are told in signatures of the same minute."""
    one, starts = signature(), []
    for _ in range(count):
        with tempfile.TemporaryDirectory() as home:
            starts.append(_start(binary, home, None, "POST", mockidp.TOKEN, mockidp.client_credentials()))
    one = (one + signature()) / 2
    seconds = [wall for wall, _ in starts]
    notes = {"starts": count, "signature_us": round(one * 1e6)}
    return [
        Row(
            "first_token_fresh", f"first token, fresh home: {median(seconds) * 1000:.0f} ms", median(seconds) / one,
            cpu=median([cpu for _, cpu in starts]), notes=notes),
        Row(
            "first_token_fresh_slowest", f"first token, fresh home, slowest of {count}: {max(seconds) * 1000:.0f} ms",
            max(seconds) / one, cpu=max(cpu for _, cpu in starts), notes=notes),
    ]  # fmt: skip


def _row(key, title, starts, hello):
    seconds = [one for one, _ in starts]
    return Row(
        key, title, median(seconds) * 1000, cpu=median([cpu for _, cpu in starts]), hellos=median(seconds) / hello if hello else None,
        notes={"shortest_ms": round(min(seconds) * 1000, 1), "starts": len(starts)})
