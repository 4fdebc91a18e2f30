"""The completions in the shells themselves, where those are installed."""

import os
import pty
import re
import select
import shutil
import subprocess
import time

import pytest
from support.binary import BINARY

SCENARIO = ("mockidp serve --scenario expired-r", "expired-refresh")
CASES = [
    ("mockidp worl", "world"),
    ("mockidp world exp", "export"),
    ("mockidp clock adv", "advance"),
    ("mockidp token --user ali", "alice"),
    ("mockidp serve --world-idle", "--world-idle-timeout"),
    ("mockidp help snaps", "snapshot"),
    SCENARIO,
]
SECONDS = 20


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """Writes the completions of a shell and gives the file."""

    def write(shell):
        text = subprocess.run([str(BINARY), "completions", shell], check=True, capture_output=True, text=True).stdout
        file = tmp_path_factory.mktemp(shell) / "_mockidp"
        file.write_text(text)
        return file

    return write


def needs(shell):
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"there is no {shell}")


@needs("bash")
@pytest.mark.parametrize("line, word", CASES)
def test_bash(script, line, word):
    """As readline calls them: with the words of the line."""
    words = line.split(" ")
    lines = [
        f"source {script('bash')}",
        f"COMP_WORDS=({' '.join(words)}) COMP_CWORD={len(words) - 1}",
        "_mockidp; printf '%s\\n' \"${COMPREPLY[@]}\"",
    ]
    run = subprocess.run(["bash", "--norc", "-c", "\n".join(lines)], capture_output=True, text=True, timeout=SECONDS)
    assert word in run.stdout.split(), run.stdout + run.stderr


@needs("fish")
@pytest.mark.parametrize("line, word", CASES)
def test_fish(script, tmp_path, line, word):
    run = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script('fish')}; complete -C '{line}'"],
        capture_output=True, text=True, timeout=SECONDS, env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.stderr == ""
    assert word in [found.split("\t")[0] for found in run.stdout.splitlines()], run.stdout


@needs("fish")
def test_fish_offers_a_verb_once(script, tmp_path):
    run = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script('fish')}; complete -C 'mockidp world delete '"],
        capture_output=True, text=True, timeout=SECONDS, env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert "create" not in run.stdout.split(), run.stdout


class Zsh:
    """A zsh on a terminal of its own, with nothing but its completions and ours."""

    def __init__(self, file, home):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(HOME=str(home), TERM="dumb", PS1="> ", COLUMNS="200")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.said = ""
        self.send(f"autoload -Uz compinit; compinit -u -d {home}/dump; unsetopt zle_bracketed_paste; source {file}\n")
        self.send("print rea''dy\n")
        self.wait(r"\nready")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait(self, pattern):
        deadline = time.monotonic() + SECONDS
        while not re.search(pattern, self.said):
            readable, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            assert readable, self.said
            try:
                self.said += os.read(self.terminal, 65536).decode(errors="replace").replace("\r", "")
            except OSError:
                raise AssertionError(self.said) from None

    def completed(self, line):
        """The line as the tab key leaves it, as the shell has it and not as the screen shows it."""
        self.said = ""
        self.send(f"{line}\t\x01print -r -- 'is:' '\x05'\n")
        self.wait(r"\nis: [^\n]*\n")
        return re.search(r"\nis: ([^\n]*)\n", self.said)[1].rstrip()

    def end(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


@needs("zsh")
def test_zsh(script, tmp_path):
    shell = Zsh(script("zsh"), tmp_path)
    try:
        for line, word in CASES:
            assert shell.completed(line) == f"{line.rsplit(' ', 1)[0]} {word}"
    finally:
        shell.end()
