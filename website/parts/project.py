"""Where things are, and which page of the site shows which file of the project."""

import os
import posixpath
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / ".build"
PICTURES = BUILT / "site-pictures"

#: Markdown files outside docs/ that are pages of the site. The paths are those from the top of the project.
MIRRORED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "docker/README.md": "docker.md",
    "packages/README.md": "packages.md",
    "packages/dotnet/NOTES.md": "packages/dotnet-notes.md",
    **{f"packages/{name}/README.md": f"packages/{name}.md" for name in ("dotnet", "go", "java", "javascript", "python")},
}


def page_of(path):
    """The page of the site that shows a file of the project, or None: `scenarios/outage.yaml` is shown by `library/outage.md`."""
    if path in MIRRORED:
        return MIRRORED[path]
    folder, name = posixpath.split(path)
    if folder == "docs":
        return name
    if folder == "scenarios" and name.endswith(".yaml"):
        return f"library/{name.removesuffix('.yaml')}.md"
    return {"docs": "index.md", "scenarios": "library.md", "packages": "packages.md", "docker": "docker.md"}.get(path)


def relative(target, page):
    """A target as a link from a page says it; both are paths from the top of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def binary():
    """The program that tells of scenarios and refusals."""
    return Path(os.environ.get("MOCKIDP_BINARY", BUILT / "debug/mockidp")).absolute()
