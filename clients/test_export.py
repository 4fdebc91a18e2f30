"""A world that was exported and made again behaves as the first one did."""

import json
import subprocess

import pytest
from support.binary import BINARY
from support.world import MOBILE
from support.worlds import World, names_under_localhost

NEW_PASSWORD = "N3w-passw0rd"


@pytest.fixture(autouse=True)
def names():
    with names_under_localhost():
        yield


def exported(world, **arguments):
    answer = world.http_session.get(f"{world.control}/export", **arguments)
    assert answer.status_code == 200, answer.text
    return answer


def changed(world):
    """Changes what an export has to carry; a rule refuses the second renewal of alice."""
    for path, body in (
        ("users/bob/disable", {}),
        ("users/alice/changePassword", {"to": NEW_PASSWORD}),
        ("users/admin/requireMfa", {}),
        ("consents", {"client": "web", "user": "bob", "scopes": ["Mail.Send"]}),
        ("clock", {"advance": "90d"}),
        (
            "rules",
            {
                "name": "second",
                "when": {"grant": "refresh_token", "user": "alice", "tenant": "contoso", "occurrence": 2},
                "then": {"refuse": "AADSTS90033"},
            },
        ),
    ):
        answer = world.http_session.post(f"{world.control}/{path}", json=body)
        assert answer.status_code in (200, 201), answer.text


def signed_in(server, name, password):
    """By password grant, through `organizations`: so the rule has the tenant from the user."""
    form = {"grant_type": "password", "client_id": MOBILE.id, "scope": "openid offline_access User.Read"}
    return server.token({**form, "username": name, "password": password}, "organizations")


def expect_the_changes(server, domain):
    assert signed_in(server, f"alice@{domain}", "Passw0rd!").json()["error_codes"] == [50126]
    assert signed_in(server, f"bob@{domain}", "Passw0rd!").json()["error_codes"] == [50057]
    tokens = signed_in(server, f"alice@{domain}", NEW_PASSWORD)
    assert tokens.status_code == 200, tokens.text
    form = {"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": tokens.json()["refresh_token"]}
    first, second, third = (server.token(form, "organizations") for _ in range(3))
    assert first.status_code == 200, first.text
    assert second.json()["error_codes"] == [90033]
    assert third.status_code == 200, third.text
    get = server.http_session.get
    assert get(f"{server.control}/users/admin").json()["mfa"] == "required"
    consents = get(f"{server.control}/consents", params={"client": "web", "user": "bob"}).json()["consents"]
    assert [consent["scopes"] for consent in consents] == [["Mail.Send"]]
    assert get(f"{server.control}/clock").json()["offset"] == "90d"


def mockidp(server, *words):
    environment = {"PATH": "/usr/bin:/bin", "MOCKIDP_URL": server.authority}
    return subprocess.run([str(BINARY), *words, "--ca", server.ca], capture_output=True, text=True, env=environment)


def test_a_server_goes_on_from_an_export(serve, tmp_path):
    first = serve("happy-path")
    world = World(first, name="t1")
    changed(world)
    text = exported(world).text
    assert NEW_PASSWORD not in text
    assert exported(world, headers={"Accept": "application/json"}).json()["scenario"] == "happy-path"

    file = tmp_path / "t1.yaml"
    written = mockidp(first, "world", "export", "t1", "--output", str(file))
    assert written.returncode == 0, written.stderr
    assert file.read_text() == text
    printed = mockidp(first, "world", "export", "t1", "--json")
    assert json.loads(printed.stdout) == exported(world, params={"format": "json"}).json()

    expect_the_changes(serve(file), "contoso.onmicrosoft.com")


def test_a_world_is_made_from_an_export(serve):
    server = serve("happy-path")
    world = World(server, name="t1")
    changed(world)
    text = exported(world).text
    twin = World(server, name="t2", scenario=text)
    assert exported(twin).text == text
