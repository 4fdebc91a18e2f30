"""The npm package, with the program in it."""

import json
import re

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
        Entry("README.md", _apart((SOURCE / "README.md").read_text(encoding="utf-8"), release).encode()),
        *release.papers,
        *folder(SOURCE, "src/**/*", "examples/**/*"),
        release.executable("bin/mockidp"),
    ]
    yield f"mockidp-{release.version}.tgz", gz(tar([entry.under("package") for entry in entries], release.time))


def _apart(page: str, release: Release) -> str:
    """The page with its links out of the package: to the repository, or nowhere as long as there is none."""
    to = rf"[\1]({release.repository}/blob/v{release.version}/\2)" if release.repository else r"\1"
    return re.sub(r"\[([^]]*)\]\(\.\./\.\./([^)]*)\)", to, page)
