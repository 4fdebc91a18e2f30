"""The packages for .NET, where there is an SDK. Nobody else can make them."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from release import ROOT, Release

SOURCE = ROOT / "packages/dotnet"
LEFT = shutil.ignore_patterns("bin", "obj")


def build(release: Release):
    if not shutil.which("dotnet") or os.environ.get("WITHOUT_DOTNET"):
        print("            the packages for .NET are not made: there is no dotnet here")
        return
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(SOURCE, f"{work}/source", ignore=LEFT)
        program = "MockIdPExecutable" if release.machine == "x86_64" else "MockIdPExecutableArm64"
        told = {"Version": release.version, program: str(release.path)}
        if release.repository and release.commit:
            told |= {"RepositoryUrl": release.repository, "SourceRevisionId": release.commit}
        words = ["dotnet", "pack", "MockIdP.Testing.slnx", "-c", "Release", "-o", f"{work}/feed", "-m:1", "-nodeReuse:false", "-v", "quiet"]
        subprocess.run([*words, *(f"-p:{name}={value}" for name, value in told.items())], cwd=f"{work}/source", check=True)
        for file in sorted([*Path(work, "feed").glob("*.nupkg"), *Path(work, "feed").glob("*.snupkg")]):
            yield file.name, file.read_bytes()
