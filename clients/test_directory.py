"""A directory as administrators' tools read and write it: msgraph-sdk registers apps, MSAL signs in as them at once."""

import pathlib

import msal
import pytest
import test_msgraph_sdk
from support.msal_apps import _app
from support.world import CONTOSO, DAEMON, App

pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")

from msgraph.generated.applications.item.add_password.add_password_post_request_body import (  # noqa: E402
    AddPasswordPostRequestBody,
)
from msgraph.generated.models.app_role import AppRole  # noqa: E402
from msgraph.generated.models.app_role_assignment import AppRoleAssignment  # noqa: E402
from msgraph.generated.models.application import Application  # noqa: E402
from msgraph.generated.models.o_data_errors.o_data_error import ODataError  # noqa: E402
from msgraph.generated.models.password_credential import PasswordCredential  # noqa: E402
from msgraph.generated.models.service_principal import ServicePrincipal  # noqa: E402

SCENARIO = str(pathlib.Path(__file__).parent / "scenarios" / "registered.yaml")
SHOP = "60000000-0000-4000-8000-0000000000a1"
CLERKS = "60000000-0000-4000-8000-0000000000d1"
OFFICE = "60000000-0000-4000-8000-0000000000e1"


@pytest.fixture
def server(serve):
    return serve(SCENARIO)


@pytest.fixture
def run(server):
    return test_msgraph_sdk.runner(server)


def token_of(server, app_id, secret, scope="https://graph.microsoft.com/.default"):
    client = _app(msal.ConfidentialClientApplication, server, CONTOSO, App(app_id), None, client_credential=secret)
    return client.acquire_token_for_client([scope])


def test_all_that_a_file_says_of_an_app_is_what_graph_shows(run):
    async def conversation(graph):
        app = await graph.applications_with_app_id(SHOP).get()
        principal = await graph.service_principals_with_app_id(SHOP).get()
        owners = await graph.service_principals.by_service_principal_id(principal.id).owners.get()
        members = await graph.groups.by_group_id(CLERKS).members.get()
        location = await graph.identity.conditional_access.named_locations.by_named_location_id(OFFICE).get()
        policies = await graph.identity.conditional_access.policies.get()
        return app, principal, owners, members, location, policies

    app, principal, owners, members, location, policies = run(conversation)
    assert (app.display_name, app.description, app.notes, app.tags) == ("Shop", "Sells.", "Ask Ada.", ["HideApp"])
    assert (app.info.support_url, app.unique_name) == ("https://shop.test/support", "shop")
    assert app.service_principal_lock_configuration.is_enabled is True
    assert [one.display_name for one in app.password_credentials] == ["Main"]
    assert [one.display_name for one in principal.password_credentials] == ["Of the tenant"]
    assert len(principal.key_credentials) == 1
    assert (principal.notes, principal.preferred_single_sign_on_mode) == ("Made by a tool.", "oidc")
    assert principal.saml_single_sign_on_settings.relay_state == "shop"
    assert len(owners.value) == 2
    assert [one.id for one in members.value] == [principal.id]
    assert (location.display_name, location.is_trusted) == ("Office", True)
    assert [one.display_name for one in policies.value] == ["shop"]


@pytest.mark.parametrize("secret", ["shop-secret", "tenant-secret"])
def test_secrets_of_both_objects_prove_the_app(server, secret):
    result = token_of(server, SHOP, secret)
    assert "access_token" in result, result


def test_an_app_is_registered_and_signs_in_at_once(server, run):
    role = "60000000-0000-4000-8000-0000000000b9"

    async def register(graph):
        app = await graph.applications.post(
            Application(
                display_name="Made by the SDK",
                identifier_uris=["api://contoso.onmicrosoft.com/made-by-the-sdk"],
                app_roles=[
                    AppRole(
                        id=role, value="Maker", display_name="Maker", description="Makes", is_enabled=True,
                        allowed_member_types=["Application"],
                    )  # fmt: skip
                ],
            )
        )
        new = await graph.applications.by_application_id(app.id).add_password.post(
            AddPasswordPostRequestBody(password_credential=PasswordCredential(display_name="sdk"))
        )
        principal = await graph.service_principals.post(ServicePrincipal(app_id=app.app_id))
        await graph.service_principals.by_service_principal_id(principal.id).app_role_assigned_to.post(
            AppRoleAssignment(principal_id=principal.id, resource_id=principal.id, app_role_id=role)
        )
        return app, new.secret_text

    app, secret = run(register)
    result = token_of(server, app.app_id, secret, "api://contoso.onmicrosoft.com/made-by-the-sdk/.default")
    assert "access_token" in result, result
    assert msal.oauth2cli.oidc.decode_part(result["access_token"].split(".")[1])

    async def delete(graph):
        await graph.applications.by_application_id(app.id).delete()
        with pytest.raises(ODataError) as caught:
            await graph.applications.by_application_id(app.id).get()
        items = await graph.directory.deleted_items.graph_application.get()
        await graph.directory.deleted_items.by_directory_object_id(app.id).restore.post()
        return caught.value.error.code, [one.id for one in items.value]

    assert run(delete) == ("Request_ResourceNotFound", [app.id])
    assert "access_token" in token_of(server, app.app_id, secret)


def test_the_addresses_for_terraform(server):
    document = server.http_session.get(f"{server.graph}/metadata/endpoints?api-version=2022-09-01").json()
    assert document["microsoftGraphResourceId"] == server.graph
    assert document["authentication"]["loginEndpoint"] == server.graph
    assert document["suffixes"]["keyVaultDns"] == "vault.azure.net"
    # Resource Manager by itself wants a token.
    bare = server.http_session.get(f"{server.graph}/subscriptions")
    assert bare.status_code == 401 and bare.json()["error"]["code"] == "AuthenticationFailed"
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
            "scope": "https://management.azure.com/.default"}  # fmt: skip
    bearer = {"Authorization": "Bearer " + server.token(form, CONTOSO).json()["access_token"]}
    assert server.http_session.get(f"{server.graph}/subscriptions", headers=bearer).json() == {"value": [], "count": {"type": "Total", "value": 0}}


def test_lists_of_the_beta_show_what_a_client_wrote(server):
    session, api = server.http_session, f"{server.graph}/beta/applications"
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
            "scope": "https://graph.microsoft.com/.default"}  # fmt: skip
    session.headers["Authorization"] = "Bearer " + server.token(form, CONTOSO).json()["access_token"]
    shop = session.get(f"{api}(appId='{SHOP}')?$select=id").json()["id"]
    assert session.patch(f"{api}/{shop}", json={"windows": {"a": 1}}).status_code == 204
    shown = [app for app in session.get(f"{api}?$select=id,windows").json()["value"] if "windows" in app]
    assert shown == [{"id": shop, "windows": {"a": 1}}]
    [expanded] = session.get(f"{api}?$filter=appId eq '{SHOP}'&$select=windows&$expand=owners($select=id)").json()["value"]
    assert expanded["windows"] == {"a": 1} and len(expanded["owners"]) == 1
    for address in (f"{api}?$select=id,macOS", f"{server.graph}/v1.0/applications?$select=id,windows"):
        assert all(list(app) == ["id"] for app in session.get(address).json()["value"])
