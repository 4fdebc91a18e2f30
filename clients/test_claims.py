"""Claims as data: what PyJWT finds in tokens that MSAL gets."""

import jwt
import pytest
from support.browser import Browser
from support.claims_provider import ClaimsProvider, claims_answer
from support.msal_apps import confidential_app, sign_in
from support.world import ALICE, CONTOSO, App

SHOP = App("50000000-0000-4000-8000-000000000001", "https://shop.test/callback", "shop-secret")
ORDERS = "50000000-0000-4000-8000-000000000002"
CLAIMS_API = "60000000-0000-4000-8000-000000000001"
CALLER = "99045fe1-7639-4a75-9d4a-577b6ca3810f"
COLOR = "extension_50000000000040008000000000000002_color"

SCENARIO = """
scenario: claims
extends: happy-path
world:
  tenants: {{ contoso: {{ countryLetterCode: US }} }}
  users:
    alice: {{ department: Sales, country: DE, extensionAttribute1: north, {color}: green, claims: {{ level: 4 }} }}
  groups:
    engineers: {{ onPremisesSamAccountName: ENG, onPremisesNetBiosName: CORP, members: [alice] }}
  apps:
    shop:
      type: web
      clientId: 50000000-0000-4000-8000-000000000001
      redirectUris: [https://shop.test/callback]
      apiPermissions: [api://orders/Orders.Read]
      consent: granted
      acceptMappedClaims: true
      groupMembershipClaims: "SecurityGroup, DirectoryRole"
      optionalClaims:
        idToken: [ctry, tenant_ctry, {color}, {{ name: groups, additionalProperties: [netbios_domain_and_sam_account_name] }}]
      onTokenIssuanceStart: {{ targetUrl: "{url}", resourceId: claims-api, timeoutInMilliseconds: 2000, maximumRetries: 1,
        id: 70000000-0000-4000-8000-000000000001, listenerId: 70000000-0000-4000-8000-000000000002 }}
      claimsMappingPolicy:
        Version: 1
        IncludeBasicClaimSet: true
        ClaimsSchema:
          - {{ Source: user, ExtensionID: {color}, JwtClaimType: hue, SamlClaimType: "https://shop.test/hue" }}
          - {{ Source: user, ID: department, JwtClaimType: team }}
          - {{ Source: company, ID: tenantcountry, JwtClaimType: country }}
          - {{ Value: gold, JwtClaimType: tier }}
          - {{ Source: CustomClaimsProvider, ID: dateOfBirth, JwtClaimType: birthdate }}
          - {{ Source: CustomClaimsProvider, ID: customRoles }}
    orders:
      type: api
      clientId: 50000000-0000-4000-8000-000000000002
      identifierUris: [api://orders]
      scopes: [Orders.Read]
      claims: {{ origin: forest }}
      claimsMappingPolicy: {{ claimsSchema: [{{ source: user, id: extensionattribute1, jwtClaimType: region }}] }}
    claims-api:
      type: daemon
      clientId: 60000000-0000-4000-8000-000000000001
      permissions: [CustomAuthenticationExtension.Receive.Payload]
      consent: granted
"""


class Shop:
    """A server whose web app is enriched by a provider."""

    def __init__(self, server, provider):
        self.server = server
        self.provider = provider
        self.app = confidential_app(server, tenant=CONTOSO, app=SHOP)

    def sign_in(self, scopes=("User.Read",)):
        return sign_in(self.app, Browser(self.server), ALICE, list(scopes), redirect_uri=SHOP.redirect_uri)

    def claims(self, token, audience):
        documents = self.server.get(f"/{CONTOSO}/discovery/v2.0/keys").json()["keys"]
        kid = jwt.get_unverified_header(token)["kid"]
        key = jwt.PyJWK(next(document for document in documents if document["kid"] == kid), algorithm="RS256")
        return jwt.decode(
            token, key.key, algorithms=["RS256"], audience=audience, issuer=f"{self.server.authority}/{CONTOSO}/v2.0"
        )

    def reasons(self):
        exchanges = self.server.http_session.get(f"{self.server.control}/exchanges?endpoint=token").json()["exchanges"]
        return exchanges[-1]["reasons"]


@pytest.fixture
def shop(serve, tmp_path, home):
    provider = ClaimsProvider()
    scenario = tmp_path / "claims.yaml"
    scenario.write_text(SCENARIO.format(url=provider.url, color=COLOR))
    server = serve(scenario)
    provider.start(tmp_path, home)
    yield Shop(server, provider)
    provider.stop()


def test_an_id_token_has_what_the_registration_the_policy_and_the_provider_say(shop):
    shop.provider.answer = (200, claims_answer({"dateOfBirth": "01/01/2000", "customRoles": ["Writer", "Editor"]}))
    result = shop.sign_in()
    assert "id_token" in result, result
    claims = shop.claims(result["id_token"], SHOP.id)
    expected = {
        "ctry": "DE", "tenant_ctry": "US", "extn.color": "green", "groups": ["CORP\\ENG"], "team": "Sales", "country": "US",
        "tier": "gold", "birthdate": "01/01/2000", "customRoles": ["Writer", "Editor"], "level": 4, "hue": "green",
    }  # fmt: skip
    assert {name: claims.get(name) for name in expected} == expected
    assert claims["wids"]
    assert any("the scenario states claims of the id_token for 'alice'" in reason for reason in shop.reasons())


def test_the_call_can_be_checked_as_microsoft_says(shop):
    shop.sign_in()
    ((fields, body),) = shop.provider.calls
    scheme, token = fields["Authorization"].split(" ")
    assert scheme == "Bearer"
    claims = shop.claims(token, CLAIMS_API)
    assert claims["azp"] == CALLER
    assert body["type"] == "microsoft.graph.authenticationEvent.tokenIssuanceStart"
    assert body["source"] == f"/tenants/{CONTOSO}/applications/{SHOP.id}"
    context = body["data"]["authenticationContext"]
    assert body["data"]["@odata.type"] == "microsoft.graph.onTokenIssuanceStartCalloutData"
    assert context["user"]["id"] == ALICE.oid
    assert context["clientServicePrincipal"]["appId"] == SHOP.id
    assert context["correlationId"] == fields["x-ms-correlation-id"]


@pytest.mark.parametrize(
    "answer, code",
    [((503, {}), 1003002), ((200, {}), 1003003), ((200, claims_answer(None)), 1003007), ((200, claims_answer({"a": 1})), 1003003)],
)
def test_a_provider_that_fails_fails_the_sign_in(shop, answer, code):
    shop.provider.answer = answer
    result = shop.sign_in()
    assert result["error_codes"] == [1100001], result
    assert result["error_description"].startswith("AADSTS1100001: Non-retryable error has occurred.")
    assert any(reason.startswith(str(code)) for reason in shop.reasons()), shop.reasons()


def test_a_provider_that_is_gone(shop):
    shop.provider.stop()
    result = shop.sign_in()
    assert result["error_codes"] == [1100001], result
    assert any(reason.startswith("1003027 CustomExtensionConnectionError") for reason in shop.reasons()), shop.reasons()


def test_an_api_that_does_not_accept_mapped_claims(shop):
    result = shop.sign_in(["api://orders/Orders.Read"])
    assert result["error"] == "invalid_request", result
    assert result["error_codes"] == [50146]
    changed = shop.server.http_session.patch(f"{shop.server.control}/apps/orders", json={"acceptMappedClaims": True})
    assert changed.status_code == 200, changed.text
    result = shop.sign_in(["api://orders/Orders.Read"])
    claims = shop.claims(result["access_token"], ORDERS)
    assert (claims["region"], claims["origin"]) == ("north", "forest")
