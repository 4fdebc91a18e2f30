"""The npm package, with the program in it."""

import json

from archive import Entry, folder, gz, tar
from release import ROOT, Release, apart

SOURCE = ROOT / "packages/javascript"


def build(release: Release):
    told = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))
    told["version"] = release.version
    if release.repository:
        told["repository"] = {"type": "git", "url": f"git+{release.repository}.git"}
    entries = [
        Entry("package.json", (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode()),
        Entry("README.md", apart((SOURCE / "README.md").read_text(encoding="utf-8"), release.repository, release.version).encode()),
        *release.papers,
        *folder(SOURCE, "src/**/*", "examples/**/*"),
        release.executable("bin/mockidp"),
    ]
    yield f"mockidp-{release.version}.tgz", gz(tar([entry.under("package") for entry in entries], release.time))
