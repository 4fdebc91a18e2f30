"""A tenant of one's own, without the seeds: msal with the ids that an app has compiled in, and a world for each test all the same."""

import subprocess
import threading

import msal
import pytest
import requests
from support.binary import BINARY
from support.browser import Browser
from support.msal_apps import sign_in
from support.world import User
from support.worlds import World, names_under_localhost

TENANT = "6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"
PHONE = "0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c11"
SITE = "0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c12"
SCOPES = ["User.Read"]
DANA = User("dana@woodgrove.com", None, "Dana Diaz", tenant=TENANT)

SCENARIO = f"""\
scenario: woodgrove
world:
  seeds: none
  tenants:
    woodgrove:
      id: {TENANT}
      displayName: Woodgrove
      domains: [woodgrove.onmicrosoft.com, {{ name: woodgrove.com, isDefault: true }}]
      countryLetterCode: DE
    partner: {{ displayName: Partner }}
  users:
    dana: {{ displayName: Dana Diaz }}
    paul: {{ displayName: Paul, tenant: partner }}
    visitor: {{ home: paul }}
    pia: {{ displayName: Pia, tenant: personal-accounts, userPrincipalName: pia@mail.test }}
  apps:
    phone: {{ type: native, clientId: {PHONE}, consent: granted }}
    site: {{ type: web, clientId: {SITE}, secret: s3cret, permissions: [User.Read.All, User.Read] }}
    job: {{ type: daemon, permissions: [User.Read.All], consent: granted }}
"""


@pytest.fixture(autouse=True)
def names():
    with names_under_localhost():
        yield


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "woodgrove.yaml"
    path.write_text(SCENARIO)
    return path


def app(server, session=None, tenant=TENANT):
    session = session or server.http_session
    return msal.PublicClientApplication(
        PHONE, authority=f"{server.authority}/{tenant}", instance_discovery=False, http_client=session
    )


def session(server, **fields):
    made = requests.Session()
    made.verify, made.trust_env = server.ca, False
    made.headers.update(fields)
    return made


def test_msal_signs_in_to_an_own_tenant(serve, file):
    server = serve(file)
    client = app(server)
    result = sign_in(client, Browser(server), DANA, SCOPES)
    assert "access_token" in result, result
    claims = result["id_token_claims"]
    assert claims["tid"] == TENANT and claims["preferred_username"] == "dana@woodgrove.com"
    assert server.me(result["access_token"]).json()["displayName"] == "Dana Diaz"
    assert "access_token" in client.acquire_token_silent(SCOPES, client.get_accounts()[0], force_refresh=True)
    organization = server.me(result["access_token"], "/v1.0/organization").json()["value"][0]
    assert organization["id"] == TENANT and organization["countryLetterCode"] == "DE"
    domains = {domain["name"]: (domain["isInitial"], domain["isDefault"]) for domain in organization["verifiedDomains"]}
    assert domains == {"woodgrove.onmicrosoft.com": (True, False), "woodgrove.com": (False, True)}


def test_a_guest_of_the_own_tenant_comes_from_home(serve, file):
    server = serve(file)
    user = User("paul@partner.onmicrosoft.com", None, "paul", "Passw0rd!", TENANT)
    result = sign_in(app(server), Browser(server), user, SCOPES)
    assert "access_token" in result, result
    me = server.me(result["access_token"]).json()
    assert me["userPrincipalName"] == "paul_partner.onmicrosoft.com#EXT#@woodgrove.onmicrosoft.com"


def test_the_seeds_are_not_there(serve, file):
    server = serve(file)
    form = {"grant_type": "password", "client_id": PHONE, "scope": "openid", "username": "a", "password": "b"}
    assert server.token(form, "contoso.onmicrosoft.com").json()["error_codes"] == [90002]
    form["client_id"] = "30b11e00-0000-4000-8000-000000000001"
    assert server.token(form, TENANT).json()["error_codes"] == [700016]


def test_commands_speak_of_the_own_tenant(serve, file, home):
    server = serve(file)

    def run(*words):
        environment = {"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}
        done = subprocess.run(
            [BINARY, *words, "--url", server.authority, "--ca", server.ca], capture_output=True, text=True, env=environment
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    token = run("token").strip()
    assert server.me(token).json()["userPrincipalName"] == "dana@woodgrove.com"
    variables = run("env")
    for line in (f"MOCKIDP_TENANT_ID={TENANT}", f"MOCKIDP_CLIENT_ID={PHONE}", "dana@woodgrove.com", "s3cret", "job-secret"):
        assert line in variables.replace("'", "").replace('"', ""), f"{line} is not in\n{variables}"
    snippet = run("snippet", "msal-python")
    assert TENANT in snippet and PHONE in snippet
    # A world that was made has the same people, and the command goes there.
    World(server, name="t1", ids="asWritten")
    token = run("token", "--world", "t1").strip()
    assert server.me(token).status_code == 200
    paths = [e["path"] for e in server.http_session.get(f"{server.control}/worlds/t1/exchanges").json()["exchanges"]]
    assert paths[-1] == "/v1.0/me" and f"/{TENANT}/oauth2/v2.0/token" in paths


def test_two_worlds_share_a_tenant_id(serve, file):
    server = serve("happy-path")
    worlds = [World(server, name=name, scenario=SCENARIO, ids="asWritten") for name in ("t1", "t2")]
    renewed = []
    for world in worlds:
        assert world.tenant == TENANT
        # An own proxy or test suite adds the field to each request.
        client = app(server, session(server, **{"Mockidp-World": world.name}))
        browser = Browser(server)
        browser.session.headers["Mockidp-World"] = world.name
        result = sign_in(client, browser, DANA, SCOPES)
        assert "access_token" in result, result
        renewed.append((world, result))
    for world, result in renewed:
        # Without the field, what was issued tells the world.
        before = len(world.exchanges())
        assert server.me(result["access_token"]).status_code == 200
        form = {"grant_type": "refresh_token", "client_id": PHONE, "scope": "User.Read", "refresh_token": result["refresh_token"]}
        answer = server.token(form, TENANT)
        assert answer.status_code == 200, answer.text
        assert len(world.exchanges()) == before + 2
    refused = server.get(f"/{TENANT}/v2.0/.well-known/openid-configuration")
    assert refused.status_code == 400
    assert "t1, t2" in refused.text and "Mockidp-World" in refused.text
    worlds[0].post_control("users/dana/disable", {})
    assert "access_token" in sign_in(app(worlds[1]), Browser(worlds[1]), DANA, SCOPES)


def test_many_at_once(serve):
    server = serve("happy-path")
    failures = []

    def play(number):
        try:
            world = World(server, name=f"w{number}", scenario=SCENARIO, ids="asWritten")
            result = sign_in(app(world), Browser(world), DANA, SCOPES)
            assert result["id_token_claims"]["tid"] == TENANT, result
            assert {e["host"].split(".")[0] for e in world.exchanges()} == {world.name}
            world.remove()
        except Exception as failure:  # noqa: BLE001
            failures.append(failure)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
