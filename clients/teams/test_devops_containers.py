"""A team that runs others' tests, with containers: the compose file as the page starts it, under podman. Where there is none it is passed over."""

import os
import re
import shlex
import socket

import pytest
from support import containers, limited
from support.pages import ROOT, found

yaml = pytest.importorskip("yaml")

PAGE = "docker/README.md"
FILE = ROOT / "docker/docker-compose.yml"
DOWN = "docker compose -f docker/docker-compose.yml down --volumes --timeout 1"


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    containers.needed()
    engine = containers.Engine(tmp_path_factory.mktemp("networks"))
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def images(engine):
    """The two images of the compose file, for this run alone."""
    tag = f"team-{os.getpid()}"
    names = {"MOCKIDP_IMAGE": f"localhost/mockidp:{tag}", "APP_IMAGE": f"localhost/mockidp-sample-app:{tag}"}
    containers.image_of_this_machine(engine, names["APP_IMAGE"], ROOT / "docker/sample-app")
    tried = engine("run", "--rm", *containers.LIMITS, *mounted(), names["APP_IMAGE"], "python3", "-c", "import msal")
    if tried.returncode:
        engine("rmi", "-f", *names.values())
        pytest.skip(f"podman starts no container here: {tried.stderr.strip().splitlines()[-1]}")
    containers.image_of_the_program(engine, names["MOCKIDP_IMAGE"])
    yield names
    engine("rmi", "-f", *names.values())


def mounted():
    return [word for mount in containers.mounts() for word in ("--volume", mount)]


@pytest.fixture
def up(engine, images, tmp_path):
    """Runs the page's line for a scenario, to its end: how it ended, and what the three containers said."""
    own = tmp_path / "own.yml"
    own.write_text(yaml.safe_dump({"services": {name: {"volumes": containers.mounts()} for name in ("app", "test")}}))
    tool = engine.compose(FILE, own)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    project = f"mockidp-team-{os.getpid()}-{tmp_path.name.replace('_', '-')[-12:]}"
    variables = {**os.environ, **images, "APP_PORT": str(port), "COMPOSE_PROJECT_NAME": project}

    def once(line, **more):
        # The images are there, and nothing could be built without a registry.
        words = line.replace("docker compose -f docker/docker-compose.yml", shlex.join(tool)).replace("--build", "--no-build")
        return limited.run(words, seconds=240, shell=True, cwd=ROOT, env={**variables, **more})

    def run(line, **more):
        ended = once(line, **more)
        if "generating dependency graph" in ended.stderr:
            # podman-compose starts the three side by side, and podman 4.3 does not find those of which one needs another while they start.
            once(DOWN)
            ended = once(line, **more)
        return ended

    run.project = project
    yield run
    once(DOWN)


def test_from_nothing_to_a_signed_in_app(up):
    ended = up(found(PAGE, "docker compose"))
    said = ended.stdout + ended.stderr
    assert ended.returncode == 0, said
    promised = re.findall(r"^test-1  \| (ok .*)$", (ROOT / PAGE).read_text(), re.MULTILINE)
    assert len(promised) > 3 and [line for line in promised if line not in said] == [], said
    # The names lead into the network of the containers, and not to this machine.
    assert re.search(r"ok +login\.microsoftonline\.com leads to (10|172|192)\.", said), said


def test_a_scenario_makes_something_happen(engine, up):
    """The page's variable, with a scenario that the app meets at once. The journal is read in the server's container."""
    line = re.search(r"`SCENARIO=\S+ (docker compose [^`]*)`", (ROOT / PAGE).read_text())[1]
    begun = up(line + " --detach", SCENARIO="user-disabled")
    assert begun.returncode == 0, begun.stdout + begun.stderr
    ended = engine("wait", f"{up.project}_test_1").stdout.strip()
    said = engine("logs", f"{up.project}_test_1").stdout
    journal = engine("exec", f"{up.project}_mockidp_1", "mockidp", "journal").stdout
    assert ended == "1" and "ok      the app sends the browser to login.microsoftonline.com" in said, said
    assert "AADSTS50057" in journal, journal
