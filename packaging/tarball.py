"""The archive for everybody: the program with all that belongs to it, to unpack anywhere."""

from archive import Entry, gz, tar
from release import Release


def build(release: Release):
    name = f"mockidp-{release.version}-linux-{release.machine}"
    entries = [
        release.executable("bin/mockidp"),
        Entry("share/man/man1/mockidp.1", release.manual),
        *(Entry(f"share/completions/{file}", text) for file, text in release.completions.items()),
        *(entry.under("share/scenarios") for entry in release.scenarios),
        *release.papers,
    ]
    yield f"{name}.tar.gz", gz(tar([entry.under(name) for entry in entries], release.time))
