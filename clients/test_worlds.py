"""Worlds for tests that run at once: msal against the worlds of one server."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.msal_apps import public_app, sign_in
from support.browser import Browser
from support.worlds import World, names_under_localhost

SCOPES = ["User.Read"]


@pytest.fixture(autouse=True)
def names():
    with names_under_localhost():
        yield


@pytest.fixture
def server(serve):
    return serve("happy-path")


def signed_in(world, tenant="organizations"):
    app = public_app(world, tenant=tenant)
    result = sign_in(app, Browser(world), world.user("alice"), SCOPES)
    assert "access_token" in result, result
    return app, result


def test_a_world_is_a_server_of_its_own_for_msal(server):
    world = World(server, name="t1")
    for tenant in ("organizations", world.tenant, world.made["tenants"][0]["domain"], "contoso.onmicrosoft.com"):
        app, result = signed_in(world, tenant)
        claims = result["id_token_claims"]
        assert claims["tid"] == world.tenant
        assert claims["preferred_username"] == "alice@contoso-t1.onmicrosoft.com"
        assert claims["iss"] == f"{world.authority}/{world.tenant}/v2.0"
        account = app.get_accounts()[0]
        assert account["home_account_id"] == world.user("alice").home_account_id
        assert "access_token" in app.acquire_token_silent(SCOPES, account, force_refresh=True)
    assert world.me(result["access_token"]).json()["id"] == world.user("alice").oid
    # By everybody's name too: the token says whose it is.
    assert server.me(result["access_token"]).json()["id"] == world.user("alice").oid
    assert server.exchanges() == []


def test_by_the_tenant_in_the_path(server):
    world = World(server)
    world.authority = server.authority
    app, result = signed_in(world, world.tenant)
    assert result["id_token_claims"]["tid"] == world.tenant
    assert [e["tenant"]["id"] for e in world.exchanges() if "tenant" in e]


def test_worlds_at_once_do_not_see_each_other(server):
    def play(number):
        world = World(server, name=f"w{number}", scenario="expired-refresh" if number % 2 else "happy-path")
        app, _ = signed_in(world)
        renewed = app.acquire_token_silent_with_error(SCOPES, app.get_accounts()[0], force_refresh=True)
        if number % 2:
            assert renewed["error_codes"] == [700082], renewed
        else:
            assert "access_token" in renewed, renewed
        assert {e["host"].split(".")[0] for e in world.exchanges()} == {world.name}
        world.remove()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(play, range(16)))
    assert [w["name"] for w in server.http_session.get(f"{server.control}/worlds").json()["worlds"]] == ["default"]


def test_a_snapshot_is_gone_back_to(server):
    world = World(server, name="snap")
    app, _ = signed_in(world)
    account = app.get_accounts()[0]
    world.post_control("snapshots", {"name": "signed-in"})
    # msal forgets a refresh token that was refused, and answers the same question from memory for a minute.
    kept = app.token_cache.serialize()
    for _ in range(2):
        world.post_control("users/alice/revokeSessions", {})
        refused = app.acquire_token_silent_with_error(SCOPES, account, force_refresh=True)
        assert refused["error_codes"] == [50173], refused
        world.post_control("snapshots/signed-in/restore", {})
        app = public_app(world, tenant="organizations")
        app.token_cache.deserialize(kept)
        assert "access_token" in app.acquire_token_silent(SCOPES, account, force_refresh=True)
