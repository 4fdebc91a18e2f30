"""The examples of docs/control-api.md, as they are written there, against a server."""

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from support.browser import Browser
from support.requests_by_hand import grant, redeem

pytestmark = pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl here")

PAGE = Path(__file__).resolve().parent.parent / "docs" / "control-api.md"

# Goes before every `curl` of an example: the answer must be a success, and must come soon.
CURL = """#!/bin/sh
exec {curl} --silent --show-error --fail-with-body --noproxy '*' --max-time {seconds} "$@"
"""


def blocks():
    """The shell blocks of the page in their order, without the one that sets the variables."""
    found = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return [block for block in found if not block.startswith("control=")]


def run(block, server, directory, seconds=10):
    tool = directory / "curl"
    tool.write_text(CURL.format(curl=shutil.which("curl"), seconds=seconds))
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    # The page's plain HTTP port is the usual one.
    block = block.replace("http://localhost:8080", server.http)
    environment = {"PATH": f"{directory}:{os.environ['PATH']}", "control": server.control, "ca": server.ca}
    return subprocess.run(
        ["sh", "-e", "-c", block], capture_output=True, text=True, env=environment, cwd=directory, timeout=60
    )


def test_every_example_works(serve, tmp_path):
    server = serve("happy-path")
    redeem(server, grant(server, Browser(server)))
    examples = blocks()
    assert len(examples) > 15
    for block in examples:
        if "/stream" in block:
            # An answer without end: curl gives up, after it was let in.
            answer = run(block, server, tmp_path, seconds=1)
            assert answer.returncode == 28, block + answer.stderr
            assert answer.stdout.startswith("retry:")
            continue
        answer = run(block, server, tmp_path)
        if '"kin"' in block:
            # The example of an error.
            assert answer.returncode == 22 and "Did you mean 'kind'?" in answer.stdout, answer.stdout
            continue
        assert answer.returncode == 0, f"{block}{answer.stdout}{answer.stderr}"
