"""A server as a process: its start, its own CPU time and memory, its end."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path


class Process:
    """A running program, ended with SIGTERM when its block is left."""

    def __init__(self, command, environment=None, log=subprocess.DEVNULL, directory=None):
        self.started = time.perf_counter()
        self.child = subprocess.Popen(
            [str(word) for word in command], env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
            stdout=log, stderr=log, cwd=directory)  # fmt: skip
        self.pid = self.child.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def cpu(self):
        """Seconds of CPU that the process has used so far, in user and kernel mode, to the nanosecond (clock_getcpuclockid(3))."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def resident(self):
        """Bytes the process holds in memory now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def wait_for(self, condition, within=30):
        """Waits until the condition holds and returns what it gave; ends the run when the process ends first."""
        deadline = time.monotonic() + within
        while not (result := condition()):
            if self.child.poll() is not None:
                sys.exit(f"bench: {self.child.args[0]} ended with {self.child.returncode}")
            if time.monotonic() > deadline:
                sys.exit(f"bench: {self.child.args[0]} was not ready within {within} s")
            time.sleep(0.0002)
        return result

    def stop(self):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(30)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
