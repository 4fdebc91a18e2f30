"""The pages for test authors: what they print is run as it is printed. What cannot run here is parsed."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
import requests
import yaml
from support.binary import BINARY

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = [
    "tests-pytest.md", "tests-browser.md", "tests-go.md", "tests-junit.md", "tests-dotnet.md",
    "clients.md", "ci.md", "drop-in.md", "worlds.md", "quick-start.md",
]  # fmt: skip
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# A block under a line that is nothing but the name of a file.
FILE = re.compile(r"^`([\w.-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
JUNIT = Path("/usr/share/java")


def files(page):
    return dict(FILE.findall((DOCS / page).read_text()))


def command(page):
    """The line with which the page runs its files."""
    blocks = [text for kind, text in BLOCK.findall((DOCS / page).read_text()) if kind == "sh"]
    return next(line for block in blocks for line in block.splitlines() if line.startswith("mockidp exec"))


@pytest.fixture
def run(tmp_path, home):
    """Writes the files of a page into an empty directory, or some of them, and runs a line there as a new user would."""

    def run_page(page, line, only=(), **variables):
        tools = tmp_path / "bin"
        tools.mkdir()
        (tools / "mockidp").symlink_to(BINARY)
        work = tmp_path / "work"
        work.mkdir()
        for name, text in files(page).items():
            if not only or name in only:
                (work / name).write_text(text)
        path = f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {"PATH": path, "HOME": str(tmp_path), "MOCKIDP_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", **variables}
        return subprocess.run(["sh", "-c", line], cwd=work, env=environment, capture_output=True, text=True, timeout=240)

    return run_page


def test_the_page_about_pytest(run):
    ran = run("tests-pytest.md", command("tests-pytest.md") + " -p no:cacheprovider")
    assert ran.returncode == 0 and "2 passed" in ran.stdout, ran.stdout + ran.stderr


def test_the_test_on_the_page_about_worlds(run):
    ran = run("worlds.md", command("worlds.md") + " -p no:cacheprovider")
    assert ran.returncode == 0 and "1 passed" in ran.stdout, ran.stdout + ran.stderr


def test_the_page_about_browsers(run):
    pytest.importorskip("playwright")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome-stable")
    assert chromium, "no Chromium here; clients/run installs it"
    ran = run("tests-browser.md", command("tests-browser.md") + " -p no:cacheprovider", CHROMIUM=chromium)
    assert ran.returncode == 0 and "1 passed" in ran.stdout, ran.stdout + ran.stderr


@pytest.mark.skipif(not shutil.which("npm"), reason="there is no npm here")
def test_the_npm_package_on_the_page_about_browsers(run, tmp_path):
    """The package, installed from its packed file, and the tests of the page."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", tmp_path, DOCS.parent / "packages/javascript"], check=True, capture_output=True, text=True
    ).stdout.strip()
    install = f"npm install --save-dev --offline --no-audit --no-fund ../{packed}"
    ran = run("tests-browser.md", f"echo '{{}}' > package.json && {install} && node --test", only=["profile.test.mjs"], MOCKIDP_BINARY=str(BINARY))
    assert ran.returncode == 0 and "# pass 2" in ran.stdout, ran.stdout + ran.stderr


@pytest.mark.skipif(not shutil.which("go"), reason="there is no Go here")
def test_the_page_about_go(run, tmp_path):
    """The package, installed and run as the page says, from the file of a release."""
    version = subprocess.run([DOCS.parent / "scripts/version"], check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run([DOCS.parent / "packaging/gomodule.py", tmp_path / f"mockidp-go-{version}"], check=True)
    subprocess.run([sys.executable, "-m", "zipfile", "-c", f"mockidp-go-{version}.zip", f"mockidp-go-{version}"], check=True, cwd=tmp_path)
    shutil.rmtree(tmp_path / f"mockidp-go-{version}")
    unzip, get, test = [
        line.replace("VERSION", version) for kind, text in BLOCK.findall((DOCS / "tests-go.md").read_text()) if kind == "sh" for line in text.splitlines()
    ][:3]
    assert unzip == f"unzip mockidp-go-{version}.zip"
    ran = run(
        "tests-go.md", " && ".join(["go mod init profile", f"{sys.executable} -m zipfile -e ../mockidp-go-{version}.zip .", get, test + " -v"]),
        only=["profile_test.go", "app_test.go"], GOCACHE=str(tmp_path / "cache"), GOPATH=str(tmp_path / "go"), GOFLAGS="-modcacherw", GOTOOLCHAIN="local",
    )  # fmt: skip
    assert ran.returncode == 0 and ran.stdout.count("--- PASS") == 4, ran.stdout + ran.stderr


@pytest.mark.skipif(not shutil.which("go"), reason="there is no Go here")
def test_the_page_about_go_without_the_package(run, tmp_path):
    ran = run(
        "tests-go.md", "go mod init renewal && " + command("tests-go.md") + " -v", only=["renewal_test.go"],
        GOCACHE=str(tmp_path / "cache"), GOPATH=str(tmp_path / "go"), GOFLAGS="-mod=mod", GOTOOLCHAIN="local",
    )  # fmt: skip
    assert ran.returncode == 0 and "--- PASS" in ran.stdout, ran.stdout + ran.stderr


@pytest.mark.skipif(
    not (shutil.which("javadoc") and list(JUNIT.glob("junit-platform-console*.jar"))), reason="there is no JDK with JUnit 5 here"
)
def test_the_page_about_junit(run, tmp_path):
    """The package, from the file of a release, and the tests of the page. Maven's plugins are not at hand; JUnit's own runner takes their place."""
    subprocess.run([sys.executable, DOCS.parent / "packaging/javajar.py", tmp_path / "files"], check=True)
    [jar] = [jar for jar in (tmp_path / "files").glob("*.jar") if jar.stem[-1].isdigit()]
    libraries = ":".join([str(jar), *(
        str(jar) for name in ("junit-*.jar", "opentest4j*.jar", "apiguardian*.jar", "picocli*.jar", "univocity*.jar") for jar in JUNIT.glob(name)
    )])  # fmt: skip
    line = f"javac --release 11 -cp {libraries} *.java && java -cp {libraries}:. org.junit.platform.console.ConsoleLauncher --scan-classpath ."
    ran = run("tests-junit.md", line)
    assert ran.returncode == 0 and "3 tests successful" in ran.stdout, ran.stdout + ran.stderr


def csharp(text):
    """No parser for C# is at hand: brackets, quotes and the ends of statements are looked at."""
    code = re.sub(r"//[^\n]*|\$?\"(?:\\.|[^\"\\\n])*\"", lambda found: '""' if '"' in found[0][:2] else "", text)
    open_brackets = []
    for sign in re.sub(r"\"\"", "", code):
        if sign in "([{":
            open_brackets.append(sign)
        elif sign in ")]}":
            assert open_brackets and open_brackets.pop() + sign in ("()", "[]", "{}"), text
    assert not open_brackets and '"' not in code.replace('""', ""), text
    assert code.rstrip().endswith((";", "}")), text


def golang(text):
    whole = text if text.startswith("package ") else "package sample\n\nfunc sample() {\n" + text + "}\n"
    parsed = subprocess.run(["gofmt", "-e"], input=whole, capture_output=True, text=True)
    assert parsed.returncode == 0, parsed.stderr
    assert text != whole or parsed.stdout == whole, "gofmt would write it otherwise"


def javascript(text):
    """A module, so that `await` may stand outside of a function."""
    parsed = subprocess.run(["node", "--input-type=module", "--check"], input=text, capture_output=True, text=True)
    assert parsed.returncode == 0, parsed.stderr


def shell(text):
    parsed = subprocess.run(["sh", "-n"], input=text, capture_output=True, text=True)
    assert parsed.returncode == 0, parsed.stderr


def java(text):
    """A file, or statements of a method."""
    whole = text if re.search(r"^class ", text, re.MULTILINE) else "class Sample {\nvoid sample() throws Exception {\n" + text + "}\n}\n"
    parser = Path(__file__).parent / "support/java/Parse.java"
    parsed = subprocess.run(["java", str(parser)], input=whole, capture_output=True, text=True)
    assert parsed.returncode == 0, parsed.stderr


def swift(text):
    with tempfile.NamedTemporaryFile("w", suffix=".swift") as file:
        file.write(text)
        file.flush()
        parsed = subprocess.run(["swiftc", "-frontend", "-parse", file.name], capture_output=True, text=True)
    assert parsed.returncode == 0, parsed.stderr


PARSERS = {
    "python": ast.parse, "csharp": csharp, "json": json.loads, "sh": shell, "yaml": yaml.safe_load, "xml": ElementTree.fromstring,
    **({"go": golang} if shutil.which("gofmt") else {}), **({"js": javascript} if shutil.which("node") else {}),
    **({"java": java} if shutil.which("javac") else {}), **({"swift": swift} if shutil.which("swiftc") else {}),
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_sample_can_be_parsed(page):
    samples = BLOCK.findall((DOCS / page).read_text())
    assert samples
    for kind, text in samples:
        assert kind in {"python", "csharp", "json", "sh", "yaml", "go", "java", "js", "swift", "console", "text", "xml"}, kind
        if kind in PARSERS:
            PARSERS[kind](text)


WRONG = [
    ("csharp", "var a = f(1;\n"), ("csharp", 'var a = "b;\n'), ("csharp", "var a = 1\n"), ("csharp", "class A { void B() { }\n"),
    ("js", "const a = ;\n"), ("go", "a := f(1\n"), ("go", "package a\n\nfunc a() {\n  return\n}\n"), ("sh", "if true\n"),
    ("java", "var a = f(1;\n"), ("java", "class A { void b() { }\n"), ("swift", "let a = f(1\n"),
]  # fmt: skip


@pytest.mark.parametrize("kind, text", [row for row in WRONG if row[0] in PARSERS])
def test_the_parsers_find_faults(kind, text):
    with pytest.raises(AssertionError):
        PARSERS[kind](text)


# The pages for test authors print what runs. Samples beside the files of a page are run by a test below, or the page says that they are not.

TESTS = [page for page in PAGES if page.startswith("tests-")]
LANGUAGES = {"python", "csharp", "go", "java", "js", "swift"}


def fragments(page):
    """The samples of a page that are not files of it, each with the paragraph before it."""
    text = (DOCS / page).read_text()
    whole = set(files(page).values())
    for found in BLOCK.finditer(text):
        if found[1] in LANGUAGES and found[2] not in whole:
            yield text[: found.start()].rstrip().rsplit("\n\n", 1)[-1], found[2]


@pytest.mark.parametrize("page", TESTS)
def test_every_sample_is_run_or_marked(page):
    introduction = (DOCS / page).read_text().split("\n## ", 1)[0]
    if "not run there" in introduction:
        return
    for paragraph, text in fragments(page):
        assert "Not run here" in paragraph or (page, text) in RUN, text


def fragment(page, start):
    """The sample that begins so, as it is printed."""
    [text] = [text for _, text in fragments(page) if text.startswith(start)]
    return text


CLOCK = fragment("tests-pytest.md", "requests.post(")
TWO_CLOCKS = fragment("tests-browser.md", "page.clock.install()")
TRUSTING = fragment("tests-browser.md", "environment = ")
PROXIED = fragment("tests-browser.md", "browser.new_context(")
RUN = {
    ("tests-pytest.md", CLOCK), ("tests-browser.md", TWO_CLOCKS), ("tests-browser.md", TRUSTING), ("tests-browser.md", PROXIED),
}  # fmt: skip


def test_the_clock_moves_as_the_page_about_pytest_says(happy, monkeypatch):
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", happy.ca)
    made = happy.post_control("worlds", {}).json()
    control = f"{happy.control}/worlds/{made['name']}"
    before = requests.get(f"{control}/clock", timeout=10).json()
    exec(CLOCK, {"requests": requests, "CONTROL": happy.control, "world": made})
    after = requests.get(f"{control}/clock", timeout=10).json()
    assert days(after) - days(before) == 90


def days(clock):
    return round(datetime.fromisoformat(clock["now"][:19]).timestamp() / 86400)


BROWSER = """
import os
import requests
from playwright.sync_api import sync_playwright

CONTROL = os.environ["MOCKIDP_CONTROL"]
control = f"{{CONTROL}}/worlds/" + requests.post(f"{{CONTROL}}/worlds", json={{}}, timeout=10).json()["name"]
REAL = "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"
with sync_playwright() as playwright:
{trusting}
    page = browser.new_page()
    page.goto(os.environ["MOCKIDP_AUTHORITY"] + "/v2.0/.well-known/openid-configuration")  # trusted
    began = page.evaluate("Date.now()")
{clocks}
    assert page.evaluate("Date.now()") - began > 7_000_000
    assert requests.get(f"{{control}}/clock", timeout=10).json()["now"] > requests.get(f"{{CONTROL}}/clock", timeout=10).json()["now"]
    context = (
{proxied}    )
    assert context.new_page().goto(REAL).ok
    browser.close()
"""


def test_the_samples_about_browsers_run(tmp_path, home):
    pytest.importorskip("playwright")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome-stable")
    assert chromium and shutil.which("certutil"), "no Chromium or no certutil here; clients/run installs them"
    indented = {name: textwrap.indent(text, "    ") for name, text in
                {"trusting": TRUSTING, "clocks": TWO_CLOCKS, "proxied": PROXIED}.items()}  # fmt: skip
    (tmp_path / "sample.py").write_text(BROWSER.format(**indented))
    # Not below pytest's directory: the path of Chromium's socket would be too long there.
    with tempfile.TemporaryDirectory(dir="/tmp") as temporary:
        ran = subprocess.run(
            [str(BINARY), "exec", "--browser", "--quiet", "--", sys.executable, str(tmp_path / "sample.py")],
            capture_output=True, text=True, timeout=240,
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "MOCKIDP_HOME": str(home), "CHROMIUM": chromium, "TMPDIR": temporary},
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_the_table_of_msal_dotnet_is_what_was_measured():
    root = DOCS.parent
    lines = (root / "data/msal-dotnet.tsv").read_text().splitlines()
    measured = {cells[0]: cells for cells in (line.split("\t") for line in lines if line and not line.startswith("#"))}
    asks_the_token_endpoint = re.compile(
        r"silent renewal|every (token )?request|token request|asking for more|tokens for the API|password grant|same code again", re.IGNORECASE
    )
    scenarios = {}
    for path in sorted((root / "scenarios").glob("*.yaml")):
        summary = re.search(r"^summary: (.*)$", path.read_text(), re.MULTILINE)[1]
        if asks_the_token_endpoint.search(summary):
            for code in re.findall(r"AADSTS(\d+)", summary):
                scenarios.setdefault(int(code), []).append(path.stem)
    rows = []
    for code in sorted(scenarios):
        _, exception, error, _, classification, *_ = measured[str(code)]
        last = f"`{classification}`" if classification != "-" else ""
        rows.append(f"| {code} | {', '.join(scenarios[code])} | `{exception}` | `{error}` | {last} |")
    page = (DOCS / "msal-net.md").read_text()
    assert [line for line in page.splitlines() if re.match(r"\| \d+ \|", line)] == rows
