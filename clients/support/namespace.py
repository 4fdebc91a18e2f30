"""A network and a file tree of its own for a few processes: port 443 is free there, and nothing leads out.

Linux namespaces do that without a container. Root may make them, and so may everybody else where the system allows it.
"""

import os
import shutil
import subprocess
import sys

# Runs inside: brings the loopback interface up, puts files in the place of the system's, then waits for the end.
HOLDER = """
import fcntl, socket, struct, subprocess, sys
up = struct.pack("16sh22x", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS
for source, target in zip(sys.argv[1::2], sys.argv[2::2]):
    subprocess.run(["mount", "--bind", source, target], check=True)
print("ready", flush=True)
sys.stdin.read()
"""

_AS_ROOT = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
_UNSHARE = ["unshare", *_AS_ROOT, "--net", "--mount", "--propagation", "private"]


def unavailable():
    """Why there can be none here; None when there can."""
    if not (shutil.which("unshare") and shutil.which("nsenter")):
        return "there is no unshare here (Linux with util-linux has it)"
    run = subprocess.run([*_UNSHARE, "true"], capture_output=True, text=True)
    return None if run.returncode == 0 else f"this system makes no namespaces: {run.stderr.strip()}"


class Namespace:
    def __init__(self, files):
        """`files` maps paths of the system to the files that stand in for them."""
        pairs = [str(path) for target, source in files.items() for path in (source, target)]
        self._holder = subprocess.Popen(
            [*_UNSHARE, sys.executable, "-c", HOLDER, *pairs], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._holder.stdout.readline() == "ready\n", "the namespace was not made"
        user = ["--user", "--preserve-credentials"] if _AS_ROOT else []
        self.prefix = ["nsenter", "--target", str(self._holder.pid), *user, "--net", "--mount", "--"]
        """What goes before a command that is to run inside."""

    def close(self):
        self._holder.communicate(input="")
