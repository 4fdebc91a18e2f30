"""Containers of podman on a machine that reaches no registry: an image of the program as `make image` makes it, and one of this machine's own Python."""

import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from . import limited
from .binary import BINARY
from .namespace import Namespace, unavailable
from .pages import ROOT

COMPOSE = ROOT / ".venv/clients-programs/bin/podman-compose"
#: runc starts containers where the default runtime may not.
ENGINE = ["podman", *(["--runtime", "runc"] if shutil.which("runc") else [])]
#: Where podman keeps what runs of its networks.
NETWORKS = Path("/run/containers/networks")
#: A container may not raise limits where this machine's own are low.
LIMITS = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"]


def needed():
    """Passes the test over, with the reason, where containers cannot be had."""
    if not shutil.which("podman"):
        pytest.skip("there is no podman here: the compose file is run as processes alone")
    if not COMPOSE.exists():
        pytest.skip("there is no podman-compose in .venv/clients-programs: clients/run --prepare installs it")
    if why := unavailable():
        pytest.skip(why)


def mounts():
    """Where this machine's Python is, in the words of a compose file."""
    own = [Path("/usr"), Path(sys.base_prefix), Path(sys.prefix)]
    return [f"{path}:{path}:ro" for path in own if path == own[0] or own[0] not in path.parents]


class Engine:
    """Podman in a network of its own.

    Each network of containers adds interfaces. Where a browser of another test sees that, it gives its page up (ERR_NETWORK_CHANGED).
    """

    def __init__(self, directory):
        """`directory` is an empty one."""
        # The server of the containers' names runs once for a network, and is found by what stands here.
        is_root = os.geteuid() == 0
        if is_root:
            NETWORKS.mkdir(parents=True, exist_ok=True)
        self._namespace = Namespace({NETWORKS: directory} if is_root else {})
        self._podman = [*self._namespace.prefix, *ENGINE]

    def close(self):
        self._namespace.close()

    def __call__(self, *words, content=b""):
        return limited.run([*self._podman, *words], seconds=300, content=content)

    def compose(self, *files):
        """The words that stand for `docker compose`, with these files."""
        options = ["--podman-path", ENGINE[0], "--podman-args", " ".join(ENGINE[1:]), "--podman-run-args", " ".join(LIMITS)]
        return [*self._namespace.prefix, str(COMPOSE), *options, *(word for file in files for word in ("-f", str(file)))]


def image_of_the_program(engine, name):
    """The image of docker/Dockerfile, made by the packaging's own step. A program that is not static brings its libraries along."""
    script = f"""
import re, subprocess, sys
from pathlib import Path
sys.path.insert(0, {str(ROOT / "packaging")!r})
import archive, image
from release import Entry, Release
image.gz = lambda content: archive.gzip.compress(content, 1, mtime=0)
said = subprocess.run(["ldd", {str(BINARY)!r}], capture_output=True, text=True).stdout
places = re.findall(r"^\\s*(?:\\S+ => )?(/\\S+) \\(0x", said, re.M)
usual = lambda place: "/usr" + place if place.startswith("/lib/") else place
others = [Entry(usual(place).lstrip("/"), Path(place).read_bytes(), 0o755) for place in places]
# Another worker of this run may load and rename an image of its own meanwhile.
file, content = image.image(Release(Path({str(BINARY)!r}), is_released=False), "mockidp-{os.getpid()}", others)
sys.stdout.buffer.write(content)
"""
    made = subprocess.run([sys.executable, "-B", "-c", script], capture_output=True, timeout=300, check=False)
    assert made.returncode == 0, made.stderr.decode()
    loaded = engine("load", "-q", content=made.stdout)
    assert loaded.returncode == 0, loaded.stderr
    first = re.search(r"^Loaded image(?:\(s\))?: (\S+)", loaded.stdout, re.M)[1]
    assert engine("tag", first, name).returncode == 0
    engine("untag", first, first)


def image_of_this_machine(engine, name, folder):
    """An image with the files of one folder in /app, whose programs are this machine's: it needs `mounts`."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        for path in ("usr", "etc", "tmp", "app", "dev", "proc", "sys", "run"):
            entry = tarfile.TarInfo(path)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o1777 if path == "tmp" else 0o755
            archive.addfile(entry)
        for path in ("bin", "lib", "lib64"):
            if os.path.islink(f"/{path}"):
                entry = tarfile.TarInfo(path)
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(f"/{path}")
                archive.addfile(entry)
        for file in folder.glob("*.py"):
            archive.add(file, f"app/{file.name}")
    path = f"PATH={Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    changes = [f"ENV {path}", "ENV PYTHONUNBUFFERED=1", "ENV PYTHONDONTWRITEBYTECODE=1", "USER 65533:65533", "WORKDIR /app", 'CMD ["python3", "app.py"]']
    options = [word for change in changes for word in ("--change", change)]
    made = engine("import", "-q", *options, "-", name, content=content.getvalue())
    assert made.returncode == 0, made.stderr
