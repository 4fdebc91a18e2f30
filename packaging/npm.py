"""The npm package, with the program in it."""

import json

from archive import Entry, folder, gz, tar
from release import ROOT, Release

SOURCE = ROOT / "packages/javascript"


def build(release: Release):
    told = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))
    told["version"] = release.version
    if release.repository:
        told["repository"] = {"type": "git", "url": f"git+{release.repository}.git"}
    entries = [
        Entry("package.json", (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode()),
        Entry("README.md", (SOURCE / "README.md").read_bytes()),
        Entry("LICENSE", release.licence),
        *folder(SOURCE, "src/**/*"),
        release.executable("bin/mockidp"),
    ]
    yield f"mockidp-{release.version}.tgz", gz(tar([entry.under("package") for entry in entries], release.time))
