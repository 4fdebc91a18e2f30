"""What a team's tests do with the package. suite.tsv names the test of each step."""

import os
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote

import jwt
import pytest
import requests
from conftest import authorize, by_password, name_of, redeem, refresh

import mockidp as package
from mockidp import MockIdPError, PageRefused, Server

TEAM = "scenario: team\nworld:\n  users: { uma: { displayName: Uma Underwood } }\n"


def test_the_package_is_the_packed_one():
    assert Path(package.__file__).is_relative_to(sys.prefix)


def test_start(mockidp):
    assert mockidp.call("GET", "health")["status"] == "ok"
    lines = Path(os.environ["SUITE_SERVERS"]).read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith(f"{mockidp.url} ") for line in lines) == 1


def test_world(mockidp, mockidp_world):
    with mockidp.world() as other:
        other.user.disable()
        assert by_password(other, other.user)["error_codes"] == [50057]
        assert "access_token" in by_password(mockidp_world, mockidp_world.user)
        assert (len(other.journal()), len(mockidp_world.journal())) == (1, 1)


@pytest.mark.parametrize("mode", ["query", "fragment", "form_post"])
def test_page_sign_in(mockidp_world, mode):
    bob = mockidp_world.users["bob"]
    arrival = mockidp_world.sign_in_at_pages(authorize(mockidp_world, response_mode=mode, state="12"), "bob")
    assert arrival.pages >= 2
    assert arrival.parameters["state"] == "12"
    assert name_of(mockidp_world, redeem(mockidp_world, arrival)) == bob.name


def test_page_sign_in_with_an_expired_password(mockidp_world):
    user = mockidp_world.user
    before = user.password
    user.expire_password()
    mockidp_world.sign_in_at_pages(authorize(mockidp_world))
    assert user.password != before
    assert mockidp_world.sign_in_at_pages(authorize(mockidp_world)).parameters["code"]


def test_popup(mockidp_world):
    browser = mockidp_world.browser()
    browser.sign_in_at_pages(authorize(mockidp_world))
    second = browser.sign_in_at_pages(authorize(mockidp_world, prompt="select_account"))
    assert second.pages == 1
    assert name_of(mockidp_world, redeem(mockidp_world, second)) == mockidp_world.user.name


def test_session_no_page(mockidp_world):
    browser = mockidp_world.browser()
    browser.sign_in_at_pages(authorize(mockidp_world))
    before = len(mockidp_world.journal())
    second = browser.sign_in_at_pages(authorize(mockidp_world))
    assert second.pages == 0
    assert len(mockidp_world.journal()) == before + 1
    assert name_of(mockidp_world, redeem(mockidp_world, second)) == mockidp_world.user.name


def test_page_refuses(mockidp_world):
    browser = mockidp_world.browser()
    with pytest.raises(PageRefused) as told:
        browser.sign_in_at_pages(authorize(mockidp_world), passwd="wrong")
    assert (told.value.code, "password is incorrect" in told.value.text) == ("AADSTS50126", True)
    mockidp_world.users["bob"].disable()
    with pytest.raises(PageRefused) as told:
        browser.sign_in_at_pages(authorize(mockidp_world), mockidp_world.users["bob"])
    assert told.value.code == "AADSTS50057"
    with pytest.raises(PageRefused, match="was not found in the directory") as told:
        browser.sign_in_at_pages(authorize(mockidp_world, client_id="11111111-1111-4111-8111-111111111111"))
    assert told.value.code == "AADSTS700016"
    assert name_of(mockidp_world, redeem(mockidp_world, browser.sign_in_at_pages(authorize(mockidp_world)))) == mockidp_world.user.name


NESTED = """
import pytest

class TestOuter:
    class TestInner:
        def test_refused(self, mockidp_world):
            mockidp_world.call("POST", "users/nobody/lock")

        def test_goes_on(self, mockidp_world):
            assert mockidp_world.journal() == []
"""
SUBTESTS = """
def test_it(mockidp_world, subtests):
    with subtests.test("refused"):
        mockidp_world.call("POST", "users/nobody/lock")
    with subtests.test("goes on"):
        assert mockidp_world.journal() == []
"""


def test_subtests(pytester, request):
    """In nested classes, and in the subtests that pytest has since 9."""
    pytester.makepyfile(test_nested=NESTED)
    result = pytester.runpytest("-p", "no:xdist")
    result.assert_outcomes(passed=1, failed=1)
    if request.config.pluginmanager.has_plugin("subtests"):
        pytester.makepyfile(test_nested=SUBTESTS)
        said = pytester.runpytest("-p", "no:xdist", "-v").stdout.str()
        assert "SUBFAILED" in said and "1 subtests passed" in said, said


def test_parallel(mockidp):
    found = {}

    def sign_in(number):
        alias = ("alice", "bob")[number % 2]
        with mockidp.world(user=alias) as world:
            name = name_of(world, redeem(world, world.sign_in_at_pages(authorize(world))))
            found[number] = (name == world.user.name, [one["user"]["alias"] for one in world.journal(event="signIn")] == [alias])

    threads = [threading.Thread(target=sign_in, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: (True, True) for number in range(8)}


def test_two_worlds(mockidp):
    with mockidp.world("expired-refresh") as first, mockidp.world("happy-path") as second:
        refused, taken = [refresh(world, redeem(world, world.sign_in(authorize(world)))) for world in (first, second)]
        assert refused["error_codes"] == [700082]
        assert "access_token" in taken


def test_managed_identity(mockidp_world):
    session, resource = mockidp_world.session(), quote("https://vault.azure.net", safe="")
    place = mockidp_world.identity_environment()
    answers = [
        session.get(f"http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource={resource}", headers={"Metadata": "true"}),
        session.get(f"{place['IDENTITY_ENDPOINT']}?api-version=2019-08-01&resource={resource}", headers={"X-IDENTITY-HEADER": place["IDENTITY_HEADER"]}),
    ]
    for answer in answers:
        claims = jwt.decode(answer.json()["access_token"], options={"verify_signature": False})
        assert (claims["tid"], claims["appid"]) == (mockidp_world.tenant.id, mockidp_world.apps["identity"].client_id)
    assert len(mockidp_world.journal(endpoint="managedIdentity")) == 2
    with pytest.raises(package.MockIdPError, match="There is no place 'moon'"):
        mockidp_world.identity_environment("moon")


def test_managed_identity_by_azure_identity(mockidp_names, monkeypatch):
    identity = pytest.importorskip("azure.identity")
    for name, value in mockidp_names.identity_environment().items():
        monkeypatch.setenv(name, value)
    assert identity.ManagedIdentityCredential().get_token("https://vault.azure.net/.default").token.count(".") == 2
    assert mockidp_names.journal(endpoint="managedIdentity")


def test_minted_token(mockidp_names):
    """By PyJWT, as an API does it, with the keys of the discovery document."""
    world = mockidp_names
    for version, order, audience in [
        ("/v2.0", {"client": "mobile", "user": "alice", "scope": "api://contoso/Orders.Read"}, world.apps["api"].client_id),
        ("", {"client": "daemon"}, "https://graph.microsoft.com"),
    ]:
        document = requests.get(f"{world.tenant.authority}{version}/.well-known/openid-configuration").json()
        token = world.token(**order)
        key = jwt.PyJWKClient(document["jwks_uri"]).get_signing_key_from_jwt(token)
        claims = jwt.decode(token, key.key, algorithms=["RS256"], audience=audience, issuer=document["issuer"], options={"require": ["exp"]})
        assert claims["tid"] == world.tenant.id
        ordered = world.call("POST", "tokens", order)["token"]
        assert jwt.decode(ordered, options={"verify_signature": False})["iss"] == document["issuer"], "an order by the control API alone"
    other = jwt.decode(world.token("mobile", "alice", kind="idToken", issuer="login.microsoftonline.us"), options={"verify_signature": False})
    assert other["iss"].startswith("https://login.microsoftonline.us/")


def test_mail(mockidp_names):
    world = mockidp_names
    message = {
        "subject": "Welcome", "toRecipients": [{"emailAddress": {"address": "kim@example.com"}}],
        "body": {"contentType": "html", "content": "<p><a href='https://example.com/confirm'>Confirm</a> with 482913.</p>"},
    }  # fmt: skip
    token = world.token("mobile", "alice", scope="https://graph.microsoft.com/Mail.Send")
    answer = requests.post(
        "https://graph.microsoft.com/v1.0/me/sendMail", json={"message": message}, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 202, answer.text
    mail = world.mail.wait(to="kim@example.com", subject="welcome")
    assert (mail.subject, mail.to, mail.link("Confirm")) == ("Welcome", ["kim@example.com"], "https://example.com/confirm")
    assert (mail.code(), mail.code(r"with (\d+)")) == ("482913", "482913")
    with pytest.raises(package.MockIdPError, match="has no link 'Cancel'. It has: Confirm"):
        mail.link("Cancel")
    with pytest.raises(package.MockIdPError, match="'Welcome': it went to kim@example.com"):
        world.mail.wait(to="lee@example.com", timeout="100ms")
    assert [one.subject for one in world.mail.all(from_=world.user.name)] == ["Welcome"]
    world.mail.clear()
    assert world.mail.all() == []


@pytest.mark.mockidp("user-disabled", verify=False)
def test_scenario_name(mockidp_world):
    assert mockidp_world.scenario == "user-disabled"


@pytest.mark.mockidp(TEAM, user="uma")
def test_scenario_text(mockidp_world):
    assert (mockidp_world.scenario, mockidp_world.user.alias) == ("team", "uma")


def test_scenario_file(mockidp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("team.yaml").write_text(TEAM, encoding="utf-8")
    for file in ("team.yaml", tmp_path / "team.yaml"):
        with mockidp.world(file, user="uma") as world:
            assert "access_token" in by_password(world, world.user)
    with pytest.raises(package.MockIdPError, match=r"The scenario nowhere\.yaml cannot be read: No such file"):
        mockidp.world("nowhere.yaml")


def test_options(mockidp):
    name = f"suite-{os.getpid()}-{time.monotonic_ns()}"
    with mockidp.world(name=name, ids="asWritten", client_ids="perWorld", user="bob") as one, mockidp.world(ids="asWritten") as other:
        assert (one.name, one.user.alias) == (name, "bob")
        assert one.tenant.id == other.tenant.id
        assert one.apps["mobile"].client_id != other.apps["mobile"].client_id
    with pytest.raises(package.MockIdPError, match="The world has no user 'nobody'"):
        mockidp.world(user="nobody")


@pytest.mark.mockidp(client_ids="perWorld", verify=False)
def test_options_of_the_mark(mockidp_world, mockidp):
    with mockidp.world() as other:
        assert mockidp_world.apps["mobile"].client_id != other.apps["mobile"].client_id


def test_snapshot(mockidp_world):
    user = mockidp_world.user
    before = user.password
    mockidp_world.snapshot("before")
    user.change_password("0therPassw0rd!")
    assert "access_token" in by_password(mockidp_world, user)
    mockidp_world.restore("before")
    assert user.password == before
    assert "access_token" in by_password(mockidp_world, user)


def test_rule_journal(mockidp_world):
    mockidp_world.rule({"refuse": "AADSTS50173"}, occurrence=1)
    assert by_password(mockidp_world, mockidp_world.user)["error_codes"] == [50173]
    [refused] = mockidp_world.journal(error="AADSTS50173")
    assert refused["endpoint"] == "token"
    assert refused["reasons"]


def test_expectation(pytester):
    pytester.makepyfile(
        """
        import pytest

        def test_it(mockidp_world):
            mockidp_world.expect("signIn", count=2)
            mockidp_world.session().get(f"{mockidp_world.tenant.authority}/v2.0/.well-known/openid-configuration")
        """
    )
    result = pytester.runpytest("-p", "no:xdist")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*not met: signIn: expected twice*", "*#1 GET */.well-known/openid-configuration * 200*"])


def test_foreign_host(mockidp_world):
    with pytest.raises(requests.ConnectionError, match=r"^example\.com is not a host that mockidp answers, and tests with it do not leave this machine\."):
        mockidp_world.session().get("https://example.com/")


def test_no_executable(pytester, monkeypatch):
    monkeypatch.setenv("MOCKIDP_BINARY", "/nowhere/mockidp")
    monkeypatch.delenv("MOCKIDP_URL", raising=False)
    pytester.makepyfile("def test_it(mockidp_world):\n    pass\n")
    result = pytester.runpytest_subprocess("-p", "no:xdist")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["mockidp: MOCKIDP_BINARY names /nowhere/mockidp, and there is no program."])
    assert "During handling" not in result.stdout.str() and "MockIdPError" not in result.stdout.str()


def test_without_pytest():
    with Server.start() as server, server.world("expired-refresh") as world:
        assert "access_token" in redeem(world, world.sign_in(authorize(world)))
