"""What `compare-live` asks: everything that the service tells a caller who has neither an account nor a secret.

`{tenant}` and `{domain}` stand for a tenant that the service has, `{login}` for the origin of the sign-in service. The app is the Azure CLI:
each tenant has it, and its redirect URIs are known.
"""

from dataclasses import dataclass, field
from urllib.parse import urlencode

CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
#: Ids that no tenant and no app has.
NO_TENANT, NO_APP, ZEROS = "8d3c1f0a-5b7e-4c6d-9a2b-1e4f7c0d3b6a", "5e9a2c7d-1b4f-4e8a-8c3d-6f0b2a9e4d71", "00000000-0000-0000-0000-000000000000"
#: In answers they stand under these words.
IDS = {CLI: "{app}", NO_TENANT: "{unknown tenant}", NO_APP: "{unknown app}"}
TOKEN, DEVICE = "/organizations/oauth2/v2.0/token", "/organizations/oauth2/v2.0/devicecode"
ORIGIN = {"Origin": "https://app.example"}
JSON = {"Accept": "application/json"}


@dataclass(frozen=True)
class Question:
    name: str
    path: str
    method: str = "GET"
    form: dict | None = None
    headers: dict = field(default_factory=dict)
    host: str = "login"


def get(name, path, **headers):
    return Question(name, path, headers=headers)


def post(name, path, headers=None, **form):
    return Question(name, path, "POST", form, headers or JSON)


def preflight(name, path, method):
    fields = {**ORIGIN, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "content-type,x-client-sku"}
    return Question(name, path, "OPTIONS", headers=fields)


def authorize(name, tenant="organizations", **changes):
    """A request for a code. A change to None takes the parameter away."""
    parameters = {
        "client_id": CLI, "response_type": "code", "redirect_uri": "http://localhost", "scope": "openid", "state": "12345", **changes,
    }  # fmt: skip
    query = urlencode({name: value for name, value in parameters.items() if value is not None})
    return Question(f"authorize: {name}", f"/{tenant}/oauth2/v2.0/authorize?{query}", headers={"Accept": "text/html"})


def graph(name, path, **headers):
    return Question(f"graph: {name}", path, headers=headers, host="graph")


def instance(name, version, endpoint):
    return get(f"instance discovery: {name}", f"/common/discovery/instance?{urlencode({'api-version': version, 'authorization_endpoint': endpoint})}")


TENANTS = {
    "common": "common", "organizations": "organizations", "consumers": "consumers", "tenant by id": "{tenant}", "tenant by domain": "{domain}",
    "unknown id": NO_TENANT, "unknown domain": "nobody-has-this-tenant.onmicrosoft.com", "no tenant": "not_a_tenant",
}  # fmt: skip

QUESTIONS = [
    # Discovery
    *(get(f"discovery v2.0: {name}", f"/{tenant}/v2.0/.well-known/openid-configuration") for name, tenant in TENANTS.items()),
    *(get(f"discovery v1.0: {name}", f"/{tenant}/.well-known/openid-configuration") for name, tenant in TENANTS.items()),
    get("discovery v2.0: appid", f"/{{tenant}}/v2.0/.well-known/openid-configuration?appid={NO_APP}"),
    get("discovery v1.0: appid", f"/{{tenant}}/.well-known/openid-configuration?appid={NO_APP}"),
    get("discovery v2.0: from a page", "/common/v2.0/.well-known/openid-configuration", **ORIGIN),
    Question("discovery v2.0: wrong method", "/common/v2.0/.well-known/openid-configuration", "POST", {}),
    get("keys v2.0: common", "/common/discovery/v2.0/keys"),
    get("keys v2.0: organizations", "/organizations/discovery/v2.0/keys"),
    get("keys v2.0: consumers", "/consumers/discovery/v2.0/keys"),
    get("keys v2.0: tenant by id", "/{tenant}/discovery/v2.0/keys"),
    get("keys v2.0: unknown id", f"/{NO_TENANT}/discovery/v2.0/keys"),
    get("keys v1.0: common", "/common/discovery/keys"),
    # Instances and realms
    instance("1.1", "1.1", "{login}/common/oauth2/v2.0/authorize"),
    instance("1.0", "1.0", "{login}/common/oauth2/v2.0/authorize"),
    instance("v1.0 endpoint", "1.1", "{login}/common/oauth2/authorize"),
    instance("unknown host", "1.1", "https://login.unknown.example/common/oauth2/v2.0/authorize"),
    instance("no address", "1.1", "nothing"),
    get("instance discovery: no parameters", "/common/discovery/instance"),
    get("realm: tenant", "/common/userrealm/somebody@{domain}?api-version=1.0"),
    get("realm: unknown domain", "/common/userrealm/somebody@nobody-has-this-domain.example?api-version=1.0"),
    get("realm: personal", "/common/userrealm/somebody@outlook.com?api-version=1.0"),
    get("realm: no version", "/common/userrealm/somebody@{domain}"),
    Question("credential types", "/common/GetCredentialType", "POST", {}, JSON),
    # The token endpoint
    post("token: empty", TOKEN),
    post("token: no grant_type", TOKEN, client_id=CLI),
    post("token: unsupported grant", TOKEN, client_id=CLI, grant_type="no_such_grant"),
    post("token: no client_id", TOKEN, grant_type="authorization_code", code="x", redirect_uri="http://localhost"),
    post("token: unknown app", TOKEN, client_id=NO_APP, grant_type="refresh_token", refresh_token="1.AAAA", scope="openid"),
    post("token: app of zeros", TOKEN, client_id=ZEROS, grant_type="refresh_token", refresh_token="1.AAAA", scope="openid"),
    post("token: app that is no id", TOKEN, client_id="not-an-app", grant_type="refresh_token", refresh_token="1.AAAA", scope="openid"),
    post("token: no code", TOKEN, client_id=CLI, grant_type="authorization_code", redirect_uri="http://localhost"),
    post("token: malformed code", TOKEN, client_id=CLI, grant_type="authorization_code", code="x", redirect_uri="http://localhost"),
    post("token: no refresh token", TOKEN, client_id=CLI, grant_type="refresh_token"),
    post("token: malformed refresh token", TOKEN, client_id=CLI, grant_type="refresh_token", refresh_token="x"),
    post("token: from a page", TOKEN, {**JSON, **ORIGIN}, client_id=CLI, grant_type="refresh_token", refresh_token="x"),
    post("token: no scope", "/{tenant}/oauth2/v2.0/token", client_id=CLI, grant_type="client_credentials"),
    post("token: app without a secret", "/{tenant}/oauth2/v2.0/token", client_id=CLI, grant_type="client_credentials", scope="https://graph.microsoft.com/.default"),
    post("token: app-only in common", "/common/oauth2/v2.0/token", client_id=CLI, grant_type="client_credentials", client_secret="x", scope="https://graph.microsoft.com/.default"),
    post("token: no assertion", TOKEN, client_id=CLI, grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", requested_token_use="on_behalf_of", scope="openid"),
    post("token: no user name", TOKEN, client_id=CLI, grant_type="password", scope="openid"),
    post("token: unknown tenant", f"/{NO_TENANT}/oauth2/v2.0/token", client_id=CLI, grant_type="refresh_token", refresh_token="x"),
    post("token: no tenant", "/not_a_tenant/oauth2/v2.0/token", client_id=CLI, grant_type="refresh_token", refresh_token="x"),
    post("token: correlation id", TOKEN, {**JSON, "client-request-id": NO_APP, "return-client-request-id": "true"}, client_id=CLI),
    post("token v1.0: no grant_type", "/organizations/oauth2/token", client_id=CLI),
    post("token v1.0: malformed refresh token", "/organizations/oauth2/token", client_id=CLI, grant_type="refresh_token", refresh_token="x"),
    Question("token: wrong method", TOKEN, headers=JSON),
    preflight("token: preflight", TOKEN, "POST"),
    # Device codes
    post("device: a code", DEVICE, client_id=CLI, scope="openid"),
    post("device: no client_id", DEVICE, scope="openid"),
    post("device: unknown app", DEVICE, client_id=NO_APP, scope="openid"),
    post("device: no scope", DEVICE, client_id=CLI),
    post("device: unknown scope", DEVICE, client_id=CLI, scope="https://graph.microsoft.com/No.Such.Permission"),
    post("device: no device code", TOKEN, client_id=CLI, grant_type="urn:ietf:params:oauth:grant-type:device_code"),
    post("device: malformed device code", TOKEN, client_id=CLI, grant_type="urn:ietf:params:oauth:grant-type:device_code", device_code="x"),
    # Pages
    authorize("sign-in page"),
    authorize("nobody signed in", prompt="none"),
    authorize("no client_id", client_id=None),
    authorize("unknown app", client_id=NO_APP),
    authorize("app of zeros", client_id=ZEROS),
    authorize("unknown redirect URI", redirect_uri="https://app.example/callback"),
    authorize("malformed redirect URI", redirect_uri="nowhere"),
    authorize("no response_type", response_type=None),
    authorize("unknown response_type", response_type="sesame"),
    authorize("id_token not enabled", response_type="id_token", nonce="1"),
    authorize("unknown response_mode", response_mode="pigeon"),
    authorize("no scope", scope=None),
    authorize("unknown prompt", prompt="please"),
    authorize("unknown tenant", tenant=NO_TENANT),
    authorize("no tenant", tenant="not_a_tenant"),
    get("sign-out: page", "/common/oauth2/v2.0/logout", Accept="text/html"),
    get("device page", "/common/oauth2/deviceauth", Accept="text/html"),
    # Microsoft Graph
    graph("no token", "/v1.0/me"),
    graph("no JWT", "/v1.0/me", Authorization="Bearer nonsense"),
    graph("empty token", "/v1.0/me", Authorization="Bearer "),
    graph("unsigned token", "/v1.0/me", Authorization="Bearer eyJhbGciOiJub25lIn0.eyJhdWQiOiIwMDAwMDAwMyJ9."),
    graph("other scheme", "/v1.0/me", Authorization="Basic eDp5"),
    graph("unknown segment", "/v1.0/nothing", **ORIGIN),
    graph("unknown version", "/v7.0/me"),
]  # fmt: skip
