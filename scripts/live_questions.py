"""What `compare-live` asks: everything that the service tells a caller who has neither an account nor a secret.

`{tenant}` and `{domain}` stand for a tenant that the service has, `{login}` for the origin of the sign-in service. The app is the Azure
CLI: each tenant has it, and its redirect URIs are known.
"""

from dataclasses import dataclass, field
from urllib.parse import urlencode

CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
#: Ids that no tenant and no app has.
NO_TENANT, NO_APP = "8d3c1f0a-5b7e-4c6d-9a2b-1e4f7c0d3b6a", "5e9a2c7d-1b4f-4e8a-8c3d-6f0b2a9e4d71"
#: The service answers this client id in its own way.
ZEROS = "00000000-0000-0000-0000-000000000000"
#: In answers they stand under these words.
IDS = {CLI: "{app}", NO_TENANT: "{unknown tenant}", NO_APP: "{unknown app}"}
TOKEN, DEVICE = "/organizations/oauth2/v2.0/token", "/organizations/oauth2/v2.0/devicecode"
BEARER, DEVICE_CODE = "urn:ietf:params:oauth:grant-type:jwt-bearer", "urn:ietf:params:oauth:grant-type:device_code"
CALLBACK, GRAPH = "http://localhost", "https://graph.microsoft.com/.default"
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


def token(name, grant=None, client=CLI, tenant="organizations", version="/v2.0", headers=JSON, **form):
    """A request for tokens. What is None is left out."""
    form = {"grant_type": grant, "client_id": client, **form}
    form = {name: value for name, value in form.items() if value is not None}
    return Question(f"token: {name}", f"/{tenant}/oauth2{version}/token", "POST", form, headers)


def device(name, **form):
    return Question(f"device: {name}", DEVICE, "POST", form, JSON)


def preflight(name, path, method):
    asks = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "content-type,x-client-sku"}
    return Question(name, path, "OPTIONS", headers={**ORIGIN, **asks})


def authorize(name, tenant="organizations", **changes):
    """A request for a code. A change to None takes the parameter away."""
    parameters = {
        "client_id": CLI, "response_type": "code", "redirect_uri": CALLBACK, "scope": "openid", "state": "12345", **changes,
    }  # fmt: skip
    query = urlencode({name: value for name, value in parameters.items() if value is not None})
    return Question(f"authorize: {name}", f"/{tenant}/oauth2/v2.0/authorize?{query}", headers={"Accept": "text/html"})


def graph(name, path, **headers):
    return Question(f"graph: {name}", path, headers=headers, host="graph")


def instance(name, version, endpoint):
    query = urlencode({"api-version": version, "authorization_endpoint": endpoint})
    return get(f"instance discovery: {name}", f"/common/discovery/instance?{query}")


TENANTS = {
    "common": "common", "organizations": "organizations", "consumers": "consumers",
    "tenant by id": "{tenant}", "tenant by domain": "{domain}",
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
    # What clients of the Model Context Protocol ask for first (RFC 8414, and OpenID Connect with the path behind)
    get("metadata of RFC 8414: tenant by id", "/.well-known/oauth-authorization-server/{tenant}/v2.0"),
    get("metadata of RFC 8414: organizations", "/.well-known/oauth-authorization-server/organizations/v2.0"),
    get("metadata with the path behind: from a page", "/.well-known/openid-configuration/{tenant}/v2.0", **ORIGIN),
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
    token("empty", client=None),
    token("no grant_type"),
    token("unsupported grant", "no_such_grant"),
    token("no client_id", "authorization_code", client=None, code="x", redirect_uri=CALLBACK),
    token("unknown app", "refresh_token", NO_APP, refresh_token="1.AAAA", scope="openid"),
    token("app of zeros", "refresh_token", ZEROS, refresh_token="1.AAAA", scope="openid"),
    token("app that is not an id", "refresh_token", "not-an-app", refresh_token="1.AAAA", scope="openid"),
    token("no code", "authorization_code", redirect_uri=CALLBACK),
    token("malformed code", "authorization_code", code="x", redirect_uri=CALLBACK),
    token("no refresh token", "refresh_token"),
    token("malformed refresh token", "refresh_token", refresh_token="x"),
    token("from a page", "refresh_token", headers={**JSON, **ORIGIN}, refresh_token="x"),
    token("no scope", "client_credentials", tenant="{tenant}"),
    token("app without a secret", "client_credentials", tenant="{tenant}", scope=GRAPH),
    token("app-only in common", "client_credentials", tenant="common", client_secret="x", scope=GRAPH),
    token("no assertion", BEARER, requested_token_use="on_behalf_of", scope="openid"),
    token("no user name", "password", scope="openid"),
    token("unknown tenant", "refresh_token", tenant=NO_TENANT, refresh_token="x"),
    token("no tenant", "refresh_token", tenant="not_a_tenant", refresh_token="x"),
    token("correlation id", headers={**JSON, "client-request-id": NO_APP, "return-client-request-id": "true"}),
    token("v1.0, no grant_type", version=""),
    token("v1.0, malformed refresh token", "refresh_token", version="", refresh_token="x"),
    Question("token: wrong method", TOKEN, headers=JSON),
    preflight("token: preflight", TOKEN, "POST"),
    # Device codes
    device("a code", client_id=CLI, scope="openid"),
    device("no client_id", scope="openid"),
    device("unknown app", client_id=NO_APP, scope="openid"),
    device("no scope", client_id=CLI),
    device("unknown scope", client_id=CLI, scope="https://graph.microsoft.com/No.Such.Permission"),
    token("no device code", DEVICE_CODE),
    token("malformed device code", DEVICE_CODE, device_code="x"),
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
