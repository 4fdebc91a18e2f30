"""The steps of Microsoft's AppCreationScripts with Microsoft's own client of Graph: what a script makes of a tenant, and takes away again."""

import pathlib
from datetime import datetime, timezone
from types import SimpleNamespace as Namespace

import pytest
from support.browser import Browser
from support.msal_apps import public_app
from support.world import ADMIN, ALICE, BOB, CONTOSO, GRAPH, App
from test_msal_grants import new_key

pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")

from cryptography import x509  # noqa: E402
from cryptography.hazmat.primitives.serialization import Encoding  # noqa: E402
from kiota_abstractions.base_request_configuration import RequestConfiguration  # noqa: E402
from msgraph.generated.application_templates.item.instantiate.instantiate_post_request_body import (  # noqa: E402
    InstantiatePostRequestBody,
)
from msgraph.generated.applications.applications_request_builder import ApplicationsRequestBuilder  # noqa: E402
from msgraph.generated.applications.item.add_password.add_password_post_request_body import (  # noqa: E402
    AddPasswordPostRequestBody,
)
from msgraph.generated.groups.groups_request_builder import GroupsRequestBuilder  # noqa: E402
from msgraph.generated.models.api_application import ApiApplication  # noqa: E402
from msgraph.generated.models.app_role import AppRole  # noqa: E402
from msgraph.generated.models.app_role_assignment import AppRoleAssignment  # noqa: E402
from msgraph.generated.models.application import Application  # noqa: E402
from msgraph.generated.models.claims_mapping_policy import ClaimsMappingPolicy  # noqa: E402
from msgraph.generated.models.group import Group  # noqa: E402
from msgraph.generated.models.invitation import Invitation  # noqa: E402
from msgraph.generated.models.key_credential import KeyCredential  # noqa: E402
from msgraph.generated.models.o_auth2_permission_grant import OAuth2PermissionGrant  # noqa: E402
from msgraph.generated.models.o_data_errors.o_data_error import ODataError  # noqa: E402
from msgraph.generated.models.optional_claim import OptionalClaim  # noqa: E402
from msgraph.generated.models.optional_claims import OptionalClaims  # noqa: E402
from msgraph.generated.models.password_credential import PasswordCredential  # noqa: E402
from msgraph.generated.models.permission_scope import PermissionScope  # noqa: E402
from msgraph.generated.models.public_client_application import PublicClientApplication  # noqa: E402
from msgraph.generated.models.redirect_uri_settings import RedirectUriSettings  # noqa: E402
from msgraph.generated.models.reference_create import ReferenceCreate  # noqa: E402
from msgraph.generated.models.required_resource_access import RequiredResourceAccess  # noqa: E402
from msgraph.generated.models.resource_access import ResourceAccess  # noqa: E402
from msgraph.generated.models.service_principal import ServicePrincipal  # noqa: E402
from msgraph.generated.models.web_application import WebApplication  # noqa: E402
from msgraph.generated.service_principals.item.add_token_signing_certificate.add_token_signing_certificate_post_request_body import (  # noqa: E402
    AddTokenSigningCertificatePostRequestBody,
)
from msgraph.generated.service_principals.service_principals_request_builder import (  # noqa: E402
    ServicePrincipalsRequestBuilder,
)
from msgraph.generated.users.users_request_builder import UsersRequestBuilder  # noqa: E402
from test_azure_identity import certificate  # noqa: E402
from test_msgraph_sdk import conversing, runner  # noqa: E402
from uuid import UUID  # noqa: E402

SCENARIO = pathlib.Path(__file__).parent / "scenarios" / "azure-cli.yaml"
#: The template of an app of one's own.
CUSTOM_APP = "8adf8e6e-67b2-4cf2-a259-e3dc5476c621"
COMMAND_LINE_TOOLS = "14d82eec-204b-4c2f-b7e8-296a70dab67e"
SCOPES = ["User.Read.All", "Organization.Read.All", "Application.ReadWrite.All", "Group.ReadWrite.All"]
SCOPE, ROLE = UUID("2f1c4b30-0000-4000-8000-000000000001"), UUID("2f1c4b30-0000-4000-8000-000000000002")


@pytest.fixture
def run(serve):
    return runner(serve(str(SCENARIO)))


def filtered(builder, text):
    name = next(name for name in dir(builder) if name.endswith("QueryParameters"))
    return RequestConfiguration(query_parameters=getattr(builder, name)(filter=text))


def signed_in(server, user):
    """`Connect-MgGraph -UseDeviceAuthentication` with the scopes that the scripts ask for: the token, or the text of the page that refuses."""
    app = public_app(server, tenant=CONTOSO, app=App(COMMAND_LINE_TOOLS))
    flow = app.initiate_device_flow(SCOPES)
    browser = Browser(server)
    page = browser.submit(browser.open(flow["verification_uri"]), {"otc": flow["user_code"]})
    for _ in range(5):
        if not page.forms or "Need admin approval" in page.text:
            break
        typed = {"loginfmt": user.name, "passwd": user.password}
        page = browser.submit(page, {name: value for name, value in typed.items() if name in page.form.fields})
    if "Need admin approval" in page.text:
        return None, page.text
    return app.acquire_token_by_device_flow(flow), page.text


def der():
    """A certificate as the scripts send it."""
    return x509.load_pem_x509_certificate(certificate(new_key())).public_bytes(Encoding.DER)


def test_the_steps_of_a_script(run):
    async def conversation(graph):
        seen = Namespace()
        users = await graph.users.get(filtered(UsersRequestBuilder, f"UserPrincipalName eq '{ADMIN.name}'"))
        seen.user = users.value[0].id
        seen.domains = [domain.is_default for domain in (await graph.organization.get()).value[0].verified_domains]
        app = await graph.applications.post(
            Application(display_name="TodoListService", sign_in_audience="AzureADMyOrg", web=WebApplication(redirect_uris=["https://todo.test/cb"]))
        )
        one = graph.applications.by_application_id(app.id)
        seen.secret = await one.add_password.post(AddPasswordPostRequestBody(password_credential=PasswordCredential(display_name="key")))
        seen.publisher = (await one.get()).publisher_domain
        found = await graph.applications.get(filtered(ApplicationsRequestBuilder, "DisplayName eq 'todolistservice'"))
        seen.found = [item.id for item in found.value]
        await one.patch(Application(identifier_uris=[f"api://{app.app_id}"]))
        await one.patch(Application(api=ApiApplication(oauth2_permission_scopes=[])))
        scope = PermissionScope(
            id=SCOPE, value="access_as_user", type="User", is_enabled=True, admin_consent_description="a", admin_consent_display_name="a",
            user_consent_description="u", user_consent_display_name="u",
        )  # fmt: skip
        await one.patch(Application(api=ApiApplication(oauth2_permission_scopes=[scope], requested_access_token_version=2)))
        role = AppRole(id=ROLE, value="Todo.Read.All", display_name="r", description="r", allowed_member_types=["Application"], is_enabled=True)
        await one.patch(Application(app_roles=[role]))
        await one.patch(Application(optional_claims=OptionalClaims(access_token=[OptionalClaim(name="idtyp", essential=False)])))
        access = ResourceAccess(id=UUID("e1fe6dd8-ba31-4d61-89e7-88639da4683d"), type="Scope")
        await one.patch(
            Application(required_resource_access=[RequiredResourceAccess(resource_app_id=GRAPH, resource_access=[access])])
        )
        await one.patch(Application(public_client=PublicClientApplication(redirect_uris=["http://localhost"]), is_fallback_public_client=True))
        await one.patch(Application(key_credentials=[KeyCredential(type="AsymmetricX509Cert", usage="Verify", key=der())]))
        principal = await graph.service_principals.post(
            ServicePrincipal(app_id=app.app_id, tags=["WindowsAzureActiveDirectoryIntegratedApp"])
        )
        named = await graph.service_principals.get(filtered(ServicePrincipalsRequestBuilder, "DisplayName eq 'Microsoft Graph'"))
        api = named.value[0]
        seen.permission = [scope.value for scope in api.oauth2_permission_scopes if scope.value == "User.Read"]
        seen.role = next(role for role in api.app_roles if role.value == "User.Read.All")
        seen.owners = len((await one.owners.get()).value)
        await one.owners.ref.post(ReferenceCreate(odata_id=f"https://graph.microsoft.com/v1.0/directoryObjects/{ALICE.oid}"))
        seen.now = sorted(owner.odata_type for owner in (await one.owners.get()).value)
        await graph.oauth2_permission_grants.post(
            OAuth2PermissionGrant(client_id=principal.id, consent_type="AllPrincipals", resource_id=api.id, scope="User.Read")
        )
        await graph.service_principals.by_service_principal_id(api.id).app_role_assigned_to.post(
            AppRoleAssignment(principal_id=UUID(principal.id), resource_id=UUID(api.id), app_role_id=seen.role.id)
        )
        group = await graph.groups.post(Group(display_name="GroupAdmin", mail_enabled=False, mail_nickname="groupadmin", security_enabled=True))
        groups = await graph.groups.get(filtered(GroupsRequestBuilder, "DisplayName eq 'GroupAdmin'"))
        seen.groups = [item.id for item in groups.value] == [group.id]
        await graph.groups.by_group_id(group.id).members.ref.post(
            ReferenceCreate(odata_id=f"https://graph.microsoft.com/v1.0/directoryObjects/{BOB.oid}")
        )
        seen.members = [item.id for item in (await graph.groups.by_group_id(group.id).members.get()).value]
        seen.app = await one.get()
        await graph.groups.by_group_id(group.id).delete()
        await graph.service_principals.by_service_principal_id(principal.id).delete()
        await one.delete()
        await graph.users.by_user_id(BOB.oid).delete()
        seen.gone = []
        for gone in (one, graph.service_principals.by_service_principal_id(principal.id), graph.users.by_user_id(BOB.oid)):
            with pytest.raises(ODataError) as error:
                await gone.get()
            seen.gone.append(error.value.error.code)
        seen.restored = (await graph.directory.deleted_items.by_directory_object_id(app.id).restore.post()).id == app.id
        return seen

    seen = run(conversation)
    assert seen.user == ADMIN.oid and True in seen.domains and len(seen.found) == 1
    assert len(seen.secret.secret_text) == 40 and seen.secret.hint == seen.secret.secret_text[:3]
    assert seen.publisher == "contoso.onmicrosoft.com" and seen.permission == ["User.Read"]
    assert (seen.owners, seen.now) == (1, ["#microsoft.graph.servicePrincipal", "#microsoft.graph.user"])
    assert seen.groups and seen.members == [BOB.oid]
    app = seen.app
    assert app.identifier_uris == [f"api://{app.app_id}"] and app.api.oauth2_permission_scopes[0].value == "access_as_user"
    assert (app.app_roles[0].id, app.optional_claims.access_token[0].name) == (ROLE, "idtyp")
    assert app.public_client.redirect_uris == ["http://localhost"] and len(app.key_credentials) == 1 and app.is_fallback_public_client
    assert seen.gone == ["Request_ResourceNotFound"] * 3 and seen.restored


def test_an_administrator_connects_and_owns_what_the_script_makes(serve):
    server = serve(str(SCENARIO))
    token, page = signed_in(server, ADMIN)
    assert token and set(SCOPES) <= set(token["scope"].replace("https://graph.microsoft.com/", "").split()), page

    async def conversation(graph):
        app = await graph.applications.post(Application(display_name="WebApp"))
        one = graph.applications.by_application_id(app.id)
        owners = [owner.id for owner in (await one.owners.get()).value]
        await one.delete()
        return owners

    # `Get-MgApplicationOwner` of the scripts finds the user, so they add nobody.
    assert conversing(server, token["access_token"], conversation) == [ADMIN.oid]


def test_a_user_without_a_role_cannot_connect_for_a_script(serve):
    token, page = signed_in(serve(str(SCENARIO)), ALICE)
    assert token is None and "Microsoft Graph Command Line Tools" in page


def test_an_app_of_saml_is_made_and_its_certificate_activated(serve, tmp_path):
    """As Microsoft's page has it: from the template of an own app to the certificate that signs, and a policy for its claims."""

    async def conversation(graph):
        made = await graph.application_templates.by_application_template_id(CUSTOM_APP).instantiate.post(InstantiatePostRequestBody(display_name="Wiki"))
        principal = graph.service_principals.by_service_principal_id(made.service_principal.id)
        await principal.patch(ServicePrincipal(preferred_single_sign_on_mode="saml", notification_email_addresses=["ops@contoso.com"]))
        address = RedirectUriSettings(uri="https://wiki.test/acs", index=3)
        web = WebApplication(redirect_uris=["https://wiki.test/acs"], redirect_uri_settings=[address])
        await graph.applications.by_application_id(made.application.id).patch(Application(identifier_uris=["https://wiki.test/saml"], web=web))
        order = AddTokenSigningCertificatePostRequestBody(display_name="CN=wiki", end_date_time=datetime(2028, 1, 1, tzinfo=timezone.utc))
        certificate = await principal.add_token_signing_certificate.post(order)
        await principal.patch(ServicePrincipal(preferred_token_signing_key_thumbprint=certificate.thumbprint))
        definition = '{"ClaimsMappingPolicy":{"Version":1,"IncludeBasicClaimSet":"true","ClaimsSchema":[{"Source":"user","ID":"employeeid","SamlClaimType":"https://wiki.test/number"}]}}'
        policy = await graph.policies.claims_mapping_policies.post(ClaimsMappingPolicy(display_name="Numbers", definition=[definition]))
        await principal.claims_mapping_policies.ref.post(
            ReferenceCreate(odata_id=f"https://graph.microsoft.com/v1.0/policies/claimsMappingPolicies/{policy.id}")
        )
        names = [one.display_name for one in (await principal.claims_mapping_policies.get()).value]
        return certificate, await principal.get(), names, await graph.applications.by_application_id(made.application.id).get()

    scenario = tmp_path / "saml.yaml"
    scenario.write_text(SCENARIO.read_text().replace("permissions: [", "permissions: [Policy.ReadWrite.ApplicationConfiguration, "))
    certificate, principal, names, app = runner(serve(str(scenario)))(conversation)
    assert x509.load_der_x509_certificate(certificate.key).subject.rfc4514_string() == "CN=wiki"
    assert certificate.end_date_time.year == 2028
    assert principal.preferred_single_sign_on_mode == "saml" and principal.notification_email_addresses == ["ops@contoso.com"]
    assert principal.preferred_token_signing_key_thumbprint == certificate.thumbprint
    assert [key.usage for key in principal.key_credentials] == ["Sign", "Verify"]
    assert principal.key_credentials[0].key_id == certificate.key_id
    assert names == ["Numbers"]
    assert app.identifier_uris == ["https://wiki.test/saml"] and [(one.uri, one.index) for one in app.web.redirect_uri_settings] == [("https://wiki.test/acs", 3)]


def test_what_has_changed(run):
    async def conversation(graph):
        first = last = await graph.users.delta.get()
        here = graph.request_adapter.base_url.removesuffix("/v1.0")
        # A page with objects always has a next one, and the last one has none (observed).
        while last.odata_next_link:
            last = await graph.users.delta.with_url(last.odata_next_link.replace("https://graph.microsoft.com", here)).get()
        token = last.odata_delta_link.split("$deltatoken=")[1]
        guest = await graph.invitations.post(
            Invitation(invited_user_email_address="kim@partner.test", invite_redirect_url="https://app.test", invited_user_display_name="Kim")
        )
        await graph.users.by_user_id(BOB.oid).delete()
        second = await graph.users.delta.with_url(last.odata_delta_link.replace("https://graph.microsoft.com", here)).get()
        return len(first.value), token, guest, [(item.id, "@removed" in item.additional_data) for item in second.value]

    count, token, guest, changes = run(conversation)
    assert count > 3 and token
    assert guest.status == "PendingAcceptance" and "/redeem?rd=" in guest.invite_redeem_url
    assert (guest.invited_user.id, False) in changes and (BOB.oid, True) in changes
