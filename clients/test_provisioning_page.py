"""docs/provisioning.md, as it is printed: its scenario, its commands and its samples. The product listens at a free port instead of 5001."""

import json
import os
import re
import subprocess
import sys
import textwrap

import pytest
from provision.scim_server import ScimServer
from support.binary import BINARY, ROOT
from support.pages import commands, found

PAGE = "docs/provisioning.md"
TEXT = (ROOT / PAGE).read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture
def product():
    with ScimServer() as server:
        yield server


@pytest.fixture
def mockidp(home, tmp_path, product):
    """Runs a line of the page in a shell, in a directory with the page's scenario."""
    work, programs = tmp_path / "work", tmp_path / "bin"
    work.mkdir()
    programs.mkdir()
    (programs / "mockidp").symlink_to(BINARY)
    port = str(product.http.server_port)
    (work / "leaver.yaml").write_text(blocks("yaml")[0].replace("5001", port))

    def run(line, ends_with=0):
        ended = subprocess.run(
            ["sh", "-ec", line.replace("localhost:5001", f"localhost:{port}")], cwd=work, stdin=subprocess.DEVNULL,
            env={"MOCKIDP_HOME": str(home), "PATH": f"{programs}:/usr/bin:/bin"}, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert ended.returncode == ends_with, f"{line}\n{ended.stdout}{ended.stderr}"
        return ended.stdout

    run.work = work
    return run


def ann(product):
    return next(user for user in product.scim.tenants["t0ken"].users.values() if user["userName"].startswith("ann@"))


def test_the_leaver_is_switched_off(mockidp, product):
    printed = mockidp(found(PAGE, "mockidp exec"))
    assert "create" in printed and ann(product)["active"] is False


def test_a_product_that_keeps_the_leaver_fails_the_run(mockidp, product):
    """What the page is for: the expectation counts the disable that was sent, and the product refuses it."""
    product.scim.faults.add("booleans-only")
    mockidp(found(PAGE, "mockidp exec"), ends_with=3)
    assert ann(product)["active"] is True


def test_the_commands_that_drive_it(mockidp, product):
    lines = [line for line in commands(PAGE) if line.startswith("mockidp provision run") and "exec" not in line]
    assert len(lines) == 6
    # In the order of the page, and a rule of the scenario blocks Ann after the first cycle: who is provisioned on demand is not blocked.
    script = "\n".join("mockidp user enable ann\n" + line if "--on-demand" in line else line for line in lines)
    (mockidp.work / "all.sh").write_text("set -e\n" + script)
    printed = mockidp("mockidp exec --scenario ./leaver.yaml -- sh all.sh || true")
    for words in ["create", "Active", "sellers"]:
        assert words.lower() in printed.lower(), printed
    assert ann(product)["active"] is True


#: A world and a product in which the calls of the page run as they are printed.
WORLD = '{"scenario": "team", "world": {"users": {"ann": {"displayName": "Ann Lee"}}, "apps": {"product": {"type": "web", "assignedUsers": ["ann"]}}}}'
IN_JAVASCRIPT = """
const assert = require("node:assert");
const test = require("node:test");
const {{ withWorld }} = require({package});
const product = {{ url: {url} }};
const shop = {{ mayEnter: async () => (await fetch({url} + "/in/1001")).status === 200 }};
test("who leaves is out", withWorld({world}, async (world) => {{
{calls}
}}));
"""
IN_GO = """package page

import (
	"net/http"
	"testing"

	. "mockidp.invalid/go/mockidptest"
)

type server struct{{ URL string }}

func (s server) MayEnter(string) bool {{
	answer, err := http.Get(s.URL + "/in/1001")
	return err == nil && answer.StatusCode == http.StatusOK
}}

func TestWhoLeavesIsOut(t *testing.T) {{
	world := World(t, {world})
	product := server{{URL: {url}}}
	shop := product
{calls}
}}
"""


def asked(product):
    return [(method, path) for method, path, _ in product.http.log if method != "GET"]


def test_the_calls_by_curl(mockidp, product):
    [calls] = [block for block in blocks("sh") if "curl" in block]
    (mockidp.work / "calls.sh").write_text("set -e\n" + calls.replace("5001", str(product.http.server_port)))
    assert '"disable"' in mockidp("mockidp exec --scenario ./leaver.yaml -- sh calls.sh")
    assert ann(product)["active"] is False


def test_the_calls_in_javascript(tmp_path, product):
    [calls] = blocks("js")
    file = tmp_path / "page.test.cjs"
    file.write_text(IN_JAVASCRIPT.format(package=json.dumps(str(ROOT / "packages/javascript")), url=json.dumps(product.origin), world=WORLD, calls=calls))
    calls_of_a_product(["node", "--test", file], tmp_path, product)


def test_the_calls_in_go(tmp_path, product):
    [calls] = blocks("go")
    (tmp_path / "page_test.go").write_text(IN_GO.format(url=json.dumps(product.origin), world=json.dumps(WORLD), calls=calls))
    (tmp_path / "go.mod").write_text(
        f"module page\n\ngo 1.19\n\nrequire mockidp.invalid/go v0.0.0\n\nreplace mockidp.invalid/go => {ROOT / 'packages/go'}\n"
    )
    calls_of_a_product(["go", "test", "-count", "1", "."], tmp_path, product)


def calls_of_a_product(command, folder, product):
    """Runs a program in which Ann comes and leaves, and looks at what the product was told."""
    ended = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
        env={**os.environ, "MOCKIDP_BINARY": str(BINARY), "MOCKIDP_HOME": str(folder / "home"), "GOPROXY": "off", "GOFLAGS": "-mod=mod"},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert asked(product) == [("POST", "/Users"), ("PATCH", "/Users/1001")]


def test_the_judge_passes_a_product_that_does_all(mockidp, product, tmp_path):
    lines = [line for line in commands(PAGE) if line.startswith("mockidp provision check")]
    assert len(lines) == 2
    script = mockidp.work / "is-in.sh"
    ask = f"import os, urllib.request as u; u.urlopen('{product.origin}/in/' + os.environ['SCIM_ID'])"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{ask}" 2>/dev/null\n')
    script.chmod(0o755)
    for line in lines:
        assert "0 failed" in mockidp(line) or "fail" not in mockidp(line)


def test_the_printed_failure_is_what_the_judge_prints(mockidp, product):
    product.scim.faults.add("still-signs-in")
    printed = mockidp("mockidp provision check http://localhost:5001/scim --token t0ken --only F1", ends_with=1)
    [sample] = blocks("text")
    for line in sample.strip().splitlines():
        # The id of the user is the product's matter.
        assert re.sub(r"/Users/\d+", "/Users/1", line.strip()) in re.sub(r"/Users/\d+", "/Users/1", printed), printed


@pytest.mark.parametrize("number", range(1, len(blocks("yaml"))))
def test_the_other_samples_are_read(mockidp, number):
    sample = blocks("yaml")[number]
    head, _, tail = blocks("yaml")[0].partition("rules:")
    if sample.startswith("provisioning:"):
        # One app with the words of the sample, in the world of the page.
        app = textwrap.indent(sample, "      ")
        text = head[: head.index("  apps:")] + f"  apps:\n    product:\n      type: web\n      assignedGroups: [sellers]\n{app}"
    else:
        text = head + sample
    (mockidp.work / "sample.yaml").write_text(text)
    mockidp("mockidp scenario check ./sample.yaml")


def test_the_table_of_checks_is_the_judges_own(mockidp):
    listed = re.findall(r"^\s+([A-H]\d+)\b", mockidp("mockidp provision check --list"), re.MULTILINE)
    assert re.findall(r"^\| ([A-H]\d+)", TEXT, re.MULTILINE) == listed and len(listed) == 70
