#!/usr/bin/env python3
"""The jars for JUnit, with the file that Maven reads. The JDK and JUnit of this machine make them; Debian's: default-jdk-headless, junit5.

By itself it lays the files of these sources: packaging/javajar.py FOLDER
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator, List, Tuple

import release
from archive import Entry, folder, zipped

ROOT = Path(__file__).resolve().parent.parent
JAVA = ROOT / "packages/java/src/main/java"
JUNIT = Path(os.environ.get("JUNIT") or "/usr/share/java")
JARS = ":".join(str(JUNIT / f"{name}.jar") for name in ("junit-jupiter-api", "junit-platform-commons", "opentest4j", "apiguardian-api"))
POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mockidp</groupId>
  <artifactId>mockidp-junit</artifactId>
  <version>{version}</version>
  <name>mockidp-junit</name>
  <description>Tests for apps that sign in with Microsoft Entra ID, under JUnit 5</description>
  <licenses><license><name>Apache-2.0</name></license></licenses>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-api</artifactId><version>5.9.2</version><scope>provided</scope>
    </dependency>
  </dependencies>
</project>
"""


def files(version: str, papers: List[Entry]) -> Iterator[Tuple[str, bytes]]:
    """Compiled for JDK 11. The sources have a jar of their own: beside its classes, javac would read them anew."""
    manifest = f"Manifest-Version: 1.0\nImplementation-Title: mockidp-junit\nImplementation-Version: {version}\nAutomatic-Module-Name: mockidp.junit\n\n"
    common = [Entry("META-INF/MANIFEST.MF", manifest.replace("\n", "\r\n").encode()), *(paper.under("META-INF") for paper in papers)]
    pom = POM.format(version=version).encode()
    name = f"mockidp-junit-{version}"

    def jar(*entries: Entry) -> bytes:
        return zipped([*common, *entries], stored_first="META-INF/MANIFEST.MF")

    yield f"{name}.jar", jar(Entry("META-INF/maven/mockidp/mockidp-junit/pom.xml", pom), *_classes())
    yield f"{name}-sources.jar", jar(*folder(JAVA, "**/*.java"))
    yield f"{name}-javadoc.jar", jar(*_pages(version))
    yield f"{name}.pom", pom


def _sources():
    return map(str, sorted(JAVA.rglob("*.java")))


def _classes():
    with tempfile.TemporaryDirectory() as work:
        # Without -parameters and debug paths the classes say nothing of this machine.
        options = ["--release", "11", "-encoding", "UTF-8", "-g:lines,vars", "-nowarn"]
        subprocess.run(["javac", *options, "-cp", JARS, "-d", work, *_sources()], check=True)
        return folder(Path(work), "**/*.class")


def _pages(version: str):
    """What anybody may call. Without a time in it, and without links to pages elsewhere."""
    with tempfile.TemporaryDirectory() as work:
        options = ["-quiet", "-notimestamp", "-locale", "en", "-encoding", "UTF-8", "-docencoding", "UTF-8", "-Xdoclint:all,-missing", "-Werror"]
        titles = ["-windowtitle", f"mockidp-junit {version}", "-doctitle", f"mockidp for JUnit 5, {version}"]
        subprocess.run(["javadoc", *options, *titles, "-cp", JARS, "-d", work, *_sources()], check=True)
        return folder(Path(work), "**/*")


def _main(target: Path):
    target.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([ROOT / "scripts/version"], check=True, capture_output=True, text=True).stdout.strip()
    for name, content in files(version, release.papers()):
        (target / name).write_bytes(content)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: packaging/javajar.py FOLDER")
    _main(Path(sys.argv[1]))
