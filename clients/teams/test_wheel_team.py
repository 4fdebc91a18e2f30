"""A team that got one file, a wheel: README's lines in their order, on a clean home, in an environment that has the wheel and what the team brings."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.binary import BINARY
from support.pages import ROOT, commands, files, found, served

WHEELS = ROOT / ".venv/wheels"
#: The lines that want the sources are those of a checkout.
LINES = [line for line in commands("README.md") if not re.match(r"make |export PATH=", line)]


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A folder with the wheel, and an environment of Python into which README's first line has put it."""
    folder = tmp_path_factory.mktemp("team")
    # The last step of `make wheel`, with the program of this run.
    packed = subprocess.run([sys.executable, "-B", ROOT / "packaging/wheel.py", BINARY, folder], capture_output=True, text=True, check=False)
    assert packed.returncode == 0, packed.stderr
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, timeout=240)
    team = f"pip install --quiet --no-index --find-links {shlex.quote(str(WHEELS))} pytest msal requests"
    installed = shell(folder, folder, [found("README.md", "pip install"), team])
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return folder


def shell(environment, work, lines, **more):
    """Lines of a shell that finds the environment's programs and the system's. No index of packages is asked."""
    path = f"{environment}/venv/bin:/usr/bin:/bin"
    kept = {"PATH": path, "HOME": str(environment / "home"), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    variables = {**kept, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}
    return subprocess.run(["bash", "-ec", "\n".join(lines)], cwd=work, env=variables, capture_output=True, text=True, timeout=240, check=False)


@pytest.fixture
def team(environment, tmp_path):
    """Runs lines on a clean home, after files were written, and gives what they print."""

    def run(*lines, own=None, code=0):
        for name, text in (own or {}).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        ended = shell(environment, tmp_path, lines, HOME=str(tmp_path / "home"))
        assert ended.returncode == code, ended.stdout + ended.stderr
        return ended.stdout + ended.stderr

    return run


def test_every_line_is_taken():
    """A line that README gets has a test here, or is one of a checkout."""
    taken = Path(__file__).read_text()
    assert len(LINES) > 7
    assert [line for line in LINES if not any(line.startswith(words) for words in re.findall(r'readme\("([^"]+)"\)', taken))] == []


def readme(beginning):
    return found("README.md", beginning)


def test_the_wheel_has_the_program(team, environment):
    """README's first line is run for all tests: what it installed is this program, and nothing else of that name is in PATH."""
    assert readme("pip install") == "pip install ./mockidp-*.whl"
    found_at, said = team("command -v mockidp", "mockidp version").splitlines()
    assert Path(found_at).parent == environment / "venv/bin"
    assert said == subprocess.run([BINARY, "version"], capture_output=True, text=True, check=True).stdout.strip()


def test_tests_around_which_it_stands(team):
    """The test of the page for pytest about an expired refresh token, under README's line."""
    own = files("docs/tests-pytest.md")
    own["test_renewal.py"] = re.sub(r"def test_the_user_signs_in\(.*?\n\n\n", "", own["test_renewal.py"], flags=re.DOTALL)
    told = team(readme("mockidp exec"), own=own)
    assert "1 passed" in told and "2 expectations met" in told, told


def test_pytest_has_the_helper(team):
    """The wheel's plugin: the mark, the fixture, and the expectations of the scenario as a part of the test."""
    text = '''
        import msal, pytest

        @pytest.mark.mockidp("{scenario}")
        def test_the_daemon(mockidp_world, mockidp_names):
            daemon, contoso = mockidp_world.apps["daemon"], mockidp_world.tenants["contoso"]
            app = msal.ConfidentialClientApplication(
                daemon.client_id, client_credential=daemon.secret, authority="https://login.microsoftonline.com/" + contoso.id)
            answer = app.acquire_token_for_client(["https://graph.microsoft.com/.default"])
            assert answer.get("error_codes", []) == {codes}
    '''
    text = "\n".join(line.removeprefix("        ") for line in text.splitlines())
    assert "1 passed" in team("pytest -q", own={"test_app.py": text.format(scenario="happy-path", codes=[])})
    told = team("pytest -q", own={"test_app.py": text.format(scenario="client-secret-expired", codes=[])}, code=1)
    assert "AADSTS7000222" in told and "1 failed" in told, told


def test_a_first_token_without_copying_an_id(team):
    assert re.search(r"^  upn +alice@contoso\.onmicrosoft\.com$", team(readme("mockidp token --decode")), re.MULTILINE)


def test_a_server_that_runs_and_a_call(team):
    assert readme("mockidp serve &")
    mint = readme("mockidp token mint") + " | tail -1 > token"
    told = team(*served([readme("curl --cacert").replace("https://localhost:8443", "$url"), mint, 'mockidp token inspect "$(cat token)"']))
    assert '"userPrincipalName":"alice@contoso.onmicrosoft.com"' in told, told
    assert "client daemon" in told, told


APP = {
    "path/to/your/repository/.env": "AZURE_TENANT_ID=5d1f3a60-1b9e-4f38-9a2a-000000000001\nAZURE_CLIENT_ID=5d1f3a60-1b9e-4f38-9a2a-000000000002\n"
    "AZURE_CLIENT_SECRET=not-a-real-one\n",
}


def served_as(line, secret):
    """README's line that serves, on free ports, until it is asked for a token of that app; then the server ends."""
    begin, *rest = served([])
    ask = (
        'curl -sS --cacert "$(mockidp ca --path)" $url/5d1f3a60-1b9e-4f38-9a2a-000000000001/oauth2/v2.0/token -d grant_type=client_credentials '
        f"-d client_id=5d1f3a60-1b9e-4f38-9a2a-000000000002 -d client_secret={secret} -d scope=https://graph.microsoft.com/.default"
    )
    return [begin.replace("mockidp serve", line), *rest, ask]


def test_an_app_of_ones_own(team):
    write = readme("mockidp init")
    told = team(write, "mockidp scenario check mine.yaml", own=APP)
    assert "something found in 1" in told and ".env:3: the secret" in told, told
    # As the report says: the app gets the scenario's secret in the place of its own.
    secret = re.search(r"write (\S+) here, the secret", told)[1]
    assert "access_token" in team(*served_as(readme("mockidp serve --scenario ./mine.yaml"), secret))
    assert "AADSTS7000215" in team(*served_as(readme("mockidp serve --scenario ./mine.yaml"), "not-a-real-one"))


def test_or_what_the_app_asks_for_is_taken_in(team):
    line = readme("mockidp serve --adopt=mine.yaml")
    assert "access_token" in team(*served_as(line, "first-one"))
    told = team("cat mine.yaml", "mockidp scenario check mine.yaml")
    assert "5d1f3a60-1b9e-4f38-9a2a-000000000002" in told and "first-one" not in told, told
    # And from now on it is there.
    assert "access_token" in team(*served_as(readme("mockidp serve --scenario ./mine.yaml"), "first-one"))
