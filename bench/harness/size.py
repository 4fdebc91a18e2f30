"""What the static executable weighs, if it was built, and what takes the room."""

import gzip
import subprocess
from pathlib import Path

from .results import Row


def measure(root):
    """The stripped file of `make release`; the parts are those of the same program before stripping."""
    stripped, whole = root / ".build/static/mockidp", root / ".build/static/release/mockidp"
    if not stripped.exists():
        return []
    notes = parts(whole) if whole.exists() else {}
    packed = len(gzip.compress(stripped.read_bytes(), 9))
    return [
        Row("static_size", "static executable, stripped", stripped.stat().st_size / 1e6, notes=notes),
        Row("packed_size", "static executable, as gzip", packed / 1e6),
    ]


def parts(program):
    """Bytes of code and data by origin, by what the symbols are called. What has no symbol, such as metadata, is not in it."""
    listing = subprocess.run(["nm", "--print-size", "--size-sort", str(program)], capture_output=True, text=True)
    sizes = {}
    for line in listing.stdout.splitlines():
        words = line.split()
        if len(words) < 4 or words[2] in "bB":
            continue
        origin = _origin(words[3])
        sizes[origin] = sizes.get(origin, 0) + int(words[1], 16)
    return {f"{name}_kB": round(size / 1000) for name, size in sorted(sizes.items(), key=lambda one: -one[1])}


def _origin(symbol):
    if symbol.startswith("sqlite3"):
        return "sqlite"
    if symbol.startswith(("$ss", "$sS", "swift_", "_swift", "_ZN5swift", "_ZNK5swift")):
        return "swift_runtime"
    if symbol.startswith(("$s", "mockidp_")):
        return "mockidp"
    return "openssl_libc_and_others"


def root_of(file):
    return Path(file).resolve().parents[1]
