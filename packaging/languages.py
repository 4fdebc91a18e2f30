"""The helpers that carry no program: the jars for JUnit and the module for Go."""

import gomodule
import javajar
from archive import zipped
from release import Release


def build(release: Release):
    yield from javajar.files(release.version, release.papers)
    name = f"mockidp-go-{release.version}"
    module = gomodule.tree(gomodule.path(release.settings), release.version, release.time, release.papers, release.repository)
    yield f"{name}.zip", zipped([entry.under(name) for entry in module])
