"""How long the smallest program in Swift takes here, which says what of a start is the machine's and the dynamic linker's."""

import subprocess
import tempfile
import time
from pathlib import Path

from .results import median

SOURCE = 'print("hello")\n'


def start(count=20):
    """Seconds from starting a hello world, built for release, to its line; None where there is no compiler."""
    with tempfile.TemporaryDirectory() as place:
        source, program = Path(place) / "hello.swift", Path(place) / "hello"
        source.write_text(SOURCE)
        try:
            subprocess.run(["swiftc", "-O", source, "-o", program], check=True, capture_output=True)
        except FileNotFoundError:
            return None
        return median([_once(program) for _ in range(count)])


def _once(program):
    began = time.perf_counter()
    with subprocess.Popen([program], stdout=subprocess.PIPE) as child:
        if child.stdout.readline() != b"hello\n":
            raise SystemExit("bench: a hello world said something else")
        return time.perf_counter() - began
