"""Microsoft's own client of Graph: one user, pages and a batch."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
import pathlib
import ssl
import time

import pytest
from support.world import ALICE, BOB, COMPANY, CONTOSO, DAEMON, ENGINEERS, NEWS, STAFF

pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")

import httpx  # noqa: E402
from azure.core.credentials import AccessToken  # noqa: E402
from kiota_abstractions.base_request_configuration import RequestConfiguration  # noqa: E402
from kiota_authentication_azure.azure_identity_authentication_provider import (  # noqa: E402
    AzureIdentityAuthenticationProvider,
)
from msgraph import GraphRequestAdapter, GraphServiceClient  # noqa: E402
from msgraph.generated.directory_objects.get_by_ids.get_by_ids_post_request_body import (  # noqa: E402
    GetByIdsPostRequestBody,
)
from msgraph.generated.groups.item.group_item_request_builder import GroupItemRequestBuilder  # noqa: E402
from msgraph.generated.models.group import Group  # noqa: E402
from msgraph.generated.models.o_data_errors.o_data_error import ODataError  # noqa: E402
from msgraph.generated.models.open_type_extension import OpenTypeExtension  # noqa: E402
from msgraph.generated.models.password_profile import PasswordProfile  # noqa: E402
from msgraph.generated.models.reference_create import ReferenceCreate  # noqa: E402
from msgraph.generated.models.user import User  # noqa: E402
from msgraph.generated.users.item.get_member_objects.get_member_objects_post_request_body import (  # noqa: E402
    GetMemberObjectsPostRequestBody,
)
from msgraph.generated.users.item.user_item_request_builder import UserItemRequestBuilder  # noqa: E402
from msgraph.generated.users.users_request_builder import UsersRequestBuilder  # noqa: E402
from msgraph.graph_request_adapter import options  # noqa: E402
from msgraph_core import GraphClientFactory, PageIterator  # noqa: E402
from msgraph_core.requests.batch_request_content import BatchRequestContent  # noqa: E402
from msgraph_core.requests.batch_request_item import BatchRequestItem  # noqa: E402


DIRECTORY = pathlib.Path(__file__).parent / "scenarios" / "directory.yaml"


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


def runner(server):
    """Runs conversations with a client that an app's own token speaks for."""
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    token = server.token(form, CONTOSO).json()["access_token"]
    return lambda conversation: conversing(server, token, conversation)


def conversing(server, token, conversation):
    """What a conversation with the library's client returns, which calls with that token."""

    async def whole():
        context = ssl.create_default_context(cafile=server.ca)
        async with httpx.AsyncClient(verify=context, trust_env=False) as plain:
            provider = AzureIdentityAuthenticationProvider(
                Held(token), scopes=["https://graph.microsoft.com/.default"], allowed_hosts=["localhost"]
            )
            client = GraphClientFactory.create_with_default_middleware(client=plain, options=options)
            adapter = GraphRequestAdapter(provider, client)
            adapter.base_url = f"{server.graph}/v1.0"
            return await conversation(GraphServiceClient(request_adapter=adapter))

    return in_a_thread_of_its_own(whole())


@pytest.fixture
def run(happy):
    return runner(happy)


@pytest.fixture
def run_directory(serve):
    return runner(serve(str(DIRECTORY)))


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


def test_groups_and_their_members(run_directory):
    async def conversation(graph):
        groups = await graph.groups.get()
        staff = await graph.groups.by_group_id(STAFF).get()
        members = await graph.groups.by_group_id(STAFF).members.get()
        cast = await graph.users.by_user_id(BOB.oid).transitive_member_of.graph_group.get()
        return groups, staff, members, cast

    groups, staff, members, cast = run_directory(conversation)
    assert [group.id for group in groups.value] == [ENGINEERS, STAFF, COMPANY, NEWS]
    assert (staff.display_name, staff.security_enabled) == ("Contoso Staff", True)
    assert [(type(member), member.id) for member in members.value][0] == (User, ALICE.oid)
    assert (type(members.value[-1]), members.value[-1].id) == (Group, ENGINEERS)
    assert [group.id for group in cast.value] == [ENGINEERS, STAFF, COMPANY]


def test_a_user_is_made_and_put_into_a_group(run_directory):
    async def conversation(graph):
        carol = await graph.users.post(
            User(
                account_enabled=True, display_name="Carol Chen", mail_nickname="carol",
                user_principal_name="carol@contoso.com", password_profile=PasswordProfile(password="S3cret-word"),
            )  # fmt: skip
        )
        reference = ReferenceCreate(odata_id=f"https://graph.microsoft.com/v1.0/directoryObjects/{carol.id}")
        await graph.groups.by_group_id(ENGINEERS).members.ref.post(reference)
        body = GetMemberObjectsPostRequestBody(security_enabled_only=True)
        found = await graph.users.by_user_id(carol.id).get_member_objects.post(body)
        await graph.groups.by_group_id(ENGINEERS).members.by_directory_object_id(carol.id).ref.delete()
        left = await graph.users.by_user_id(carol.id).member_of.get()
        await graph.users.by_user_id(carol.id).delete()
        return found, left

    found, left = run_directory(conversation)
    assert found.value == [ENGINEERS, STAFF]
    assert left.value == []


def test_a_photo(run_directory):
    async def conversation(graph):
        photo = await graph.users.by_user_id(BOB.oid).photo.get()
        content = await graph.users.by_user_id(BOB.oid).photo.content.get()
        with pytest.raises(ODataError) as caught:
            await graph.users.by_user_id(ALICE.oid).photo.content.get()
        return photo, content, caught.value

    photo, content, error = run_directory(conversation)
    assert (photo.width, photo.height) == (48, 48)
    assert content.startswith(b"\xff\xd8\xff")
    assert (error.error.code, error.response_status_code) == ("ImageNotFound", 404)


def test_users_of_ones_own(serve):
    """What a scenario says of a user, in the types of the library."""

    async def conversation(graph):
        names = ["department", "employeeHireDate", "employeeOrgData", "otherMails", "onPremisesExtensionAttributes", "ageGroup"]
        parameters = UserItemRequestBuilder.UserItemRequestBuilderGetQueryParameters(select=names)
        kim = await graph.users.by_user_id("kim@contoso.com").get(RequestConfiguration(query_parameters=parameters))
        await graph.users.by_user_id("kim@contoso.com").patch(User(department="Sales", city="Berlin"))
        extensions = graph.users.by_user_id("kim@contoso.com").extensions
        await extensions.post(OpenTypeExtension(extension_name="com.example.cart", additional_data={"items": 2}))
        cart = await extensions.by_extension_id("com.example.cart").get()
        await extensions.by_extension_id("com.example.cart").delete()
        domains = await graph.domains.get()
        return kim, cart, (await extensions.get()).value, domains.value

    kim, cart, left, domains = runner(serve(str(DIRECTORY.with_name("own-users.yaml"))))(conversation)
    assert (kim.department, kim.employee_hire_date.date().isoformat()) == ("Research", "2024-05-01")
    assert (kim.employee_org_data.cost_center, kim.other_mails) == ("4711", ["kim@home.example"])
    assert kim.on_premises_extension_attributes.extension_attribute3 == "gold"
    assert (type(cart), cart.extension_name, cart.additional_data["items"]) == (OpenTypeExtension, "com.example.cart", 2)
    assert [one.id for one in left] == ["com.contoso.roaming"]
    assert [domain.id for domain in domains] == ["contoso.onmicrosoft.com", "contoso.com"]


def test_a_group_is_made_changed_and_removed(serve):
    async def conversation(graph):
        group = await graph.groups.post(
            Group(
                display_name="Library Assist", description="Helps.", group_types=["Unified"], mail_enabled=True,
                mail_nickname="library", security_enabled=False,
                additional_data={"owners@odata.bind": [f"https://graph.microsoft.com/v1.0/users/{ALICE.oid}"]},
            )  # fmt: skip
        )
        one = graph.groups.by_group_id(group.id)
        await one.patch(Group(display_name="Library"))
        reference = ReferenceCreate(odata_id=f"https://graph.microsoft.com/v1.0/users/{BOB.oid}")
        await one.owners.ref.post(reference)
        await one.owners.by_directory_object_id(ALICE.oid).ref.delete()
        parameters = GroupItemRequestBuilder.GroupItemRequestBuilderGetQueryParameters(expand=["owners"])
        changed = await one.get(RequestConfiguration(query_parameters=parameters))
        body = GetByIdsPostRequestBody(ids=[group.id, BOB.oid], types=["group", "user"])
        objects = await graph.directory_objects.get_by_ids.post(body)
        await one.delete()
        with pytest.raises(ODataError) as caught:
            await one.get()
        return group, changed, objects, caught.value

    group, changed, objects, error = runner(serve(str(DIRECTORY)))(conversation)
    assert (group.mail, group.visibility) == ("library@contoso.onmicrosoft.com", "Public")
    assert changed.display_name == "Library"
    assert [(type(owner), owner.id) for owner in changed.owners] == [(User, BOB.oid)]
    assert [(type(one), one.id) for one in objects.value] == [(Group, group.id), (User, BOB.oid)]
    assert error.response_status_code == 404


def test_a_gap_is_told_from_a_mistake(run):
    async def conversation(graph):
        await graph.devices.get()

    with pytest.raises(ODataError) as caught:
        run(conversation)
    assert caught.value.response_status_code == 501
    assert caught.value.error.message.startswith("mockidp does not serve ")
