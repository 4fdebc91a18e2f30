"""MCP servers: their clients send resource in every request, and renew without a scope."""

from play.plain import Plain
from play.run import meets
from support.world import CONTOSO, App

SERVER, CLIENT = "3c900000-0000-4000-8000-000000000001", "3c900000-0000-4000-8000-000000000002"
ADDRESS, LOCAL = "https://mcp.contoso.com/mcp", "http://localhost:8000/mcp"


class MCPClient(Plain):
    name = "requests, as an MCP client"
    registration = App(CLIENT, "http://localhost:7171/callback")

    def __init__(self, server, browser=None):
        super().__init__(server, browser, CONTOSO)


class OneApp(MCPClient):
    registration = App(SERVER, "http://localhost:7171/callback")


@meets("mcp-server", MCPClient)
def test_a_server_and_its_client(run):
    assert run.sees("signs in", run.client.sign_in(scopes=[f"{ADDRESS}/mcp.read"], resource=ADDRESS)).has_tokens
    assert run.sees("renews without a scope", run.client.renew(resource=ADDRESS)).has_tokens


@meets("mcp-resource-mismatch", MCPClient)
def test_an_address_that_is_not_registered(run):
    refused = run.sees("signs in", run.client.sign_in(scopes=[f"api://{SERVER}/mcp.read"], resource=ADDRESS))
    assert (refused.error, refused.codes) == ("invalid_target", [9010010]), refused


@meets("mcp-one-registration", OneApp)
def test_one_app_is_both(run):
    scopes = [f"api://{SERVER}/mcp.read"]
    assert run.sees("signs in", run.client.sign_in(scopes=scopes, resource=LOCAL)).has_tokens
    refused = run.sees("renews without a scope", run.client.renew(resource=LOCAL))
    assert refused.codes == [90009], refused
    assert run.sees("renews with the scope", run.client.renew(scopes=scopes, resource=LOCAL)).has_tokens
