"""A server that ends with this process."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from typing import Any, Dict, Optional, Sequence

from .errors import MockIdPError
from .executable import ELSEWHERE, find

READY_WITHIN = 30.0
"""Seconds until the server listens. It needs milliseconds; a loaded machine needs more."""

ENDS_WITHIN = 10.0


class Process:
    """``mockidp serve`` on free ports, with a home of its own. ``ready`` is the line that it prints when it listens.

    The server ends when its standard input does: this process closes the pipe, or dies.
    """

    def __init__(self, scenario: Optional[str] = None, arguments: Sequence[str] = ()):
        program = str(find())
        command = [program, "serve", "--https-port", "0", "--http-port", "0", "--ready-file", "-", "--quiet"]
        command += ["--exit-with-parent", "--temporary-home", *(["--scenario", scenario] if scenario is not None else []), *arguments]
        environment = {name: value for name, value in os.environ.items() if name != "MOCKIDP_CONTROL_TOKEN"}
        self._log = tempfile.TemporaryFile()
        try:
            # A session of its own: Ctrl-C is for the tests. The server ends when they do, in its own time, and takes its home along.
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, env=environment, start_new_session=True
            )
        except OSError as error:
            self._log.close()
            raise MockIdPError(f"{program} cannot be started: {error.strerror}. {ELSEWHERE}") from error
        try:
            self.ready: Dict[str, Any] = self._wait(program)
        except BaseException:
            self.stop()
            raise

    def _wait(self, program: str) -> Dict[str, Any]:
        assert self._child.stdout is not None
        late = threading.Timer(READY_WITHIN, self._child.kill)
        late.start()
        try:
            line = self._child.stdout.readline()
        finally:
            late.cancel()
        if line:
            return json.loads(line)
        code = self._child.wait()
        said = self._said()
        if "--exit-with-parent" in said or "--temporary-home" in said:
            raise MockIdPError(f"{program} is older than this package. Use the program of the same version. {ELSEWHERE}")
        if code == -9:
            raise MockIdPError(f"The server was not ready within {READY_WITHIN:.0f} s. {said}".rstrip())
        raise MockIdPError(f"The server ended with {code} before it was ready: {said}")

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace").strip()

    def stop(self) -> None:
        """Ends the server, and waits for that."""
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._child.wait(timeout=ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._log.close()
