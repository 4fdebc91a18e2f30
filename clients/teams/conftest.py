"""The teams' own files are run in folders of their own, as the teams would have them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.binary import BINARY

collect_ignore = ["api"]

# The browser of the machine is found as the tests of the pages find it.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))


@pytest.fixture
def desk(tmp_path):
    """A clean home with `mockidp` in PATH. It runs lines of a shell, one after another in one shell."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "mockidp").symlink_to(BINARY)
    path = f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    variables = {"PATH": path, "HOME": str(tmp_path / "home"), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    work = tmp_path / "work"
    work.mkdir()

    def run(*lines, files=None, code=0, **more):
        for name, text in (files or {}).items():
            (work / name).write_text(text)
        told = subprocess.run(
            ["bash", "-ec", "\n".join(lines)],
            cwd=work, env={**variables, **more}, capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
        assert told.returncode == code, told.stdout + told.stderr
        return told.stdout if code == 0 else told.stdout + told.stderr

    return run
