"""The commands of the pages, for tests that take them as a reader would."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: A block under a line that is nothing but the name of a file.
FILE = re.compile(r"^`([\w.-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(page):
    """The command lines of a page, without their comments. One that ends with a backslash goes on in the next line."""
    blocks = BLOCK.findall((ROOT / page).read_text())
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [re.split(r"\s+#\s", line)[0].strip() for line in lines]


def found(page, beginning):
    """The first command of the page that begins so."""
    return next(line for line in commands(page) if line.startswith(beginning))


def files(page):
    """The files that a page prints, by their names."""
    return dict(FILE.findall((ROOT / page).read_text()))


def served(lines):
    """The lines after a server of their own on free ports, which ends with them."""
    begin = "mockidp serve --https-port 0 --http-port 0 --ready-file ready --quiet & trap 'kill %1; wait' EXIT"
    url = 'url=$(sed -n \'s/.*"authority": *"\\(https:..[^/"]*\\).*/\\1/p\' ready | head -1)'
    return [begin, "while [ ! -s ready ]; do sleep 0.1; done", url, "export MOCKIDP_URL=$url MOCKIDP_CONTROL_TOKEN=", *lines]
