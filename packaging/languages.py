"""The helpers that carry no program: the jar for JUnit and the module for Go."""

import subprocess
import tempfile
from pathlib import Path

import gomodule
from archive import Entry, folder, zipped
from release import ROOT, Release

JAVA = ROOT / "packages/java"
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


def build(release: Release):
    yield from _jar(release)
    name = f"mockidp-go-{release.version}"
    module = gomodule.tree(gomodule.path(release.settings), release.version, release.time, release.papers, release.repository)
    yield f"{name}.zip", zipped([entry.under(name) for entry in module])


def _jar(release: Release):
    """Compiled for JDK 11 with the JUnit of this machine. The sources have a jar of their own: beside its classes, javac would read them anew."""
    with tempfile.TemporaryDirectory() as work:
        sources = sorted((JAVA / "src/main/java").rglob("*.java"))
        jars = "/usr/share/java/junit-jupiter-api.jar:/usr/share/java/junit-platform-commons.jar:/usr/share/java/opentest4j.jar:/usr/share/java/apiguardian-api.jar"
        # Without -parameters and debug paths the classes say nothing of this machine.
        subprocess.run(["javac", "--release", "11", "-encoding", "UTF-8", "-g:lines,vars", "-nowarn", "-cp", jars, "-d", work, *map(str, sources)], check=True)
        manifest = f"Manifest-Version: 1.0\nImplementation-Title: mockidp-junit\nImplementation-Version: {release.version}\nAutomatic-Module-Name: mockidp.junit\n\n"
        pom = POM.format(version=release.version).encode()
        entries = [
            Entry("META-INF/MANIFEST.MF", manifest.replace("\n", "\r\n").encode()),
            *(paper.under("META-INF") for paper in release.papers),
            Entry("META-INF/maven/mockidp/mockidp-junit/pom.xml", pom),
            *folder(Path(work), "**/*.class"),
        ]
    source = [*entries[:3], *folder(JAVA / "src/main/java", "**/*.java")]
    yield f"mockidp-junit-{release.version}.jar", zipped(entries, stored_first="META-INF/MANIFEST.MF")
    yield f"mockidp-junit-{release.version}-sources.jar", zipped(source, stored_first="META-INF/MANIFEST.MF")
    yield f"mockidp-junit-{release.version}.pom", pom
