"""The steps of CONTRIBUTING for a property of an object and for a claim, taken literally in a copy of this project: which files had to change, and
that all who speak of the object, and all tokens, speak of what is new. It compiles the program once more, so it has a lane of its own: `make test-copy`."""

import base64
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.server import Server

ROOT = Path(__file__).resolve().parent.parent
PROPERTY, CLAIM = "A property of an object", "A claim"
FILE = re.compile(r"// (Sources/\S+\.swift)(, in Facts)?")
SCENARIO = """
scenario: properties
summary: Properties that CONTRIBUTING adds.
world:
  users:
    alice: { costUnit: K7, nickname: Ali }
  apps:
    web:
      releaseTrain: "2027.1"
      optionalClaims: { accessToken: [nickname] }
      acceptMappedClaims: true
      claimsMappingPolicy: { claimsSchema: [{ source: user, id: costunit, jwtClaimType: unit }] }
"""


def examples(title):
    """The lines of each example of the section, in groups that stand together, by the files that they stand in."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    section = page.split(f"\n### {title}\n")[1].split("\n### ")[0]
    for block in re.findall(r"```swift\n(.*?)```", section, re.S):
        files, lines = {}, None
        for line in block.splitlines():
            if named := FILE.fullmatch(line):
                lines = []
                files.setdefault(named[1], []).append(lines)
            else:
                lines.append(line)
        yield files


def write(path, lines):
    """Puts the lines before the first that begins in the same way, at the outermost place in the file where one does."""
    beginning = re.match(r'package var|var |\.\w+\(|"', lines[0])[0]
    text = path.read_text().splitlines(keepends=True)
    places = [(len(line) - len(line.lstrip()), index) for index, line in enumerate(text) if line.lstrip().startswith(beginning)]
    indent, index = min(places)
    path.write_text("".join(text[:index] + [" " * indent + line + "\n" for line in lines] + text[index:]))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    tree = tmp_path_factory.mktemp("tree")
    for name in subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    for example in [*examples(PROPERTY), *examples(CLAIM)]:
        for name, groups in example.items():
            for lines in groups:
                write(tree / name, lines)
    built = subprocess.run(
        ["swift", "build", "--product", "mockidp", "--scratch-path", tree / ".build"], cwd=tree, capture_output=True, text=True, timeout=3000,
        env={key: value for key, value in os.environ.items() if key != "MOCKIDP_TESTS"},
    )  # fmt: skip
    assert built.returncode == 0, built.stdout[-4000:]
    scenario = tree / "property.yaml"
    scenario.write_text(SCENARIO)
    server = Server(tree / ".build/debug/mockidp", scenario, tree / "home", tree / "run")
    yield server
    server.stop()


def test_the_page_names_as_many_files_as_have_to_change():
    """Of a property that decides nothing, of one that something decides by, of an app's, and of a claim."""
    assert [len(example) for example in examples(PROPERTY)] == [1, 2, 3]
    assert [len(example) for example in examples(CLAIM)] == [1]


def call(server, method, path, body=None):
    roles = ["User.ReadWrite.All", "Application.ReadWrite.All"]
    order = {"client": "daemon", "scope": "https://graph.microsoft.com/.default", "claims": {"roles": roles}}
    made = server.http_session.post(f"{server.control}/tokens", json=order)
    assert made.ok, made.text
    answer = server.http_session.request(
        method, f"{server.graph}/v1.0{path}", json=body, headers={"Authorization": f"Bearer {made.json()['token']}"}
    )
    assert answer.ok, answer.text
    return answer.json() if answer.content else None


def test_graph_reads_filters_and_changes_it(server):
    path = "/users/alice@contoso.onmicrosoft.com"
    assert call(server, "GET", path)["nickname"] == "Ali"
    assert "costUnit" not in call(server, "GET", path)
    selected = call(server, "GET", f"{path}?$select=costUnit,nickname")
    assert (selected["costUnit"], selected["nickname"]) == ("K7", "Ali")
    assert [user["displayName"] for user in call(server, "GET", "/users?$filter=costUnit eq 'K7'")["value"]] == ["Alice Archer"]
    call(server, "PATCH", path, {"costUnit": "K8", "nickname": None})
    selected = call(server, "GET", f"{path}?$select=costUnit,nickname")
    assert (selected["costUnit"], selected["nickname"]) == ("K8", None)
    app = next(app for app in call(server, "GET", "/applications")["value"] if app["releaseTrain"])
    assert app["releaseTrain"] == "2027.1"
    call(server, "PATCH", f"/applications/{app['id']}", {"releaseTrain": "2027.2"})
    assert call(server, "GET", f"/applications/{app['id']}")["releaseTrain"] == "2027.2"


def test_files_answers_and_exports_say_it(server):
    session, control = server.http_session, server.control
    session.patch(f"{control}/users/alice", json={"nickname": "Al", "costUnit": "K9"}).raise_for_status()
    session.patch(f"{control}/apps/web", json={"releaseTrain": "2027.3"}).raise_for_status()
    assert session.get(f"{control}/users/alice").json()["costUnit"] == "K9"
    export = session.get(f"{control}/export").text
    for text in ('nickname: "?Al\\b', 'costUnit: "?K9\\b', 'releaseTrain: "?2027\\.3'):
        assert re.search(text, export), export
    assert re.search(r'cost_unit +=\s"K9"', session.get(f"{control}/export?format=terraform").text)
    description = session.get(f"{control.removesuffix('/v1')}/openapi.json").text
    assert all(f'"{name}"' in description for name in ("costUnit", "nickname", "releaseTrain"))


def claims(server, **order):
    """What a token says that the control API makes."""
    made = server.http_session.post(f"{server.control}/tokens", json={"client": "web", "user": "alice", **order})
    assert made.ok, made.text
    payload = made.json()["token"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def test_a_claims_mapping_names_it(server):
    user = server.http_session.get(f"{server.control}/users/alice").json()
    assert claims(server, scope="openid", kind="idToken")["unit"] == user["costUnit"]


def test_a_new_claim_stands_in_tokens_and_may_be_listed(server):
    """In the form of token that its row names, and in another one where the registration lists it."""
    name = server.http_session.get(f"{server.control}/users/alice").json()["nickname"]
    assert claims(server, scope="openid", kind="idToken")["nickname"] == name
    assert claims(server, scope="{web}/.default".format(web=client_id(server)))["nickname"] == name
    assert "nickname" not in claims(server, scope="https://graph.microsoft.com/User.Read")
    schema = server.http_session.get(f"{server.control.removesuffix('/v1')}/openapi.json").text
    assert "nickname" in schema


def client_id(server):
    return server.http_session.get(f"{server.control}/apps/web").json()["clientId"]
