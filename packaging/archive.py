"""Archives that are the same bytes for the same content: sorted names, root as the owner, one time for everything."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, List


@dataclass(frozen=True)
class Entry:
    """A file of an archive."""

    name: str
    content: bytes
    mode: int = 0o644

    def under(self, folder: str) -> Entry:
        return Entry(f"{folder}/{self.name}", self.content, self.mode)


def folder(root: Path, *patterns: str) -> List[Entry]:
    """The files below a folder that fit a pattern, without what tools leave behind."""
    files = sorted({file for pattern in patterns for file in root.glob(pattern) if file.is_file()})
    kept = [file for file in files if not {"__pycache__", "node_modules", "bin", "obj"} & set(file.relative_to(root).parts)]
    return [Entry(file.relative_to(root).as_posix(), file.read_bytes(), 0o755 if file.stat().st_mode & 0o100 else 0o644) for file in kept]


def tar(entries: Iterable[Entry], time: int, *, prefix: str = "", uid: int = 0, folders: Iterable[tuple] = ()) -> bytes:
    """A tar with every folder in it. ``folders`` are more of them, as name, mode and owner."""
    entries = list(entries)
    wanted = {name: (mode, owner) for name, mode, owner in folders}
    for entry in entries:
        parts = entry.name.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            wanted.setdefault("/".join(parts[:count]), (0o755, uid))
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        items = [(name, None) for name in wanted] + [(entry.name, entry) for entry in entries]
        for name, entry in sorted(items, key=lambda item: item[0]):
            info = tarfile.TarInfo(prefix + name)
            info.mtime = time
            if entry is None:
                info.type = tarfile.DIRTYPE
                info.mode, info.uid = wanted[name]
                info.gid = info.uid
                archive.addfile(info)
            else:
                info.mode, info.size, info.uid, info.gid = entry.mode, len(entry.content), uid, uid
                archive.addfile(info, io.BytesIO(entry.content))
    return buffer.getvalue()


def gz(content: bytes) -> bytes:
    """Without a name and a time, as ``gzip -9n``."""
    return gzip.compress(content, 9, mtime=0)


def xz(content: bytes) -> bytes:
    return lzma.compress(content, preset=6)


def zipped(entries: Iterable[Entry], *, stored_first: str = "", level: int = 9) -> bytes:
    """A zip with the modes of the files. ``stored_first`` names the file that must be the first one."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for entry in sorted(entries, key=lambda entry: (entry.name != stored_first, entry.name)):
            info = zipfile.ZipInfo(entry.name, (1980, 1, 1, 0, 0, 0))
            info.external_attr = (0o100000 | entry.mode) << 16
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.content, compresslevel=level)
    return buffer.getvalue()


def ar(entries: Iterable[Entry], time: int) -> bytes:
    """The archive that a .deb is; in the order of the entries."""
    parts = [b"!<arch>\n"]
    for entry in entries:
        head = f"{entry.name:<16}{time:<12}{0:<6}{0:<6}{0o100644:<8o}{len(entry.content):<10}`\n"
        parts += [head.encode(), entry.content, b"\n" if len(entry.content) % 2 else b""]
    return b"".join(parts)
