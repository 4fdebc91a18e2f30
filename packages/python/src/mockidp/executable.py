"""Where the program is."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from .errors import MockIdPError

ELSEWHERE = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already, for example in a container."


def find() -> Path:
    """The program that ``MOCKIDP_BINARY`` names, else the one in this package, else the first one in ``PATH``."""
    if named := os.environ.get("MOCKIDP_BINARY"):
        if not os.access(named, os.X_OK):
            raise MockIdPError(f"MOCKIDP_BINARY names {named}, and there is no program.")
        return Path(named).absolute()
    carried = Path(__file__).with_name("bin") / "mockidp"
    if carried.exists() and _fits_this_machine(carried):
        return carried
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        candidate = Path(folder or ".") / "mockidp"
        if candidate.is_file() and os.access(candidate, os.X_OK) and not _is_script(candidate):
            return candidate.absolute()
    raise MockIdPError(f"This package has no mockidp for {sys.platform} on {platform.machine()}, and PATH has none. {ELSEWHERE}")


# What the header of a program for Linux says of the processor (elf(5)).
_PROCESSORS = {"x86_64": 62, "AMD64": 62, "aarch64": 183, "arm64": 183}


def _fits_this_machine(program: Path) -> bool:
    with open(program, "rb") as opened:
        header = opened.read(20)
    processor = int.from_bytes(header[18:20], "little")
    return sys.platform.startswith("linux") and header.startswith(b"\x7fELF") and processor == _PROCESSORS.get(platform.machine())


def _is_script(file: Path) -> bool:
    """The command that this package installs is a script, and would only call this function again."""
    with open(file, "rb") as opened:
        return opened.read(2) == b"#!"
