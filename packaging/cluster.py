"""The program for clusters: an archive, a Debian package and an image. It takes its libraries from the system, since libpq cannot be put into a static
program. The image carries them along."""

import json
import os
import re
import subprocess
import uuid
from datetime import datetime, timezone
from email.utils import formatdate
from pathlib import Path

import bill
import debian
import image
from archive import Entry, gz, tar
from release import ROOT, Release

NAME = "mockidp-cluster"
LIBPQ = "libpq.so.5"
PACKAGES = {
    "libssl.so.3": "libssl3",
    "libcrypto.so.3": "libssl3",
    "libsqlite3.so.0": "libsqlite3-0",
    "libyaml-0.so.2": "libyaml-0-2",
    "libz.so.1": "zlib1g",
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "libm.so.6": "libc6",
    "libc.so.6": "libc6",
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    LIBPQ: "libpq5",
}
"""The Debian package of each library that the program needs. scripts/build-dynamic refuses a program that needs others."""
SUMMARY = "Microsoft Entra ID and Microsoft Graph to test against, on PostgreSQL"
DESCRIPTION = """\
 Stands in for Microsoft's sign-in and for /me of Microsoft Graph, so that
 apps can be tested with the library that they use in production.
 .
 This program can do what the package mockidp can, and in addition share its
 worlds with other servers of a cluster, in a PostgreSQL.
"""


def build(release: Release):
    needed = _needed(release)
    yield _archive(release, needed)
    yield _package(release, needed)
    libraries = _libraries(release)
    yield _image(release, libraries)
    yield _bill(release, libraries)


def _needed(release: Release):
    """The libraries that the program names, in their order, and the one that it opens by itself."""
    said = _run("readelf", "-d", str(release.path))
    return [*re.findall(r"\(NEEDED\).*\[(.*)\]", said), LIBPQ]


def _archive(release: Release, needed):
    name = f"{NAME}-{release.version}-linux-{release.machine}"
    rows = [("library", "Debian's package", ""), *((library, PACKAGES[library], "only for --cluster" if library == LIBPQ else "") for library in needed)]
    table = "".join(f"{library:<22}{package:<18}{note}".rstrip() + "\n" for library, package, note in rows)
    entries = [
        release.executable(f"bin/{NAME}"),
        Entry(f"share/man/man1/{NAME}.1", release.manual),
        *(entry.under("share/scenarios") for entry in release.scenarios),
        Entry("LIBRARIES", table.encode()),
        *release.papers,
    ]
    return f"{name}.tar.gz", gz(tar([entry.under(name) for entry in entries], release.time))


def _package(release: Release, needed):
    # The newest interface of glibc that the program uses is the oldest glibc that it runs with.
    versions = re.findall(r"GLIBC_2\.(\d+)", _run("readelf", "-V", str(release.path)))
    packages = sorted({PACKAGES[library] for library in needed})
    depends = ", ".join(f"{package} (>= 2.{max(map(int, versions))})" if package == "libc6" else package for package in packages)
    changes = (
        f"{NAME} ({release.version}) stable; urgency=medium\n\n  * The changes are listed in CHANGELOG.md of the sources.\n\n"
        f" -- {release.maintainer}  {formatdate(release.time)}\n"
    )
    files = [
        release.executable(f"usr/bin/{NAME}"),
        Entry(f"usr/share/man/man1/{NAME}.1.gz", gz(release.manual)),
        Entry(f"usr/share/doc/{NAME}/changelog.gz", gz(changes.encode())),
        Entry(f"usr/share/doc/{NAME}/copyright", (ROOT / "packaging/debian/copyright").read_bytes()),
        Entry(f"usr/share/doc/{NAME}/THIRD-PARTY-NOTICES.txt", (ROOT / "THIRD-PARTY-NOTICES.txt").read_bytes()),
    ]
    return debian.package(release, NAME, files, SUMMARY, DESCRIPTION, depends=depends)


def _image(release: Release, libraries):
    entries = [Entry(place.lstrip("/"), Path(place).read_bytes(), 0o755) for place in libraries]
    packages = {package for package in libraries.values()}
    for package in sorted(packages):
        licence = Path(f"/usr/share/doc/{package}/copyright")
        entries.append(Entry(str(licence).lstrip("/"), licence.read_bytes()))
    return image.image(release, NAME, entries)


def _bill(release: Release, libraries):
    """What is inside the image."""
    when = datetime.fromtimestamp(release.time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    packages = sorted(set(libraries.values()))
    components = []
    for package in packages:
        version = _run("dpkg-query", "-W", "-f", "${Version}\n", package).splitlines()[0]
        components.append({"type": "library", "bom-ref": package, "name": package, "version": version, "purl": f"pkg:deb/debian/{package}@{version}"})
    content = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{NAME}/{release.version}/{release.commit}/{release.machine}')}",
        "metadata": {
            "timestamp": when,
            "component": {"type": "container", "bom-ref": NAME, "name": NAME, "version": release.version, "licenses": [bill.licence("Apache-2.0")]},
            "properties": [{"name": "mockidp:commit", "value": release.commit}] if release.commit else [],
        },
        "components": [*components, bill.swift()],
        "dependencies": [{"ref": NAME, "dependsOn": [*packages, "swift-runtime"]}],
    }  # fmt: skip
    return f"{NAME}-{release.version}-oci-{release.debian_architecture}.cdx.json", (json.dumps(content, indent=2) + "\n").encode()


def _libraries(release: Release):
    """Each file that the program and libpq load, by the name that they load it under, and the package that it is of."""
    places = {}
    libpq = re.search(rf"^\s*{re.escape(LIBPQ)} .*=> (\S+)$", _run("/sbin/ldconfig", "-p"), re.M)
    if not libpq:
        raise SystemExit(f"dist: the image of {NAME} carries {LIBPQ} along, and it is not here; on Debian: apt install libpq5")
    for file in (str(release.path), libpq[1]):
        for place in re.findall(r"^\s*(?:\S+ => )?(/\S+) \(0x", _run("ldd", file), re.M):
            places[_merged(place)] = _owner(place)
    places[_merged(libpq[1])] = _owner(libpq[1])
    return dict(sorted(places.items()))


def _merged(place: str) -> str:
    """A library below /usr, where Debian's loader looks as well. The loader itself has to be where the program says."""
    return "/usr" + place if place.startswith("/lib/") else place


def _owner(place: str) -> str:
    for name in (place, os.path.realpath(place), os.path.realpath(place).removeprefix("/usr"), place.removeprefix("/usr")):
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    raise SystemExit(f"dist: no package of Debian has {place}")


def _run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout
