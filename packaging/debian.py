"""Debian packages. That of the static program needs nothing that Debian has: the program brings its libraries along."""

import hashlib
from email.utils import formatdate

from archive import Entry, ar, gz, tar, xz
from release import ROOT, Release

SUMMARY = "Microsoft Entra ID and Microsoft Graph to test against"
DESCRIPTION = """\
 Stands in for Microsoft's sign-in and for /me of Microsoft Graph, on this
 machine and offline, so that an app can be tested with the library that
 it uses in production. Scenarios bring about what goes wrong in the field:
 expired refresh tokens, revoked sessions, Conditional Access, throttling.
 .
 Helpers for test runners (pytest, node:test, JUnit, Go, .NET) start it.
"""


def build(release: Release):
    yield package(release, "mockidp", _files(release), SUMMARY, DESCRIPTION)


def package(release: Release, name: str, files, summary: str, description: str, *, depends: str = ""):
    """A package of that name. ``depends`` is the value of its field."""
    sums = "".join(f"{hashlib.md5(file.content).hexdigest()}  {file.name}\n" for file in sorted(files, key=lambda file: file.name))
    size = sum(-(-len(file.content) // 1024) for file in files)
    fields = {
        "Package": name,
        "Version": release.version,
        "Architecture": release.debian_architecture,
        "Maintainer": release.maintainer,
        "Installed-Size": size,
        "Section": "devel",
        "Priority": "optional",
        **({"Depends": depends} if depends else {}),
        **({"Homepage": release.repository} if release.repository else {}),
        "Description": summary,
    }
    control = "".join(f"{field}: {value}\n" for field, value in fields.items()) + description
    parts = [
        Entry("debian-binary", b"2.0\n"),
        Entry("control.tar.xz", xz(tar([Entry("control", control.encode()), Entry("md5sums", sums.encode())], release.time, prefix="./"))),
        Entry("data.tar.xz", xz(tar(files, release.time, prefix="./"))),
    ]
    return f"{name}_{release.version}_{release.debian_architecture}.deb", ar(parts, release.time)


def _files(release: Release):
    completions = release.completions
    documents = ROOT / "packaging/debian"
    changes = (
        f"mockidp ({release.version}) stable; urgency=medium\n\n  * The changes are listed in CHANGELOG.md of the sources.\n\n"
        f" -- {release.maintainer}  {formatdate(release.time)}\n"
    )
    return [
        release.executable("usr/bin/mockidp"),
        Entry("usr/share/man/man1/mockidp.1.gz", gz(release.manual)),
        Entry("usr/share/bash-completion/completions/mockidp", completions["mockidp.bash"]),
        Entry("usr/share/zsh/vendor-completions/_mockidp", completions["_mockidp"]),
        Entry("usr/share/fish/vendor_completions.d/mockidp.fish", completions["mockidp.fish"]),
        *(entry.under("usr/share/doc/mockidp/examples") for entry in release.scenarios),
        Entry("usr/share/doc/mockidp/changelog.gz", gz(changes.encode())),
        Entry("usr/share/doc/mockidp/copyright", (documents / "copyright").read_bytes()),
        Entry("usr/share/doc/mockidp/THIRD-PARTY-NOTICES.txt", (ROOT / "THIRD-PARTY-NOTICES.txt").read_bytes()),
        Entry("usr/share/lintian/overrides/mockidp", (documents / "lintian-overrides").read_bytes()),
    ]
