"""`mockidp guard`: emulators behind the challenges of Azure's services, with Azure's own clients; and the tokens of each service."""

import base64
import json
import socket
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest
import requests
from support.world import CONTOSO, DAEMON, FABRIKAM

pytest.importorskip("azure.cosmos", reason="not installed beside this MSAL")

from azure.identity import ClientSecretCredential  # noqa: E402
from flask import Flask, Response, jsonify, request  # noqa: E402
from support.gate import App, Gate  # noqa: E402


def claims(token):
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


class Emulator(App):
    """An app of its own rules in the place of the one that shows what reaches it."""

    def __init__(self, app):
        import threading

        from werkzeug.serving import make_server

        self.go = threading.Event()
        self._server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()


@pytest.fixture
def guarded(home, tmp_path, happy):
    """A gate before an emulator: `guarded("key-vault", app)`."""
    things = []

    def start(service, app, *words, server=happy):
        emulator = Emulator(app)
        things.append(emulator)
        gate = Gate("guard", emulator.url, server, home, tmp_path / f"gate-{len(things)}", "--service", service, *words)
        things.append(gate)
        return gate

    yield start
    for thing in reversed(things):
        (thing.stop if isinstance(thing, Gate) else thing.close)()


@pytest.fixture
def credential(happy):
    def make(tenant=CONTOSO, **options):
        return ClientSecretCredential(
            tenant, DAEMON.id, DAEMON.secret, authority=happy.authority, disable_instance_discovery=True, connection_verify=happy.ca,
            **options,
        )  # fmt: skip

    return make


# Tokens as each service takes them

SERVICES = [
    ("https://vault.azure.net/.default", "https://vault.azure.net"),
    ("https://managedhsm.azure.net/.default", "https://managedhsm.azure.net"),
    ("https://storage.azure.com/.default", "https://storage.azure.com"),
    ("https://shop.blob.core.windows.net/.default", "https://shop.blob.core.windows.net"),
    ("https://database.windows.net//.default", "https://database.windows.net/"),
    ("https://servicebus.azure.net//.default", "https://servicebus.azure.net/"),
    ("https://eventhubs.azure.net//.default", "https://eventhubs.azure.net/"),
    ("https://cosmos.azure.com/.default", "https://cosmos.azure.com"),
    ("https://shop.documents.azure.com/.default", "https://shop.documents.azure.com"),
    ("https://azconfig.io/.default", "https://azconfig.io"),
    ("https://appconfig.azure.com/.default", "https://appconfig.azure.com"),
    ("https://shop.azconfig.io/.default", "https://shop.azconfig.io"),
    ("https://management.azure.com/.default", "https://management.azure.com"),
    ("https://cognitiveservices.azure.com/.default", "https://cognitiveservices.azure.com"),
    ("https://search.azure.com/.default", "https://search.azure.com"),
    ("https://containerregistry.azure.net/.default", "https://containerregistry.azure.net"),
    ("https://eventgrid.azure.net/.default", "https://eventgrid.azure.net"),
]  # fmt: skip


@pytest.mark.parametrize("scope, audience", SERVICES)
def test_a_token_has_the_shape_of_its_service(credential, scope, audience):
    told = claims(credential().get_token(scope).token)
    assert (told["aud"], told["ver"], told["appid"], told["idtyp"], told["tid"]) == (audience, "1.0", DAEMON.id, "app", CONTOSO)
    assert "azp" not in told and told["iss"].endswith(f"/{CONTOSO}/")


#: What Azurite with `--oauth basic` looks at (its BlobTokenAuthenticator.ts, QueueTokenAuthenticator.ts, TableTokenAuthenticator.ts).
AZURITE_ISSUERS = ("https://sts.windows.net/", "https://sts.microsoftonline.de/", "https://sts.chinacloudapi.cn/", "https://sts.windows-ppe.net")
AZURITE_AUDIENCES = ("https://storage.azure.com", "https://storage.azure.com/", "e406a681-f3d4-42a8-90b6-c2b029497af1")


@pytest.mark.parametrize("scope", ["https://storage.azure.com/.default", "https://storage.azure.com//.default"])
def test_azurite_would_take_the_token(credential, scope):
    told = claims(credential().get_token(scope).token)
    assert all(name in told for name in ("nbf", "exp", "iat", "iss", "aud"))
    assert told["iss"].startswith(AZURITE_ISSUERS) and told["aud"] in AZURITE_AUDIENCES


def test_azurite_would_take_the_token_of_an_account(credential):
    assert claims(credential().get_token("https://devstoreaccount1.queue.core.windows.net/.default").token)["iss"].startswith(AZURITE_ISSUERS)


# Key Vault


@pytest.fixture
def vault():
    app = Flask("vault")
    app.seen = []

    @app.get("/secrets/<name>/")
    def secret(name):
        app.seen.append(request.headers.get("Authorization"))
        return jsonify(value="hunter2", id=f"{request.host_url}secrets/{name}/0123456789abcdef0123456789abcdef", attributes={})

    return app


def test_key_vault_is_found_by_its_challenge(guarded, vault, credential, happy):
    from azure.keyvault.secrets import SecretClient

    gate = guarded("key-vault", vault)
    bare = requests.get(gate.site + "/secrets/one/", verify=happy.ca, timeout=20)
    assert bare.status_code == 401 and bare.json() == {
        "error": {"code": "Unauthorized", "message": "AKV10000: Request is missing a Bearer, PoP, or MTLS_POP token."}
    }
    assert bare.headers["x-ms-keyvault-region"] and bare.headers["Cache-Control"] == "no-cache"
    assert bare.headers["WWW-Authenticate"] == f'Bearer authorization="{happy.authority}/{CONTOSO}", resource="https://vault.azure.net"'
    # The credential is of another tenant: the challenge says which one is asked.
    asks = credential(FABRIKAM, additionally_allowed_tenants=["*"])
    with SecretClient(gate.site, asks, verify_challenge_resource=False, connection_verify=happy.ca) as client:
        assert client.get_secret("one").value == "hunter2"
    assert claims(vault.seen[0].split()[1])["aud"] == "https://vault.azure.net"
    assert "GET /secrets/one/ → 401: no token" in gate.log


def test_a_vault_by_its_real_name(guarded, vault, credential, happy, monkeypatch):
    from azure.keyvault.secrets import SecretClient

    gate = guarded("key-vault", vault, "--hostname", "shop.vault.azure.net")
    real, port = socket.getaddrinfo, int(urlsplit(gate.site).port)

    def look_up(host, *rest, **more):
        if host == "shop.vault.azure.net":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        return real(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    # The check that the vault's host is one of the resource stays on.
    with SecretClient("https://shop.vault.azure.net", credential(), connection_verify=happy.ca) as client:
        assert client.get_secret("one").value == "hunter2"


WRONG = [
    ({"scope": "https://graph.microsoft.com/.default"}, "AKV10022: Invalid audience.", "the token is for"),
    ({"scope": "https://vault.azure.net/.default", "claims": {"exp": 1}}, "Error validating token", "the token has ended"),
    ({"scope": "https://vault.azure.net/.default", "claims": {"tid": FABRIKAM}}, "AKV10032: Invalid issuer.", "is not that of the tenant"),
    ({"scope": "https://vault.azure.net/.default", "with": "badSignature"}, "AKV10046: Unable to resolve the key", "no key of the tenant"),
]


@pytest.mark.parametrize("order, words, reason", WRONG, ids=[reason for *_, reason in WRONG])
def test_a_token_that_the_service_would_refuse(guarded, vault, happy, order, words, reason):
    gate = guarded("key-vault", vault)
    token = happy.post_control("tokens", {"client": "daemon", "kind": "accessToken", **order}).json()["token"]
    answer = requests.get(gate.site + "/secrets/one/", headers={"Authorization": f"Bearer {token}"}, verify=happy.ca, timeout=20)
    assert answer.status_code == 401 and words in answer.json()["error"]["message"] and not vault.seen
    # The service's words are the client's, ours are for whoever runs the guard.
    assert reason in gate.log
    assert "authorization=" in answer.headers["WWW-Authenticate"]


STRAY = [
    ("key-vault", "Bearer", ""), ("key-vault", "SharedKey a:b", ""), ("key-vault", None, "?sig=x"), ("managed-hsm", "Basic YTpi", ""),
    ("resource-manager", None, "?sig=x"), ("app-configuration", "SharedKey a:b", ""), ("app-configuration", None, "?sig=x"),
    ("storage", "Basic YTpi", ""), ("container-registry", "Bearer a.b.c", ""), ("cosmos", "Bearer a.b.c", ""), ("cosmos", "type%3Daad%26ver%3D1.0%26sig%3D", ""), ("cosmos", None, "?sig=x"),
]  # fmt: skip


@pytest.mark.parametrize("service, proof, query", STRAY)
def test_what_the_service_does_not_know_proves_nothing(guarded, happy, service, proof, query):
    app, seen = Flask("emulator"), []
    app.before_request(lambda: seen.append(request.path))
    fields = {"Authorization": proof} if proof else {}
    answer = requests.get(guarded(service, app).site + "/one" + query, headers=fields, verify=happy.ca, timeout=20)
    assert answer.status_code == 401 and not seen


@pytest.mark.parametrize("service, proof", [
    ("app-configuration", "HMAC-SHA256 Credential=a&SignedHeaders=b&Signature=c"),
    ("cosmos", "type%3dmaster%26ver%3d1.0%26sig%3dabc%3d"), ("storage", "SharedKeyLite a:b"),
    ("container-registry", "Basic YWRtaW46a2V5"),
])  # fmt: skip
def test_a_key_is_the_emulators_affair(guarded, happy, service, proof):
    app = Flask("emulator")
    app.add_url_rule("/one", view_func=lambda: request.headers["Authorization"])
    answer = requests.get(guarded(service, app).site + "/one", headers={"Authorization": proof}, verify=happy.ca, timeout=20)
    assert (answer.status_code, answer.text) == (200, proof)


# Storage


def test_blobs_behind_the_guard(guarded, credential, happy):
    from azure.storage.blob import BlobServiceClient

    app, seen = Flask("azurite"), []

    @app.get("/devstoreaccount1/")
    @app.get("/devstoreaccount1")
    def containers():
        seen.append(request.headers.get("Authorization", request.query_string.decode()))
        listed = "<Containers><Container><Name>orders</Name><Properties/></Container></Containers>"
        return Response(f"<?xml version='1.0'?><EnumerationResults>{listed}<NextMarker/></EnumerationResults>", mimetype="application/xml")

    gate = guarded("storage", app)
    url = gate.site + "/devstoreaccount1"
    bare = requests.get(url, params={"comp": "list"}, verify=happy.ca, timeout=20)
    assert bare.status_code == 401 and bare.headers["x-ms-error-code"] == "InvalidAuthenticationInfo"
    assert bare.headers["WWW-Authenticate"] == (
        f"Bearer authorization_uri={happy.authority}/{CONTOSO}/oauth2/authorize resource_id=https://storage.azure.com"
    )
    assert "<Code>InvalidAuthenticationInfo</Code>" in bare.text and not seen
    with BlobServiceClient(url, credential=credential(), connection_verify=happy.ca) as client:
        assert [one.name for one in client.list_containers()] == ["orders"]
    assert seen.pop().startswith("Bearer ")
    # A shared key and a signature in the address are the emulator's affair.
    assert requests.get(url, headers={"Authorization": "SharedKey a:b"}, verify=happy.ca, timeout=20).status_code == 200
    assert requests.get(url, params={"sig": "x", "sv": "1"}, verify=happy.ca, timeout=20).status_code == 200
    assert seen == ["SharedKey a:b", "sig=x&sv=1"]


@pytest.mark.parametrize("service, host, challenges", [
    ("azure-devops", None, ["Bearer authorization_uri={authority}/{tenant}", 'Basic realm="https://localhost/"', "TFS-Federated"]),
    ("dataverse", None, ["Bearer authorization_uri={authority}/{tenant}/oauth2/authorize, resource_id=https://localhost/"]),
])  # fmt: skip
def test_services_of_which_only_the_challenge_is_known(guarded, happy, service, host, challenges):
    gate = guarded(service, Flask("nothing"))
    bare = requests.get(gate.site + "/one", verify=happy.ca, timeout=20)
    wanted = [one.format(authority=happy.authority, tenant=CONTOSO) for one in challenges]
    assert bare.status_code == 401 and bare.raw.headers.getlist("WWW-Authenticate") == wanted


# Cosmos DB

COSMOS_KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="


def test_the_emulator_of_cosmos_gets_its_key(guarded, credential, happy):
    from azure.cosmos import CosmosClient
    from azure.cosmos.auth import _get_authorization_header as sign

    app, seen = Flask("cosmos"), []

    @app.before_request
    def check():
        parts = [unquote(part) for part in request.path.split("/") if part]
        kind, link = (parts[-1], "/".join(parts[:-1])) if len(parts) % 2 else ((parts[-2] if parts else ""), "/".join(parts))
        dated = {"x-ms-date": request.headers["x-ms-date"]}
        wanted = sign(SimpleNamespace(master_key=COSMOS_KEY), request.method.lower(), request.path, link, True, kind, dated)
        seen.append(request.path)
        assert unquote(request.headers["Authorization"]) == unquote(wanted), request.path

    @app.get("/")
    def account():
        places = [{"name": "here", "databaseAccountEndpoint": gate.site}]
        return jsonify(
            id="localhost", writableLocations=places, readableLocations=places, userConsistencyPolicy={"defaultConsistencyLevel": "Session"},
            _self="", _rid="localhost", media="", addresses="", _dbs="//dbs/",
        )  # fmt: skip

    @app.get("/dbs/shop/")
    def database():
        return jsonify(id="shop", _self="dbs/1/", _rid="1")

    gate = guarded("cosmos", app)
    bare = requests.get(gate.site + "/dbs", verify=happy.ca, timeout=20)
    assert bare.status_code == 401 and "authorization is missing" in bare.json()["message"]
    client = CosmosClient(gate.site, credential=credential(), connection_verify=happy.ca)
    assert client.get_database_client("shop").read()["id"] == "shop"
    assert seen[0] == "/" and seen[-1] == "/dbs/shop/"


# App Configuration


def test_app_configuration_behind_the_guard(guarded, credential, happy):
    from azure.appconfiguration import AzureAppConfigurationClient

    app = Flask("configuration")

    @app.get("/kv/<key>")
    def value(key):
        assert "Authorization" not in request.headers
        return jsonify(key=key, value="blue", etag="1", tags={}, locked=False, content_type="", last_modified="2026-01-01T00:00:00+00:00")

    # The emulator takes anonymous requests, and no tokens.
    gate = guarded("app-configuration", app, "--drop-token")
    bare = requests.get(gate.site + "/kv/colour", verify=happy.ca, timeout=20)
    assert (bare.status_code, bare.headers["WWW-Authenticate"]) == (401, "HMAC-SHA256, Bearer")
    bad = requests.get(gate.site + "/kv/colour", headers={"Authorization": "Bearer a.b.c"}, verify=happy.ca, timeout=20)
    assert bad.headers["WWW-Authenticate"].endswith('error_description="Authorization token failed validation"')
    with AzureAppConfigurationClient(gate.site, credential(), connection_verify=happy.ca) as client:
        assert client.get_configuration_setting("colour").value == "blue"


# Container Registry


@pytest.fixture
def registry():
    """A registry that asks nobody who he is."""
    app = Flask("registry")
    app.seen = []

    @app.before_request
    def note():
        app.seen.append((request.method, request.path, "Authorization" in request.headers))

    @app.get("/acr/v1/_catalog")
    def catalog():
        return jsonify(repositories=["shop/cart"])

    @app.delete("/acr/v1/<path:name>")
    def delete(name):
        return jsonify({}), 202

    @app.get("/v2/shop/cart/manifests/1")
    def manifest():
        return jsonify(schemaVersion=2)

    return app


def test_a_registry_gives_its_own_tokens(guarded, registry, credential, happy):
    from azure.containerregistry import ContainerRegistryClient

    gate = guarded("container-registry", registry, "--drop-token")
    host = gate.site.removeprefix("https://")
    bare = requests.get(gate.site + "/v2/shop/cart/manifests/1", verify=happy.ca, timeout=20)
    assert bare.status_code == 401 and bare.headers["Docker-Distribution-Api-Version"] == "registry/2.0"
    assert bare.headers["WWW-Authenticate"] == f'Bearer realm="{gate.site}/oauth2/token",service="{host}",scope="repository:shop/cart:pull"'
    assert bare.json()["errors"][0]["detail"] == [{"Type": "repository", "Name": "shop/cart", "Action": "pull"}]
    for audience in ("https://containerregistry.azure.net", "https://management.azure.com"):
        with ContainerRegistryClient(gate.site, credential(), audience=audience, connection_verify=happy.ca) as client:
            assert list(client.list_repository_names()) == ["shop/cart"]
            client.delete_repository("shop/cart")
    assert registry.seen == [("GET", "/acr/v1/_catalog", False), ("DELETE", "/acr/v1/shop/cart", False)] * 2


def test_a_registry_as_docker_signs_in(guarded, registry, credential, happy):
    gate = guarded("container-registry", registry)
    host = gate.site.removeprefix("https://")
    token = credential().get_token("https://management.azure.com/.default").token
    form = {"grant_type": "access_token", "service": host, "tenant": CONTOSO, "access_token": token}
    exchanged = requests.post(gate.site + "/oauth2/exchange", data=form, verify=happy.ca, timeout=20).json()
    assert list(exchanged) == ["refresh_token"] and claims(exchanged["refresh_token"])["grant_type"] == "refresh_token"
    manifest = gate.site + "/v2/shop/cart/manifests/1"
    query = {"service": host, "scope": "repository:shop/cart:pull", "account": "x", "client_id": "docker", "offline_token": "true"}
    for proof in (("00000000-0000-0000-0000-000000000000", exchanged["refresh_token"]), (DAEMON.id, DAEMON.secret)):
        tokens = requests.get(gate.site + "/oauth2/token", params=query, auth=proof, verify=happy.ca, timeout=20).json()
        assert list(tokens) == ["access_token", "refresh_token"] and claims(tokens["access_token"])["appid"] == DAEMON.id
        bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
        assert requests.get(manifest, headers=bearer, verify=happy.ca, timeout=20).json() == {"schemaVersion": 2}
        refused = requests.put(manifest, headers=bearer, verify=happy.ca, timeout=20)
        assert refused.headers["WWW-Authenticate"].endswith(',scope="repository:shop/cart:pull,push",error="insufficient_scope"')
    wrong = requests.get(gate.site + "/oauth2/token", params=query, auth=(DAEMON.id, "wrong"), verify=happy.ca, timeout=20)
    assert (wrong.status_code, wrong.json()["errors"][0]["code"]) == (401, "UNAUTHORIZED") and "AADSTS7000215" in gate.log
    assert requests.post(gate.site + "/oauth2/exchange", data={**form, "tenant": FABRIKAM}, verify=happy.ca, timeout=20).status_code == 401
    assert "is not that of the registry" in gate.log


@pytest.mark.parametrize("words, complaint", [
    ((), "--service says which"), (("--service", "queue"), "--service takes one of key-vault"),
    (("--service", "key-vault", "--account-key", "x"), "--account-key goes with --service cosmos"),
])  # fmt: skip
def test_mistakes_on_the_command_line(home, tmp_path, happy, words, complaint):
    with pytest.raises(AssertionError) as told:
        Gate("guard", "http://localhost:1", happy, home, tmp_path / "gate", *words)
    assert complaint in str(told.value)
