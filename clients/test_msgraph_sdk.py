"""Microsoft's own client of Graph: one user, pages and a batch."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
import ssl
import time

import pytest
from support.world import ALICE, BOB, CONTOSO, DAEMON

pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")

import httpx  # noqa: E402
from azure.core.credentials import AccessToken  # noqa: E402
from kiota_abstractions.base_request_configuration import RequestConfiguration  # noqa: E402
from kiota_authentication_azure.azure_identity_authentication_provider import (  # noqa: E402
    AzureIdentityAuthenticationProvider,
)
from msgraph import GraphRequestAdapter, GraphServiceClient  # noqa: E402
from msgraph.generated.models.o_data_errors.o_data_error import ODataError  # noqa: E402
from msgraph.generated.users.users_request_builder import UsersRequestBuilder  # noqa: E402
from msgraph.graph_request_adapter import options  # noqa: E402
from msgraph_core import GraphClientFactory, PageIterator  # noqa: E402
from msgraph_core.requests.batch_request_content import BatchRequestContent  # noqa: E402
from msgraph_core.requests.batch_request_item import BatchRequestItem  # noqa: E402


class Held:
    """A credential for a token that is there already."""

    def __init__(self, token):
        self._token = token

    def get_token(self, *scopes, **options):
        return AccessToken(self._token, int(time.time()) + 3600)


def in_a_thread_of_its_own(work):
    """The browser's tests keep an event loop running in the main thread, where another cannot be started."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture
def run(happy):
    """Runs a conversation with a client that an app's own token speaks for."""
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    token = happy.token(form, CONTOSO).json()["access_token"]

    def run(conversation):
        async def whole():
            context = ssl.create_default_context(cafile=happy.ca)
            async with httpx.AsyncClient(verify=context, trust_env=False) as plain:
                provider = AzureIdentityAuthenticationProvider(
                    Held(token), scopes=["https://graph.microsoft.com/.default"], allowed_hosts=["localhost"]
                )
                client = GraphClientFactory.create_with_default_middleware(client=plain, options=options)
                adapter = GraphRequestAdapter(provider, client)
                adapter.base_url = f"{happy.graph}/v1.0"
                return await conversation(GraphServiceClient(request_adapter=adapter))

        return in_a_thread_of_its_own(whole())

    return run


def test_one_user(run):
    async def conversation(graph):
        return await graph.users.by_user_id(BOB.name).get()

    bob = run(conversation)
    assert (bob.id, bob.display_name) == (BOB.oid, BOB.display_name)


def test_errors_keep_their_code(run):
    async def conversation(graph):
        await graph.me.get()

    with pytest.raises(ODataError) as caught:
        run(conversation)
    assert caught.value.error.code == "BadRequest"
    assert caught.value.response_status_code == 400


def test_pages(run):
    async def conversation(graph):
        parameters = UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(top=2)
        first = await graph.users.get(RequestConfiguration(query_parameters=parameters))
        assert len(first.value) == 2
        found = []

        def keep(user):
            found.append(user.id)
            return True

        await PageIterator(first, graph.request_adapter).iterate(keep)
        return found

    found = run(conversation)
    assert len(found) == len(set(found)) > 2
    assert {ALICE.oid, BOB.oid} <= set(found)


def test_a_batch(run):
    async def conversation(graph):
        content = BatchRequestContent()
        for user in (ALICE, BOB):
            request = graph.users.by_user_id(user.oid).to_get_request_information()
            content.add_request(user.oid, BatchRequestItem(request, user.oid))
        return await graph.batch.post(content)

    answer = run(conversation)
    assert {key: item.status for key, item in answer.responses.items()} == {ALICE.oid: 200, BOB.oid: 200}
