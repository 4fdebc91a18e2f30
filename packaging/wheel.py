#!/usr/bin/env python3
"""The Python wheels: one with the program for this machine, and one without it for every other, which says what to do.

By itself it packs these sources with a program, whichever it is: packaging/wheel.py EXECUTABLE FOLDER
"""

import base64
import hashlib
import sys
import tomllib
from pathlib import Path

from archive import Entry, folder, zipped
from release import ROOT, Release, apart

SOURCE = ROOT / "packages/python"


def build(release: Release):
    machine = release.machine
    # The program is static, so it fits every C library.
    yield from _wheel(release, _own(machine), [release.executable("mockidp/bin/mockidp")])
    yield from _wheel(release, "py3-none-any", [])


def _own(machine: str) -> str:
    return f"py3-none-manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"


def _wheel(release: Release, tag: str, more, level: int = 9):
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = f"mockidp-{release.version}.dist-info"
    python, abi, platforms = tag.split("-")
    tags = [f"{python}-{abi}-{platform}" for platform in platforms.split(".")]
    files = [entry for entry in folder(SOURCE / "src", "mockidp/**/*") if not entry.name.startswith("mockidp/bin/")] + more
    files += [
        Entry(f"{info}/METADATA", _metadata(project, release)),
        Entry(f"{info}/WHEEL", "\n".join(["Wheel-Version: 1.0", "Generator: mockidp", f"Root-Is-Purelib: {str(not more).lower()}", *(f"Tag: {one}" for one in tags), ""]).encode()),
        Entry(f"{info}/entry_points.txt", _entry_points(project)),
        *(paper.under(info) for paper in release.papers),
    ]
    record = "".join(f"{file.name},sha256={_digest(file.content)},{len(file.content)}\n" for file in files) + f"{info}/RECORD,,\n"
    files.append(Entry(f"{info}/RECORD", record.encode()))
    yield f"mockidp-{release.version}-{tag}.whl", zipped(files, level=level)


def _metadata(project, release: Release) -> bytes:
    fields = [
        ("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", release.version), ("Summary", project["description"]),
        ("License", project["license"]["text"]), ("Keywords", ",".join(project["keywords"])), ("Requires-Python", project["requires-python"]),
        *(("Classifier", one) for one in project["classifiers"]),
        *([("Project-URL", f"Repository, {release.repository}")] if release.repository else []),
        ("Description-Content-Type", "text/markdown"),
    ]  # fmt: skip
    return ("".join(f"{name}: {value}\n" for name, value in fields) + "\n").encode() + apart((SOURCE / project["readme"]).read_text(encoding="utf-8"), release.repository, release.version).encode()


def _entry_points(project) -> bytes:
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    return "\n".join(f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items()) for group, points in groups.items()).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: packaging/wheel.py EXECUTABLE FOLDER")
    packed = Release(Path(sys.argv[1]), is_released=False)
    target = Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    for name, content in _wheel(packed, _own(packed.machine), [packed.executable("mockidp/bin/mockidp")], level=1):
        (target / name).write_bytes(content)
