"""A server that ends with this process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from .errors import MockIdPError
from .executable import find

READY_WITHIN = 30.0
"""Seconds until the server listens. It needs milliseconds; a loaded machine needs more."""

ENDS_WITHIN = 10.0

# The program takes the place of the shell. The rest of the shell waits for the end of its input: the pipe closes when this process closes it
# or dies, also by SIGKILL. Then it stops the server and removes its folder.
_WATCHED = """
exec 3<&0
{
  read -r _ <&3
  kill -TERM $$
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 $$ || break; sleep 0.1; done
  rm -rf "$1"
} >/dev/null 2>&1 &
shift
exec "$@" </dev/null 3<&-
"""


def _ends_with_parent(folder: str, command: List[str]) -> List[str]:
    """The command that runs the server until its standard input ends.

    This is the only place that knows how. With a server that has ``serve --exit-with-parent`` the command itself does it.
    """
    return ["/bin/sh", "-c", _WATCHED, "mockidp", folder, *command]


class Process:
    """``mockidp serve`` on free ports, with a home of its own. ``ready`` is the content of its ready file."""

    def __init__(self, scenario: Optional[str] = None, arguments: Sequence[str] = ()):
        self._folder = tempfile.mkdtemp(prefix="mockidp-")
        ready = Path(self._folder, "ready.json")
        log = Path(self._folder, "server.log")
        command = [str(find()), "serve", "--https-port", "0", "--http-port", "0", "--ready-file", str(ready), "--quiet"]
        if scenario is not None:
            command += ["--scenario", scenario]
        environment = {name: value for name, value in os.environ.items() if name != "MOCKIDP_CONTROL_TOKEN"}
        environment["MOCKIDP_HOME"] = self._folder
        with open(log, "wb") as output:
            self._child = subprocess.Popen(
                _ends_with_parent(self._folder, [*command, *arguments]),
                stdin=subprocess.PIPE, stdout=output, stderr=output, env=environment,
            )  # fmt: skip
        try:
            self.ready = self._wait(ready, log)
        except BaseException:
            self.stop()
            raise

    def _wait(self, ready: Path, log: Path) -> Dict[str, Any]:
        deadline = time.monotonic() + READY_WITHIN
        while not ready.exists():  # the file appears whole or not at all
            code = self._child.poll()
            if code is not None:
                raise MockIdPError(f"The server ended with {code} before it was ready: {_text(log)}")
            if time.monotonic() > deadline:
                raise MockIdPError(f"The server was not ready within {READY_WITHIN:.0f} s. {_text(log)}".rstrip())
            time.sleep(0.005)
        return json.loads(ready.read_text(encoding="utf-8"))

    def stop(self) -> None:
        """Ends the server, and waits for that."""
        if self._child.stdin is not None:
            self._child.stdin.close()
        try:
            self._child.wait(timeout=ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def _text(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace").strip()
