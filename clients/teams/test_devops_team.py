"""A team that runs others' tests: the compose file without a container, and the jobs of the page about runners."""

import re
import shlex
import shutil
import socket
import subprocess

import pytest
from support.pages import ROOT

yaml = pytest.importorskip("yaml")

COMPOSE = yaml.safe_load((ROOT / "docker/docker-compose.yml").read_text())["services"]


def test_compose_without_containers(desk, tmp_path):
    """The three services as processes under Microsoft's names, the app with its own environment."""
    sample = tmp_path / "sample"
    shutil.copytree(ROOT / "docker/sample-app", sample)
    app = {name: value for name, value in COMPOSE["app"]["environment"].items() if name != "REQUESTS_CA_BUNDLE"}
    check = shlex.join(COMPOSE["app"]["healthcheck"]["test"][1:])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    for file in sample.glob("*.py"):
        file.write_text(file.read_text().replace("3000", port))
    lines = [
        f"cd {sample}", "python3 app.py & trap 'kill %1' EXIT", "for _ in $(seq 100); do",
        f"  {check.replace('localhost:3000', f'localhost:{port}')} 2> /dev/null && break; sleep 0.1", "done",
        shlex.join(COMPOSE["test"]["command"]),
    ]  # fmt: skip
    (tmp_path / "run").write_text("\n".join(lines))
    told = desk(f"mockidp exec --hosts -- bash -e {tmp_path / 'run'}", **app)
    page = (ROOT / "docker/README.md").read_text()
    promised = re.findall(r"^test-1  \| (ok .*)$", page, re.MULTILINE)
    assert len(promised) > 3 and [line for line in promised if line not in told] == [], told


def test_the_compose_files_names_and_command_are_the_servers(desk):
    """What the file leads to the server, the server answers; what it starts the server with, the server takes."""
    names = {name for line in desk("mockidp hosts").splitlines() if line[:1].isdigit() for name in line.split()[1:]}
    assert set(COMPOSE["mockidp"]["networks"]["default"]["aliases"]) <= names
    words = [word.replace("${SCENARIO:-happy-path}", "happy-path") for word in COMPOSE["mockidp"]["command"]]
    free = [re.sub(r"^(--https?-port)=.*", r"\1=0", word).replace("/certs", "certs") for word in words]
    health = shlex.join(COMPOSE["mockidp"]["healthcheck"]["test"][1:])
    begin = f"mockidp {shlex.join(free)} --quiet --ready-file ready & trap 'kill %1; wait' EXIT"
    # The file's own address, MOCKIDP_URL, with the port that was free here.
    address, port = COMPOSE["mockidp"]["environment"]["MOCKIDP_URL"].rsplit(":", 1)
    assert f"--https-port={port}" in words
    url = "export MOCKIDP_URL=" + address + ":$(sed -n 's/.*\"authority\".*:\\([0-9]*\\)\".*/\\1/p' ready | head -1)"
    desk(begin, "while [ ! -s ready ]; do sleep 0.1; done", url, health)
    desk("ls certs/ca.pem certs/bundle.pem certs/truststore.p12")


@pytest.fixture
def checkout(tmp_path):
    """The project as GitLab has it: a repository with the scripts for runners alone."""
    folder = tmp_path / "repository"
    shutil.copytree(ROOT / "ci", folder / "ci")
    for words in ("init --quiet", "add .", "-c user.name=a -c user.email=a@b.test commit --quiet -m ci", "tag v0.1.0"):
        subprocess.run(["git", "-C", folder, *words.split()], check=True)
    return folder


def test_the_job_on_the_page_about_gitlab(desk, checkout, tmp_path):
    """The example as it is printed, with the file that it includes. No release is fetched."""
    section = (ROOT / "docs/ci.md").read_text().split("## GitLab\n")[1]
    example = yaml.safe_load(re.search(r"^```yaml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[1])
    (include,) = example["include"]
    template = yaml.safe_load((ROOT / include["file"]).read_text())[".mockidp"]
    assert example["test"]["extends"] == ".mockidp"
    own = {"MOCKIDP_REPOSITORY": f"file://{checkout}", "MOCKIDP_VERSION": "", "MOCKIDP_RELEASES": ""}
    folder = str(tmp_path / "work")
    given = {**template["variables"], **example["test"]["variables"], **own, "CI_PROJECT_DIR": folder}
    variables = {name: value.replace("$CI_PROJECT_DIR", folder) for name, value in given.items()}
    tests = "mockidp token > token; mockidp journal"
    script = [line.replace("./run-tests", tests) for line in example["test"]["script"]]
    ran = desk(*template["before_script"], *script, CI_JOB_STATUS="success", **variables)
    assert "/oauth2/v2.0/token" in ran
    ended = desk(*template["after_script"], code=3, CI_JOB_STATUS="success", **variables)
    assert "AADSTS700082" in ended, "the scenario of the example expects a refusal, and nobody renewed"
    assert (tmp_path / "work" / template["artifacts"]["reports"]["junit"]).exists()


CI = (ROOT / "docs/ci.md").read_text()


def printed(title, language="sh"):
    """The examples of a section, as they stand there."""
    return re.findall(rf"^```{language}\n(.*?)^```$", CI.split(f"## {title}\n")[1].split("\n## ")[0], re.MULTILINE | re.DOTALL)


#: What the team's tests are: something asks the server, and is refused as the scenario wants it.
TESTS = {"run-tests": "#!/bin/sh\nmockidp token > token; mockidp journal\n", "npm": "#!/bin/sh\nmockidp token > token; mockidp journal\n"}


def test_the_one_command_of_a_job(desk):
    line = re.search(r"^mockidp exec .*$", CI, re.MULTILINE)[0]
    told = desk("chmod +x npm; PATH=$PWD:$PATH", line, files=TESTS, code=3)
    assert "not met  token.refused, AADSTS700082" in told, told
    desk("ls mockidp.xml journal.json")


def test_any_other_runner(desk, checkout):
    """The scripts beside the job's own checkout; the program is in PATH, so no release is fetched."""
    (lines,) = printed("Any other runner")
    export, *rest = lines.splitlines()
    assert {name for name, _ in re.findall(r"(\w+)=(\S+)", export)} == {"MOCKIDP_VERSION", "MOCKIDP_RELEASES", "MOCKIDP_SCENARIO"}
    export = re.sub(r"MOCKIDP_(VERSION|RELEASES)=\S+ ?", "", export)
    told = desk(f"ln -s {checkout} mockidp", "chmod +x run-tests", export, *rest, files=TESTS, code=3)
    assert "/oauth2/v2.0/token" in told and "AADSTS700082" in told, told


def test_a_server_for_several_steps(desk):
    (lines,) = printed("A server for several steps")
    own = {"steps": lines.replace("…", "mockidp token > token")}
    assert "token.issued" not in desk("bash -e steps", files=own)
    assert "<testsuite" in desk("cat mockidp.xml; test ! -e ready.json")


def test_a_world_for_each_worker(desk):
    (lines,) = printed("One server, many tests")
    told = desk("mockidp exec -- bash -e lines", files={"lines": lines + 'mockidp world list\n'}, WORKER="gw1")
    assert "test-gw1" in told and "expired-refresh" in told, told


def test_the_examples_name_what_the_scripts_take():
    """The action's inputs and the template's parameters. What the scripts do with them is tried in test_ci.py."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    jobs = [yaml.safe_load(text) for text in printed("GitHub Actions", "yaml")]
    steps = [*jobs[0]["jobs"]["test"]["steps"], *jobs[1]]
    ours = [step for step in steps if step.get("uses", "").startswith("OWNER/mockidp@")]
    assert len(ours) == 3 and all(set(step["with"]) <= set(action["inputs"]) for step in ours)
    (pipeline,) = (yaml.safe_load(text) for text in printed("Azure Pipelines", "yaml"))
    for step in (step for step in pipeline["steps"] if "template" in step):
        file, _, repository = step["template"].partition("@")
        assert repository in [one["repository"] for one in pipeline["resources"]["repositories"]]
        template = yaml.safe_load((ROOT / file).read_text())
        assert set(step.get("parameters", {})) <= {one["name"] for one in template.get("parameters", [])}
