"""The Markdown pages of the project, for the scripts that check them."""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def listed():
    """Every page that git tracks or would track."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, check=True, capture_output=True,
    ).stdout  # fmt: skip
    pages = [ROOT / name for name in sorted(names.decode().split("\0")) if name]
    return [page for page in pages if page.exists()]


def lines(page):
    """The numbered lines of a page outside its code blocks."""
    fence = None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark:
            if fence is None:
                fence = mark[1]
            elif mark[1].startswith(fence):
                fence = None
            continue
        if fence is None:
            yield number, line


def relative(page):
    return os.path.relpath(page)
