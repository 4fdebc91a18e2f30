"""A command with a limit of time, which ends with all that it started."""

import os
import signal
import subprocess
import tempfile


def run(words, *, seconds, content=b"", **options):
    """Runs a command and gives how it ended, with what it printed as text.

    `subprocess.run` ends the command alone when its time is up, and then reads on for as long as anything that the command started holds the
    pipe. Here all of them are ended, and what was printed until then is told.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        given.write(content)
        given.seek(0)
        process = subprocess.Popen(words, stdin=given, stdout=out, stderr=errors, start_new_session=True, **options)
        try:
            code = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            told = "\n".join(_text(file) for file in (out, errors))
            raise AssertionError(f"{words} did not end in {seconds} s; until then it said:\n{told}") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return subprocess.CompletedProcess(words, code, _text(out), _text(errors))


def _text(file):
    file.seek(0)
    return file.read().decode(errors="replace")
