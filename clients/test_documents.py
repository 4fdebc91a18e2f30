"""The documents clients read before anything else."""

import pytest
from support.world import CONTOSO

UNKNOWN = "deadbeef-0000-4000-8000-00000000dead"


@pytest.mark.parametrize("tenant", ["common", "organizations", "consumers", CONTOSO, "contoso.onmicrosoft.com", "CONTOSO.COM"])
def test_the_openid_configuration(happy, tenant):
    answer = happy.get(f"/{tenant}/v2.0/.well-known/openid-configuration")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    document = answer.json()
    for name in (
        "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "device_authorization_endpoint",
        "end_session_endpoint",
    ):  # fmt: skip
        assert document[name].startswith(happy.authority + "/"), name
    assert document["token_endpoint"].endswith("/oauth2/v2.0/token")


@pytest.mark.parametrize("tenant", ["common", CONTOSO])
def test_the_openid_configuration_of_the_older_endpoints(happy, tenant):
    answer = happy.get(f"/{tenant}/.well-known/openid-configuration")
    assert answer.status_code == 200
    assert answer.json()["token_endpoint"].endswith("/oauth2/token")


def test_a_tenants_issuer_holds_its_id_whatever_the_request_called_it(happy):
    for name in (CONTOSO, "contoso.onmicrosoft.com"):
        document = happy.get(f"/{name}/v2.0/.well-known/openid-configuration").json()
        assert document["issuer"] == f"{happy.authority}/{CONTOSO}/v2.0"
    for name in ("common", "organizations"):
        document = happy.get(f"/{name}/v2.0/.well-known/openid-configuration").json()
        assert document["issuer"] == f"{happy.authority}/{{tenantid}}/v2.0"


def test_every_key_can_be_used(happy):
    document = happy.get(f"/{CONTOSO}/v2.0/.well-known/openid-configuration").json()
    keys = happy.http_session.get(document["jwks_uri"]).json()["keys"]
    assert keys
    for key in keys:
        assert (key["kty"], key["use"], key["e"]) == ("RSA", "sig", "AQAB")
        assert key["kid"] and key["n"] and key["x5c"]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
@pytest.mark.parametrize("with_port", [True, False])
def test_instance_discovery_knows_the_server(happy, version, with_port):
    host = happy.authority.removeprefix("https://")
    name = host if with_port else host.partition(":")[0]
    parameters = {"api-version": version, "authorization_endpoint": f"https://{name}/common/oauth2/v2.0/authorize"}
    answer = happy.get("/common/discovery/instance", params=parameters)
    assert answer.status_code == 200
    document = answer.json()
    assert document["tenant_discovery_endpoint"].startswith(happy.authority + "/")
    aliases = [alias for entry in document["metadata"] for alias in entry["aliases"]]
    assert host in aliases and "localhost" in aliases
    # MSAL for .NET, Java and iOS keep the last entry of an alias; .NET sets a host by it, which cannot have a port.
    last = {alias: entry for entry in document["metadata"] for alias in entry["aliases"]}
    assert last["localhost"]["preferred_network"] == "localhost"
    assert last[host]["preferred_network"] == host and "localhost" in last[host]["aliases"]
    # MSAL for JavaScript takes the first.
    assert next(entry for entry in document["metadata"] if host in entry["aliases"]) == last[host]


@pytest.mark.parametrize("path", ["/common/userrealm/", "/common/UserRealm/"])
def test_the_user_realm_is_managed(happy, path):
    document = happy.get(path + "alice%40contoso.onmicrosoft.com", params={"api-version": "1.0"}).json()
    assert document["account_type"] == "Managed"
    assert document["domain_name"] == "contoso.onmicrosoft.com"


@pytest.mark.parametrize("tenant, code", [("nobody.example", 90002), (UNKNOWN, 90002), ("undefined", 900023)])
def test_an_unknown_tenant_has_no_documents(happy, tenant, code):
    answer = happy.get(f"/{tenant}/v2.0/.well-known/openid-configuration")
    assert answer.status_code == 400
    assert answer.json()["error_codes"] == [code]


def test_plain_http_serves_nothing_of_the_authority_that_a_client_would_trust(happy):
    document = happy.http_session.get(f"{happy.http}/common/v2.0/.well-known/openid-configuration")
    if document.status_code == 200:
        assert document.json()["issuer"].startswith(("http://localhost", "https://localhost"))
