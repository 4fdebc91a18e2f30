"""What a release consists of: the program, its version, and what the program says about itself."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path
from typing import Dict, List

from archive import Entry, folder

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"bash": "mockidp.bash", "zsh": "_mockidp", "fish": "mockidp.fish"}
ARCHITECTURES = {"x86_64": ("amd64", "x64"), "aarch64": ("arm64", "arm64")}
"""For each machine the names that Debian and Go, and that Node have for it."""


class Release:
    """A program and its sources. One that is not released may be built from other sources than these."""

    def __init__(self, binary: Path, is_released: bool = True):
        self.program = binary.read_bytes()
        self.path = binary.resolve()
        self.machine = platform.machine()
        self.debian_architecture, self.node_architecture = ARCHITECTURES[self.machine]
        self.version = _run([str(ROOT / "scripts/version")])
        self.commit, self.time = _commit()
        said = self._says("version")
        if said.split()[1] != self.version:
            raise SystemExit(f"dist: {binary} says '{said}', and the sources say {self.version}; build it anew with: make release")
        if is_released and self.commit and f"({self.commit})" not in said:
            raise SystemExit(f"dist: {binary} is not built from {self.commit}, it says '{said}'; build it anew with: make release")
        self.settings = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / "packaging/settings").read_text(), re.M))

    @property
    def maintainer(self) -> str:
        return self.settings["MAINTAINER"]

    @property
    def repository(self) -> str:
        """The address of the repository, without a slash at its end. Empty as long as there is none."""
        return os.environ.get("MOCKIDP_REPOSITORY", self.settings["REPOSITORY"]).rstrip("/")

    def _says(self, *words: str) -> str:
        return _run([str(self.path), *words], MOCKIDP_HOME="/nonexistent", NO_COLOR="1")

    def executable(self, name: str) -> Entry:
        return Entry(name, self.program, 0o755)

    @property
    def manual(self) -> bytes:
        return self._says("help", "--man").encode() + b"\n"

    @property
    def completions(self) -> Dict[str, bytes]:
        """The scripts of the shells, each by its file name."""
        return {file: self._says("completions", shell).encode() + b"\n" for shell, file in SHELLS.items()}

    @property
    def scenarios(self) -> List[Entry]:
        return folder(ROOT / "scenarios", "*.yaml", "*.json")

    @property
    def licence(self) -> bytes:
        return (ROOT / "LICENSE").read_bytes()

    @property
    def papers(self) -> List[Entry]:
        """What lies in everything that is handed out: the licence, and the notices of what is linked into the program."""
        return papers()


def apart(page: str, repository: str, version: str) -> str:
    """A page of a package without links that lead out of it: they go to the repository, or nowhere as long as there is none."""
    to = rf"[\1]({repository}/blob/v{version}/\2)" if repository else r"\1"
    return re.sub(r"\[([^]]*)\]\(\.\./\.\./([^)]*)\)", to, page)


def papers() -> List[Entry]:
    return [Entry(name, (ROOT / name).read_bytes()) for name in ("LICENSE", "THIRD-PARTY-NOTICES.txt")]


def _commit():
    """The commit of the sources, empty when they have changes, and its time."""
    try:
        commit, time = _run(["git", "-C", str(ROOT), "log", "-1", "--format=%H %ct"]).split()
        changed = _run(["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no"])
    except (OSError, subprocess.CalledProcessError):
        return "", int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return "" if changed else commit, int(os.environ.get("SOURCE_DATE_EPOCH", time))


def _run(words: List[str], **environment: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, **environment}).stdout.strip()
