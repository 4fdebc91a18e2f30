"""The scripts for CI runners, with the variables and files that GitHub, GitLab, Azure Pipelines and a Dev Container give them."""

import functools
import hashlib
import http.server
import json
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import threading
from pathlib import Path

import pytest
import requests
from support.binary import BINARY

# Where the schemas are not, the scripts have been tried by the other environment.
yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parent.parent
CI = ROOT / "ci"
VERSION = subprocess.run([ROOT / "scripts/version"], capture_output=True, text=True, check=True).stdout.strip()
NAME = f"mockidp-{VERSION}-linux-{platform.machine()}"
# The shell that runs a step stops at the first fault, as the runner's does.
ASKS = """curl --fail --silent --show-error "https://login.microsoftonline.com/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration" """


@pytest.fixture(scope="session")
def releases(tmp_path_factory):
    """The address of a folder with one release, on this machine."""
    folder = tmp_path_factory.mktemp("releases")
    release = folder / f"v{VERSION}"
    release.mkdir()
    archive = release / f"{NAME}.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        tar.add(BINARY, f"{NAME}/bin/mockidp")
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    release.joinpath("SHA256SUMS").write_text(f"{digest}  {archive.name}\n")
    bad = folder / "v9.9.9"
    bad.mkdir()
    shutil.copy(archive, bad / f"mockidp-9.9.9-linux-{platform.machine()}.tar.gz")
    bad.joinpath("SHA256SUMS").write_text(f"{'0' * 64}  mockidp-9.9.9-linux-{platform.machine()}.tar.gz\n")
    empty = folder / "v8.8.8"
    empty.mkdir()
    empty.joinpath("SHA256SUMS").write_text("")
    shutil.copy(archive, empty / f"mockidp-8.8.8-linux-{platform.machine()}.tar.gz")
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    return tmp_path_factory.mktemp("installed")


class Job:
    """A job whose steps get the variables of those before, as the runner hands them on."""

    def __init__(self, directory, **variables):
        self.variables = {"PATH": "/usr/bin:/bin", "HOME": str(directory), **{name: str(value) for name, value in variables.items()}}

    def run(self, *command, **variables):
        environment = {**self.variables, **{name: str(value) for name, value in variables.items()}}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


class GitHub(Job):
    def __init__(self, directory, **variables):
        self.files = {name: directory / name for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in self.files.values():
            file.write_text("")
        super().__init__(
            directory, **self.files, RUNNER_TEMP=directory / "temp", RUNNER_TOOL_CACHE=directory / "tools", GITHUB_ACTIONS="true",
            RUNNER_OS="Linux", **variables,
        )  # fmt: skip
        (directory / "temp").mkdir()

    def action(self, **inputs):
        """The action's step, with its inputs as action.yml hands them on."""
        action = yaml.safe_load((ROOT / "action.yml").read_text())
        (step,) = action["runs"]["steps"]
        values = {f"inputs.{name}": str(inputs.get(name, given.get("default", ""))) for name, given in action["inputs"].items()}
        values |= {"job.status": inputs.get("status", "success"), "github.action_ref": f"v{VERSION}"}
        values |= {"github.server_url": "https://github.test", "github.action_repository": "o/r"}
        environment = {
            name: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: values[found[1]], text) for name, text in step["env"].items()
        }  # fmt: skip
        environment["MOCKIDP_RELEASES"] = self.variables["MOCKIDP_RELEASES"]
        done = self.run("bash", "-eo", "pipefail", "-c", step["run"], GITHUB_ACTION_PATH=ROOT, **environment)
        self.variables |= dict(line.split("=", 1) for line in self.files["GITHUB_ENV"].read_text().splitlines())
        added = self.files["GITHUB_PATH"].read_text().split()
        self.variables["PATH"] = ":".join([*dict.fromkeys(added), "/usr/bin", "/bin"])
        return done

    @property
    def summary(self):
        return self.files["GITHUB_STEP_SUMMARY"].read_text()


@pytest.fixture
def github(tmp_path, releases, installed):
    job = GitHub(tmp_path, MOCKIDP_RELEASES=releases, MOCKIDP_INSTALL=installed)
    yield job
    job.action(do="finish")


def test_github_starts_a_server_for_the_steps_that_follow(github):
    started = github.action()
    assert started.returncode == 0, started.stderr
    outputs = dict(line.split("=", 1) for line in github.files["GITHUB_OUTPUT"].read_text().splitlines())
    assert requests.get(outputs["url"] + "/_mockidp/v1/health", verify=outputs["ca"], timeout=20).status_code == 200
    asked = github.run("bash", "-ec", ASKS)
    assert asked.returncode == 0 and "issuer" in asked.stdout, asked.stderr
    assert github.run("mockidp", "health").returncode == 0
    finished = github.action(do="finish")
    assert finished.returncode == 0, finished.stderr
    assert github.summary == "", "a job that passes has nothing to tell"
    with pytest.raises(requests.ConnectionError):
        requests.get(outputs["url"], verify=outputs["ca"], timeout=20)


def test_github_shows_the_journal_of_a_job_that_failed(github):
    github.action()
    github.run("bash", "-ec", ASKS)
    assert github.action(do="finish", status="failure").returncode == 0
    assert github.summary.startswith("### mockidp\n") and "#### Journal" in github.summary
    assert "openid-configuration" in github.summary
    rows = [row for row in github.summary.splitlines() if row and not row.startswith("#")]
    assert all(row.startswith("    ") for row in rows), "what clients sent is code, whatever stands in it"


def test_github_fails_when_an_expectation_is_not_met(github):
    github.action(scenario="expired-refresh")
    finished = github.action(do="finish")
    assert finished.returncode == 3
    assert "AADSTS700082" in github.summary and "AADSTS700082" in finished.stderr


def test_github_wraps_a_command(github):
    passed = github.action(run=ASKS)
    assert passed.returncode == 0 and "issuer" in passed.stdout, passed.stderr
    failed = github.action(run=f"{ASKS}; exit 7")
    assert failed.returncode == 7
    assert "openid-configuration" in github.summary


def test_github_installs_alone(github):
    assert github.action(do="install").returncode == 0
    assert github.run("mockidp", "version").stdout.startswith(f"mockidp {VERSION}")


@pytest.fixture(scope="session")
def repository(tmp_path_factory):
    """The scripts for runners as a repository of their own, with the tag of a release."""
    folder = tmp_path_factory.mktemp("repository")
    shutil.copytree(CI, folder / "ci")
    for words in ("init --quiet", "add .", "-c user.name=a -c user.email=a@b.test commit --quiet -m ci", f"tag v{VERSION}"):
        subprocess.run(["git", "-C", folder, *words.split()], check=True)
    return folder


@pytest.mark.parametrize("has_checkout", [False, True], ids=["included", "beside"])
def test_gitlab_reads_a_file(tmp_path, releases, installed, repository, has_checkout):
    template = yaml.safe_load((CI / "gitlab/mockidp.yml").read_text())[".mockidp"]
    variables = {**template["variables"], "MOCKIDP_SCENARIO": "expired-refresh", "MOCKIDP_RELEASES": releases}
    variables["MOCKIDP_SOURCE"] = ROOT if has_checkout else tmp_path / ".mockidp-source"
    variables |= {"MOCKIDP_REPOSITORY": f"file://{repository}", "MOCKIDP_REF": f"v{VERSION}"}
    variables |= {"MOCKIDP_VERSION": VERSION, "MOCKIDP_INSTALL": installed, "MOCKIDP_CI": tmp_path / ".mockidp"}
    job = Job(tmp_path, CI_PROJECT_DIR=tmp_path, GITLAB_CI="true", CI_JOB_STATUS="failed", **variables)
    ran = job.run("sh", "-ec", "\n".join([*template["before_script"], ASKS, "mockidp health"]))
    assert ran.returncode == 0 and "issuer" in ran.stdout, ran.stderr
    ended = job.run("sh", "-c", "\n".join(template["after_script"]))
    assert ended.returncode == 3 and "AADSTS700082" in ended.stderr
    kept = [*template["artifacts"]["paths"], template["artifacts"]["reports"]["junit"]]
    assert all((tmp_path / path).exists() for path in kept), kept


def test_azure_reads_commands(tmp_path, releases, installed):
    templates = [yaml.safe_load((CI / f"azure-pipelines/{name}.yml").read_text()) for name in ("start", "finish")]
    (start,), (finish,) = (template["steps"] for template in templates)
    given = templates[0]["parameters"]
    values = {f"${{{{ parameters.{parameter['name']} }}}}": parameter["default"] for parameter in given}
    values |= {"${{ parameters.source }}": str(ROOT), "${{ parameters.version }}": VERSION, "${{ parameters.releases }}": releases}
    values["$(Agent.JobStatus)"] = "Failed"

    def step(one):
        command, environment = one["script"], dict(one["env"])
        for mark, value in values.items():
            command = command.replace(mark, value)
            environment = {name: text.replace(mark, value) for name, text in environment.items()}
        return job.run("bash", "-ec", command, **environment)

    job = Job(tmp_path, TF_BUILD="True", AGENT_TEMPDIRECTORY=tmp_path, MOCKIDP_INSTALL=installed)
    started = step(start)
    assert started.returncode == 0, started.stderr
    commands = re.findall(r"^##vso\[task\.setvariable variable=(\w+)\](.*)$", started.stdout, re.MULTILINE)
    (path,) = re.findall(r"^##vso\[task\.prependpath\](.*)$", started.stdout, re.MULTILINE)
    job.variables |= {**dict(commands), "PATH": f"{path}:/usr/bin:/bin"}
    asked = job.run("bash", "-ec", f"{ASKS}; mockidp health")
    assert asked.returncode == 0, asked.stderr
    ended = step(finish)
    (summary,) = re.findall(r"^##vso\[task\.uploadsummary\](.*)$", ended.stdout, re.MULTILINE)
    assert "openid-configuration" in Path(summary).read_text()
    assert "##vso" not in "".join(line for line in ended.stderr.splitlines() if line.startswith("##")), "clients give the agent no commands"


def test_a_dev_container_has_the_program(tmp_path, releases):
    feature = CI / "devcontainer/src/mockidp"
    described = json.loads((feature / "devcontainer-feature.json").read_text())
    assert {"id", "version", "name"} <= set(described) and described["id"] == feature.name
    assert described["version"] == described["options"]["version"]["default"] == VERSION
    assert (feature / "install").read_text() == (CI / "install").read_text(), "copy ci/install to the feature's folder"
    # Options are upper-case variables there.
    options = {name.upper(): option["default"] for name, option in described["options"].items()}
    job = Job(tmp_path, _REMOTE_USER="vscode", MOCKIDP_INSTALL=tmp_path / "lib", MOCKIDP_BIN=tmp_path, **{**options, "RELEASES": releases})
    done = job.run("sh", feature / "install.sh")
    assert done.returncode == 0, done.stderr
    assert job.run(tmp_path / "mockidp", "version").stdout.startswith(f"mockidp {VERSION}")


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"MOCKIDP_VERSION": "9.9.9"}, "has not the checksum that the release says"),
        ({"MOCKIDP_VERSION": "8.8.8"}, "the release says no checksum for"),
        ({"MOCKIDP_VERSION": "7.7.7"}, "SHA256SUMS of version 7.7.7 cannot be had"),
        ({"MOCKIDP_VERSION": "../x"}, "'../x' is not a version"),
        ({"MOCKIDP_VERSION": VERSION, "MOCKIDP_RELEASES": ""}, "it is not known where the releases are"),
        ({}, "no version is asked for and no mockidp is in PATH"),
    ],
)
def test_bad_days_of_a_release(tmp_path, releases, variables, sentence):
    job = Job(tmp_path, **{"MOCKIDP_RELEASES": releases, "MOCKIDP_INSTALL": tmp_path / "releases", **variables})
    done = job.run(CI / "install")
    assert done.returncode == 1 and done.stdout == ""
    assert sentence in done.stderr.splitlines()[-1]
    assert not list(tmp_path.glob("releases/*/bin/mockidp")), "nothing is left that the next run would take"


@pytest.mark.parametrize(("system", "machine"), [("Darwin", "arm64"), ("Linux", "riscv64")])
def test_another_machine_is_told_what_to_do(tmp_path, releases, system, machine):
    tool = tmp_path / "uname"
    tool.write_text(f'#!/bin/sh\n[ "$1" = -s ] && echo {system} || echo {machine}\n')
    tool.chmod(0o755)
    job = Job(tmp_path, MOCKIDP_RELEASES=releases, MOCKIDP_VERSION=VERSION, PATH=f"{tmp_path}:/usr/bin:/bin")
    done = job.run(CI / "install")
    assert done.returncode == 1 and "run the job on Linux, or set MOCKIDP_URL" in done.stderr


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [({"MOCKIDP_SCENARIO": "nonsense"}, "there is no scenario 'nonsense'"), ({"MOCKIDP_MODE": "both"}, "write proxy or direct")],
)
def test_a_server_that_does_not_start(tmp_path, releases, installed, variables, sentence):
    job = Job(tmp_path, MOCKIDP_RELEASES=releases, MOCKIDP_VERSION=VERSION, MOCKIDP_INSTALL=installed, MOCKIDP_CI=tmp_path / "ci", **variables)
    done = job.run(CI / "start")
    assert done.returncode == 1 and sentence in done.stderr, done.stderr


def test_nothing_to_finish(tmp_path):
    done = Job(tmp_path, MOCKIDP_CI=tmp_path / "none").run(CI / "finish")
    assert done.returncode == 1 and "run ci/start in a step before" in done.stderr


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-actions", ["action.yml"]),
        ("vendor.github-workflows", sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(".github/workflows/*.yml"))),
        ("vendor.gitlab-ci", ["ci/gitlab/mockidp.yml"]),
        ("vendor.azure-pipelines", ["ci/azure-pipelines/start.yml", "ci/azure-pipelines/finish.yml"]),
    ],
)
def test_the_vendors_schemas(schema, files):
    checker = Path(sys.executable).parent / "check-jsonschema"
    if not checker.exists():
        pytest.skip("the schemas are not in this environment")
    transform = ["--data-transform", schema.removeprefix("vendor.")] if schema in ("vendor.gitlab-ci", "vendor.azure-pipelines") else []
    done = subprocess.run([checker, "--builtin-schema", schema, *transform, *files], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
