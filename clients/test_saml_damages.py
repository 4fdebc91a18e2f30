"""What service providers of SAML do with damaged Responses, as docs/saml.md says it: each runs by itself, and `mockidp saml check` tries it."""

import contextlib
import fcntl
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import pytest
import requests
from support.binary import BINARY
from support.until import until
from support.world import ALICE, CONTOSO

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "saml.md"
HERE = pathlib.Path(__file__).resolve().parent / "providers"
PYTHON_OF_SAML = ROOT / ".venv" / "clients-saml" / "bin" / "python"
MODULES = pathlib.Path("/usr/lib/apache2/modules")
RECORDING = os.environ.get("RECORD") == "1"
APP = "5a310000-0000-4000-8000-00000000000d"
ENTITY = "https://provider.test/saml"
SCENARIO = """
scenario: damages
world:
  apps:
    provider:
      type: web
      clientId: {app}
      identifierUris: [{entity}]
      redirectUris: [{acs}]
      saml: {{ certificates: [{{ name: first, expiresIn: 90d, active: true }}, {{ name: second, expiresIn: 1000d }}] }}
"""


class Provider:
    """A program that is a service provider: its name in the table, and where its parts are."""

    acs, login = "/acs", "/login"
    #: What it is started with beside the environment of the tests.
    environment = {}

    def __init__(self, name):
        self.name = name

    def words(self, port, metadata, folder):
        raise NotImplementedError

    def version(self):
        raise NotImplementedError


class Script(Provider):
    def __init__(self, name, interpreter, script, version, acs="/acs", login="/login"):
        super().__init__(name)
        self.interpreter, self.script, self.asked = interpreter, script, version
        self.acs, self.login = acs, login

    def words(self, port, metadata, folder):
        return [self.interpreter, HERE / self.script, str(port), metadata, ENTITY]

    def version(self):
        return subprocess.run([self.interpreter, *self.asked], check=True, capture_output=True, text=True).stdout.strip()


class Mellon(Provider):
    acs, login = "/mellon/postResponse", "/me"

    def words(self, port, metadata, folder):
        own = folder / "provider.xml"
        own.write_text(
            f'<EntityDescriptor entityID="{ENTITY}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><SPSSODescriptor '
            'AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">'
            "<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>"
            '<AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" '
            f'Location="http://localhost:{port}{self.acs}"/></SPSSODescriptor></EntityDescriptor>'
        )
        # It signs its requests, which nobody asks for here.
        subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-out", folder / "key.pem"], check=True, capture_output=True)
        (folder / "key.pem").chmod(0o644)
        lines = [
            "<Location />", f"MellonSPMetadataFile {own}", f"MellonSPPrivateKeyFile {folder}/key.pem",
            f"MellonIdPMetadataFile {metadata}", "MellonEndpointPath /mellon", "MellonUser NAME_ID", "</Location>",
            "<Location /me>", "AuthType Mellon", "MellonEnable auth", "Require valid-user", "</Location>",
        ]  # fmt: skip
        return self.apache(port, folder, lines)

    def apache(self, port, folder, lines):
        """Apache with these lines of mellon, and a page that says who is in."""
        site = folder / "site"
        site.mkdir()
        (site / "me").write_text('<p>Hello <!--#echo var="REMOTE_USER" --></p>\n')
        names = ["mpm_event", "authn_core", "authz_core", "authz_user", "include", "auth_mellon"]
        configuration = folder / "site.conf"
        configuration.write_text(
            "\n".join(
                [
                    f"ServerRoot {folder}", "ServerName localhost", f"PidFile {folder}/pid", f"Listen 127.0.0.1:{port}",
                    f"ErrorLog {folder}/errors", *(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in names),
                    "User nobody", "Group nogroup", f"DocumentRoot {site}", f"MellonLockFile {folder}/lock", *lines,
                    "<Location /me>", "Options +Includes", "ForceType text/html", "SetOutputFilter INCLUDES", "</Location>", "",
                ]  # fmt: skip
            )
        )
        return ["/usr/sbin/apache2", "-f", configuration, "-DFOREGROUND"]

    def version(self):
        return debian("libapache2-mod-auth-mellon")


def printed(name, server, folder):
    """What `mockidp snippet` prints, and the environment that it was printed in."""
    asked = [str(BINARY), "snippet", name, "--ready-file", str(server.ready_file), "--directory", folder / "trust"]
    environment = {"MOCKIDP_HOME": str(server.home), "PATH": "/usr/bin:/bin:/usr/sbin"}
    return subprocess.run(asked, check=True, capture_output=True, text=True, env=environment).stdout, environment


class PrintedMellon(Mellon):
    """The same with the lines of `mockidp snippet mod-auth-mellon`, of which the folder alone is another one."""

    def words(self, port, metadata, folder):
        text, environment = printed("mod-auth-mellon", self.server, folder)
        text = text.replace("/etc/apache2/", f"{folder}/")
        subprocess.run(re.search("#   (curl .*)", text)[1], shell=True, check=True, env=environment)
        made = re.search(r"# (mellon_create_metadata \S+ )URL-OF-/mellon", text)[1]
        subprocess.run(f"{made}http://localhost:{port}/mellon", shell=True, check=True, cwd=folder, env=environment, capture_output=True)
        for ending in ("xml", "key"):
            (file,) = (one for one in folder.glob(f"*.{ending}") if one.name not in ("idp.xml", "metadata.xml"))
            file.rename(folder / f"provider.{ending}")
            (folder / f"provider.{ending}").chmod(0o644)
        return self.apache(port, folder, [text])


def debian(package):
    asked = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


class RubySAML(Script):
    def version(self):
        return debian("ruby-saml")


class PrintedScript(Script):
    """A script with the lines of `mockidp snippet`, started as their first line says."""

    def words(self, port, metadata, folder):
        text, _ = printed(self.name, self.server, folder)
        self.environment = dict([re.match("# Start with ([A-Z_]+)=(.*)", text).groups()])
        (folder / "snippet").write_text(text, encoding="utf-8")
        return [*super().words(port, metadata, folder), folder / "snippet"]


def installed(package):
    return ["-c", f"import importlib.metadata; print(importlib.metadata.version('{package}'))"]


PYTHON3_SAML = Script("python3-saml", sys.executable, "with_python3_saml.py", installed("python3-saml"))
OTHERS = [
    Script("pysaml2", PYTHON_OF_SAML, "with_djangosaml2.py", installed("pysaml2"), "/saml2/acs/", "/saml2/login/?next=/me"),
    Mellon("mod_auth_mellon"),
    RubySAML("ruby-saml", "ruby", "with_ruby_saml.rb", []),
]
COLUMNS = [PYTHON3_SAML.name, *(provider.name for provider in OTHERS)]


@pytest.fixture(scope="module")
def free_port():
    """Gives a port that nobody listens on."""

    def found():
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    return found


@pytest.fixture(scope="module")
def begin(lent_servers):
    """Starts a provider that trusts a server of its own, or the one that is given, and ends it after the tests. Apache's own user may not read in
    pytest's folder."""
    running, folders = [], contextlib.ExitStack()

    def run(provider, port, server=None):
        folder = pathlib.Path(folders.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        scenario = folder / "damages.yaml"
        scenario.write_text(SCENARIO.format(app=APP, entity=ENTITY, acs=f"http://localhost:{port}{provider.acs}"))
        server = server or lent_servers(scenario)
        found = server.get(f"/{CONTOSO}/federationmetadata/2007-06/federationmetadata.xml", params={"appid": APP})
        metadata = folder / "metadata.xml"
        metadata.write_bytes(found.content)
        with open(folder / "log", "w", encoding="utf-8") as log:
            provider.server = server
            words = provider.words(port, metadata, folder)
            environment = {**os.environ, **provider.environment}
            running.append(subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True, cwd=folder, env=environment))
        until(lambda: answers(f"http://localhost:{port}{provider.login}"), within=60)
        return server, folder

    yield run
    for process in running:
        # One that unpacks 50 MB hears nothing else.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=20)
    folders.close()


@pytest.fixture(scope="module")
def python3_saml(begin, free_port):
    """The provider of the quick lane, which runs once for all tests of this file: its server, its folder and its port."""
    port = free_port()
    return *begin(PYTHON3_SAML, port), port


def answers(url):
    session = requests.Session()
    session.trust_env = False
    try:
        return session.get(url, allow_redirects=False, timeout=5).status_code < 500
    except requests.ConnectionError:
        return False


def checked(server, provider, port, *more, page="/me", expect=ALICE.name):
    place = f"http://localhost:{port}"
    words = [
        str(BINARY), "saml", "check", "--ready-file", str(server.ready_file), "--start", place + provider.login, "--page", page,
        "--expect", expect, "--user", "alice", *more,
    ]  # fmt: skip
    environment = {"MOCKIDP_HOME": str(server.home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(words, capture_output=True, text=True, timeout=300, env=environment)


# The table


def written():
    """Each damage's cells in the page, by the provider's name."""
    found, columns = {}, []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells[:1] == ["with"] and PYTHON3_SAML.name in cells:
            columns = cells[1:]
        elif not line.startswith("|"):
            columns = []
        elif columns and len(cells) == len(columns) + 1 and cells[0].startswith("`"):
            found[cells[0].strip("`")] = dict(zip(columns, cells[1:], strict=True))
    return found


def record(name, cells):
    """Puts a provider's cells into the table. Runs beside this one do the same."""
    with open(ROOT / ".build" / "saml-damages.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        rows = written()
        lines = ["| with | " + " | ".join(COLUMNS) + " |", "| --- |" + " --- |" * len(COLUMNS)]
        for damage, cell in cells.items():
            row = {**rows.get(damage, {}), name: cell}
            lines.append(f"| `{damage}` | " + " | ".join(row.get(column, "") for column in COLUMNS) + " |")
        text = PAGE.read_text(encoding="utf-8")
        table = re.compile(r"^\| with \| python3-saml .*?\n(?!\|)", re.MULTILINE | re.DOTALL)
        assert table.search(text), "docs/saml.md has no table of damages"
        PAGE.write_text(table.sub(lambda _: "\n".join(lines) + "\n", text), encoding="utf-8")


def cell(row, version):
    """What the page says of one damage: whoever lets it in is named with its version. What lets a harmless form in does right."""
    outcome = row["outcome"].partition(":")[0]
    return outcome if outcome == "refused" or row["demand"] == "accept" else f"{outcome} ({version})"


def settled(cells):
    """What two runs have to agree on. A version may be a newer one, and what comes of a bomb in time depends on the machine."""
    said = {damage: re.sub(r" \([^()]*\)$", "", text) for damage, text in cells.items()}
    return {damage: text for damage, text in said.items() if damage != "bomb"}


def try_all(provider, server, folder, port):
    run = checked(server, provider, port, "--json")
    log = (folder / "log").read_text(encoding="utf-8")[-2000:]
    assert run.returncode in (0, 1), run.stderr + log
    version = provider.version()
    cells = {row["damage"]: cell(row, version) for row in json.loads(run.stdout)["damages"]}
    assert len(cells) >= 50
    if RECORDING:
        record(provider.name, cells)
    said = {damage: row.get(provider.name, "") for damage, row in written().items()}
    assert settled(cells) == settled(said), "RECORD=1 rewrites the table after a change that was meant"


def test_python3_saml_refuses_as_the_page_says(python3_saml):
    try_all(PYTHON3_SAML, *python3_saml)


@pytest.mark.parametrize("provider", OTHERS, ids=lambda provider: provider.name)
def test_other_providers_refuse_as_the_page_says(provider, begin, free_port):
    port = free_port()
    try_all(provider, *begin(provider, port), port)


def test_mellon_signs_in_as_the_snippet_says(begin, free_port):
    mellon, port = PrintedMellon("mod_auth_mellon"), free_port()
    server, folder = begin(mellon, port)
    run = checked(server, mellon, port, "--only", "prefixed", "--only", "unsigned")
    assert run.returncode == 0, run.stdout + run.stderr + (folder / "errors").read_text(encoding="utf-8")[-2000:]


PRINTED = [
    PrintedScript("pysaml2", PYTHON_OF_SAML, "with_djangosaml2.py", [], "/saml2/acs/", "/saml2/login/?next=/me"),
    PrintedScript("ruby-saml", "ruby", "with_ruby_saml.rb", []),
]


@pytest.mark.parametrize("provider", PRINTED, ids=lambda provider: provider.name)
def test_other_providers_sign_in_as_the_snippet_says(provider, begin, free_port):
    port = free_port()
    server, folder = begin(provider, port)
    run = checked(server, provider, port, "--only", "prefixed", "--only", "unsigned")
    assert run.returncode == 0, run.stdout + run.stderr + (folder / "log").read_text(encoding="utf-8")[-2000:]


def test_a_provider_that_lets_nobody_in_gets_no_verdict(python3_saml, begin, free_port):
    class Stranger(Script):
        def words(self, port, metadata, folder):
            return [*super().words(port, metadata, folder)[:-1], "https://somebody-else.test/saml"]

    stranger = Stranger("python3-saml", sys.executable, "with_python3_saml.py", [])
    port = free_port()
    server, _ = begin(stranger, port, python3_saml[0])
    began = time.monotonic()
    run = checked(server, stranger, port, "--only", "unsigned")
    assert run.returncode == 2 and run.stdout == ""
    assert "AADSTS700016" in run.stderr or "without a SAMLResponse" in run.stderr, run.stderr
    assert time.monotonic() - began < 60
    assert "shows" in checked(server, stranger, port, page="/", expect="Sign in").stderr


def test_one_damage_as_text_and_as_a_report(python3_saml, tmp_path):
    server, _, port = python3_saml
    report = tmp_path / "saml.xml"
    run = checked(server, PYTHON3_SAML, port, "--only", "wrapped3", "--only", "indented", "--junit", str(report))
    assert run.returncode == 0, run.stdout + run.stderr
    assert [line.split()[:2] for line in run.stdout.splitlines()[:2]] == [["ok", "indented"], ["ok", "wrapped3"]]
    assert 'tests="2" failures="0"' in report.read_text()
    # The rule was for these sign-ins alone.
    assert server.http_session.get(f"{server.control}/rules").json()["rules"] == []
