"""Every library finds the world of the test: at /common, in coroutines, and with two worlds that state the same ids."""

import asyncio
import contextlib
import urllib.request

import pytest

COMMON = "https://login.microsoftonline.com/common/oauth2/v2.0/token"
GRAPH = "https://graph.microsoft.com/v1.0/me"
TENANT = "5b1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"
FILE = f"""
scenario: northwind
world:
  seeds: none
  tenants:
    northwind: {{ id: {TENANT}, displayName: Northwind, domains: [northwind.test] }}
  users:
    nadia: {{ displayName: Nadia, userPrincipalName: n@northwind.test }}
  apps:
    cli: {{ type: native, audience: AzureADMultipleOrgs, clientId: 5b1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a43, isFallbackPublicClient: true, permissions: [User.Read], consent: granted }}
"""
FORM = {"grant_type": "password", "client_id": "5b1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a43", "username": "n@northwind.test", "scope": "openid User.Read"}


def httpx_async(form):
    httpx = pytest.importorskip("httpx")

    async def ask():
        async with httpx.AsyncClient() as client:
            return (await client.post(COMMON.replace("common", "organizations"), data=form)).json()

    return asyncio.run(ask())


def aiohttp_(form):
    aiohttp = pytest.importorskip("aiohttp")

    async def ask():
        async with aiohttp.ClientSession(trust_env=False) as client, client.post(COMMON.replace("common", "organizations"), data=form) as answer:
            return await answer.json()

    return asyncio.run(ask())


def urllib3_(form):
    urllib3 = pytest.importorskip("urllib3")
    import os

    return urllib3.PoolManager(ca_certs=os.environ["SSL_CERT_FILE"]).request_encode_body(
        "POST", COMMON.replace("common", "organizations"), fields=form, encode_multipart=False
    ).json()


def requests_(form):
    import requests

    return requests.post(COMMON.replace("common", "organizations"), data=form).json()


CLIENTS = [httpx_async, aiohttp_, urllib3_, requests_]


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "northwind.yaml"
    file.write_text(FILE)
    return file


def test_a_world_of_a_file_keeps_what_the_file_states(mockidp, file):
    with mockidp.world(file) as world:
        assert world.tenant.id == TENANT
        assert world.user.name == "n@northwind.test"
    with mockidp.world(file, ids="own") as world:
        assert world.tenant.id != TENANT


@pytest.mark.parametrize("ask", CLIENTS, ids=[ask.__name__.strip("_") for ask in CLIENTS])
def test_two_worlds_of_one_file_at_once(mockidp, file, ask):
    with mockidp.world(file) as first, mockidp.world(file) as second:
        second.users["nadia"].change_password("Another1!")
        for world, password in ((first, first.user.password), (second, "Another1!"), (first, first.user.password)):
            with world.names():
                answer = ask({**FORM, "password": password})
                assert "access_token" in answer, answer
        assert [len(world.journal()) for world in (first, second)] == [2, 1]


def test_msgraph_finds_its_world(mockidp, file):
    msgraph = pytest.importorskip("msgraph")
    identity = pytest.importorskip("azure.identity")
    with mockidp.world(file) as first, mockidp.world(file) as second, second.names():
        credential = identity.UsernamePasswordCredential(
            FORM["client_id"], FORM["username"], second.user.password, tenant_id=TENANT, disable_instance_discovery=True)

        async def ask():
            return await msgraph.GraphServiceClient(credential, ["User.Read"]).me.get()

        assert asyncio.run(ask()).user_principal_name == "n@northwind.test"
        assert first.journal() == []
        assert any(exchange["host"] == "graph.microsoft.com" for exchange in second.journal())


def test_common_finds_the_world_of_the_names(mockidp_names):
    with urllib.request.urlopen("https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration") as answer:
        assert answer.status == 200
    assert len(mockidp_names.journal()) == 1


def test_a_world_that_has_ended_refuses_the_connection(mockidp):
    world = mockidp.world()
    with world.names():
        world.remove()
        with pytest.raises(OSError, match=r"mockidp refuses a connection to login\.microsoftonline\.com:443|404|Not Found"):
            urllib.request.urlopen("https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration")


def test_names_may_be_nested(mockidp):
    httpx = pytest.importorskip("httpx")
    with contextlib.ExitStack() as stack:
        worlds = [stack.enter_context(mockidp.world()) for _ in range(2)]
        for world in worlds:
            with world.names():
                assert httpx.get("https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration").status_code == 200
    with pytest.raises(OSError):
        urllib.request.urlopen("https://127.83.0.1:443/", timeout=2)
