"""The pages about a tenant of one's own, as they are printed: `init` on a clean home, and each sample in the language of scenarios."""

import json
import re
import subprocess

import pytest
import requests
from support.binary import BINARY, ROOT
from support.browser import Browser
from support.world import User

DOCS = ROOT / "docs"
WEB = "1b6c27a9-5d41-4c0e-9a53-2f6f0ad2c7e1"
TENANT = "5d41b6c2-0a53-4c0e-9a53-2f6f0ad2c7e1"
ENV = f"AZURE_TENANT_ID={TENANT}\nAZURE_CLIENT_ID={WEB}\nAZURE_CLIENT_SECRET=the~Real8Secret\nAZURE_REDIRECT_URI=http://localhost:3000/cb\n"


@pytest.fixture
def work(tmp_path):
    """The user's own directory. The servers of the test write theirs beside it."""
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def mockidp(work, home):
    """Runs one command in the user's directory, with an empty home. A user elsewhere has none of the server's files."""

    def run(*words, elsewhere=False):
        environment = {"HOME": str(work.parent), "MOCKIDP_HOME": str(work / "home" if elsewhere else home), "PATH": "/usr/bin:/bin"}
        return subprocess.run([BINARY, *words], cwd=work, env=environment, capture_output=True, text=True, timeout=60)

    return run


def blocks(page, language="yaml"):
    return re.findall(rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)


def test_the_page_about_init(mockidp, serve, work):
    settings = work / "web/.env"
    settings.parent.mkdir()
    settings.write_text(ENV)
    _, written, served = blocks("init.md", "sh")[0].splitlines()
    made = mockidp(*written.split()[1:])
    assert made.returncode == 0, made.stderr
    world = (work / "world.yaml").read_text()
    assert blocks("init.md")[0] in world
    assert "the~Real8Secret" not in world + made.stderr and "web/.env:3" in made.stderr
    assert served == "mockidp serve --scenario ./world.yaml"
    server = serve(work / "world.yaml")
    alice = User(re.search(r"userPrincipalName: (alice@\S+)", world)[1], None, "Alice Anders", tenant=TENANT)
    address = requests.Request(
        "GET", f"{server.authority}/{TENANT}/oauth2/v2.0/authorize",
        params={"client_id": WEB, "response_type": "code", "redirect_uri": "http://localhost:3000/cb", "scope": "openid"},
    ).prepare().url  # fmt: skip
    code = Browser(server).sign_in(address, alice).parameters["code"]
    form = {"grant_type": "authorization_code", "client_id": WEB, "code": code, "redirect_uri": "http://localhost:3000/cb"}
    assert server.token(form, TENANT).json()["error_codes"] == [7000218]
    answer = server.token({**form, "client_secret": "web-secret"}, TENANT)
    assert answer.status_code == 200 and "id_token" in answer.json(), answer.text
    # The second run finds nothing new, and leaves the file as it is.
    again = mockidp(*written.split()[1:])
    assert again.returncode == 0, again.stderr
    assert (work / "world.yaml").read_text() == world


SAMPLES = [
    (page.name, number, text)
    for page in sorted(DOCS.glob("*.md"))
    for number, text in enumerate(blocks(page.name))
    if re.match(r"(scenario|world|extends):", text)
]


#: What a service provider of SAML publishes of itself, at the least.
METADATA = """<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sample.test/saml"><SPSSODescriptor>
<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sample.test/saml/acs" index="0"/>
</SPSSODescriptor></EntityDescriptor>"""


@pytest.mark.parametrize("page, number, text", SAMPLES, ids=[f"{page}-{number}" for page, number, _ in SAMPLES])
def test_every_scenario_of_the_pages_can_be_served(mockidp, work, page, number, text):
    for name in re.findall(r"\bfile: ([\w.-]+\.pem)", text):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=sample", "-keyout", "key", "-out", "certificate"],
            cwd=work, check=True, capture_output=True,
        )  # fmt: skip
        (work / name).write_bytes((work / "key").read_bytes() + (work / "certificate").read_bytes())
    for name in re.findall(r"metadata: \./([\w.-]+\.xml)", text):
        (work / name).write_text(METADATA)
    (work / "sample.yaml").write_text(text if re.search("^scenario:", text, re.MULTILINE) else f"scenario: sample\n{text}")
    checked = mockidp("scenario", "check", "./sample.yaml")
    assert checked.returncode == 0, checked.stderr


def test_the_company_of_the_table_can_be_served(serve, work):
    text = (DOCS / "your-own-tenant.md").read_text()
    rows = re.findall(r"^\| [^|]+ \| `(\w+: .*)` \|$", text.split("## 4.")[1].split("\n## ")[0], re.MULTILINE)
    assert len(rows) == 8
    world = {"users": [], "apps": [], "": []}
    for row in rows:
        place = "" if re.match("tenants|policies|resources", row) else "apps" if "type:" in row else "users"
        world[place].append(row)
    lines = ["scenario: company", "world:", *(f"  {row}" for row in world[""])]
    for place in ("users", "apps"):
        lines += [f"  {place}:", *(f"    {row}" for row in world[place])]
    (work / "company.yaml").write_text("\n".join(lines) + "\n")
    server = serve(work / "company.yaml")
    shown = json.dumps(server.http_session.get(f"{server.control}/world").json())
    for name in ("Partner", "Paul", "Pia", "https://app.test/callback", "job"):
        assert name in shown, name


def test_token_says_what_it_needs_when_the_world_is_not_shown(mockidp, serve, work):
    (work / "own.yaml").write_text(
        "scenario: own\nworld:\n  apps:\n    shop: { type: native, consent: granted }\n    job: { type: daemon }\n"
    )
    # Where everybody comes from a proxy, no request has the rights of this machine.
    server = serve(work / "own.yaml", arguments=("--trusted-proxy", "127.0.0.1"), environment={"MOCKIDP_CONTROL_TOKEN": "a-token"})
    there = ("--url", server.authority, "--ca", server.ca)
    refused = mockidp("token", "--client", "shop", *there, elsewhere=True)
    assert refused.returncode != 0 and refused.stdout == ""
    assert "--control-token TOKEN" in refused.stderr
    for words in ((), ("--scenario", "./own.yaml")):
        given = mockidp("token", "--client", "shop", "--control-token", "a-token", *words, *there, elsewhere=True)
        assert given.returncode == 0, given.stderr
        assert server.me(given.stdout.strip()).status_code == 200
    daemon = mockidp("token", "--client", "job", "--control-token", "a-token", *there, elsewhere=True)
    assert daemon.returncode != 0 and "mockidp token mint --client job" in daemon.stderr
