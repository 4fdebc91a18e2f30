"""A team with an API: the page for it, with the tests that it prints, in each language with Debian's tools."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.binary import BINARY

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "clients/teams/api"
PAGE = (ROOT / "docs/tests-api.md").read_text()
TESTS = {
    "python": "python/test_orders.py",
    "js": "javascript/orders.test.mjs",
    "go": "go/orders_test.go",
    "java": "java/OrdersTest.java",
}
JARS = Path("/usr/share/java")


def run(command, folder, home, **variables):
    """A command in a folder of the team's, with the program as the only thing that is known of mockidp."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MOCKIDP") and not name.lower().endswith("_proxy")}
    environment = {**kept, "MOCKIDP_BINARY": str(BINARY), "HOME": str(home), **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("language", TESTS)
def test_the_page_prints_the_file(language):
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)
    assert (FOLDER / TESTS[language]).read_text() in blocks


def test_python(tmp_path):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, "-c", os.devnull]
    for file in FOLDER.joinpath("python").iterdir():
        if file.suffix == ".py":
            shutil.copy(file, tmp_path)
    run(command, tmp_path, tmp_path, PYTHONPATH=f"{ROOT}/packages/python/src:{tmp_path}", PYTEST_PLUGINS="mockidp.pytest_plugin", PYTHONDONTWRITEBYTECODE="1")


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node here")
def test_javascript(tmp_path):
    for file in FOLDER.joinpath("javascript").iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/mockidp").symlink_to(ROOT / "packages/javascript")
    run(["node", "--test", "orders.test.mjs"], tmp_path, tmp_path)


@pytest.mark.skipif(not shutil.which("go"), reason="there is no Go here")
def test_go(tmp_path):
    for file in FOLDER.joinpath("go").iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "go.mod").write_text(
        f"module orders\n\ngo 1.19\n\nrequire mockidp.invalid/go v0.0.0\n\nreplace mockidp.invalid/go => {ROOT}/packages/go\n"
    )
    run(["go", "test", "./..."], tmp_path, tmp_path, GOFLAGS="-mod=mod", GOPROXY="off", GOCACHE=str(tmp_path / "cache"))


@pytest.mark.skipif(not shutil.which("javac") or not (JARS / "junit-jupiter-api.jar").exists(), reason="there is no JDK with JUnit 5 here")
def test_java(tmp_path):
    jars = ":".join(str(file) for name in ("junit-*", "opentest4j*", "apiguardian*", "picocli*", "univocity*") for file in JARS.glob(f"{name}.jar"))
    sources = [*FOLDER.joinpath("java").glob("*.java"), *(ROOT / "packages/java/src/main/java/mockidp/junit").glob("*.java")]
    run(["javac", "--release", "11", "-cp", jars, "-d", tmp_path / "classes", *sources], tmp_path, tmp_path)
    console = ["java", "-cp", f"{tmp_path}/classes:{jars}", "org.junit.platform.console.ConsoleLauncher", "--disable-banner"]
    run([*console, "--scan-classpath", tmp_path / "classes"], tmp_path, tmp_path)
