"""The page about MCP servers: its server and its client are run as they are printed, and what its tables say is played."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import time
import webbrowser

import pytest
import requests
from support.binary import BINARY, ROOT
from support.server import Server
from support.world import ALICE, CONTOSO
from test_msal_sign_in import Desktop

pytest.importorskip("mcp.client.auth")

API, CLIENT = "3c900000-0000-4000-8000-000000000001", "3c900000-0000-4000-8000-000000000002"


def sample(name, server, port):
    """A sample of the page, for this server and this port."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/mcp-servers.md").read_text(), re.MULTILINE | re.DOTALL)
    [text] = [text for text in blocks if f"# {name}\n" in text]
    text = text.replace("localhost:8000", f"localhost:{port}").replace("port=8000", f"port={port}")
    return text.replace("https://localhost:8443", server.authority)


def free_port():
    with socket.create_server(("localhost", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture
def world(home, tmp_path):
    server = Server(BINARY, "mcp-server", home, tmp_path / "world")
    yield server
    if not server.stopped:
        server.stop()


@pytest.fixture
def protected(world, tmp_path):
    """The page's server, as its own process. Its address is an App ID URI of the API."""
    port = free_port()
    uris = [f"api://{API}", f"http://localhost:{port}/mcp"]
    assert world.http_session.patch(f"{world.control}/apps/mcp-server", json={"identifierUris": uris}).status_code == 200
    file = tmp_path / "server.py"
    file.write_text(sample("server.py", world, port))
    with open(tmp_path / "server.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, str(file)], stdout=log, stderr=log,
            env={"PATH": os.environ["PATH"], "SSL_CERT_FILE": str(world.ca)},
        )  # fmt: skip
    deadline = time.monotonic() + 30
    while True:
        try:
            requests.get(f"http://localhost:{port}/mcp", timeout=5)
            break
        except requests.ConnectionError:
            assert process.poll() is None and time.monotonic() < deadline, (tmp_path / "server.log").read_text()
            time.sleep(0.05)
    yield port
    process.terminate()
    process.wait(timeout=10)


def test_the_page_as_it_is_printed(world, protected, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(world.ca))
    desktop = Desktop(world, ALICE)
    monkeypatch.setattr(webbrowser, "open", desktop.open)
    names = {"__name__": "client"}
    exec(sample("client.py", world, protected), names)
    assert asyncio.run(names["greet"]("Alice")) == "Hello Alice"
    for thread in desktop.threads:
        thread.join(timeout=10)

    # An hour, as the client's clock has it: it renews with resource and without a scope.
    provider = names["provider"]
    provider.context.token_expiry_time = time.time() - 1
    first = provider.context.current_tokens.access_token
    assert asyncio.run(names["greet"]("Bob")) == "Hello Bob"
    assert provider.context.current_tokens.access_token != first and len(desktop.threads) == 1
    names["listener"].server_close()

    asked = world.http_session.get(f"{world.control}/exchanges").json()["exchanges"]
    assert [exchange["status"] for exchange in asked if exchange["path"] == f"/{CONTOSO}/v2.0/.well-known/openid-configuration"] == [200]
    redeemed, renewed = [exchange for exchange in asked if exchange["endpoint"] == "token"]
    for exchange, grant in ((redeemed, "authorization_code"), (renewed, "refresh_token")):
        sent = {parameter["name"]: parameter["value"] for parameter in exchange["parameters"]}
        assert (sent["grant_type"], "scope" in sent, exchange["status"]) == (grant, False, 200)
        assert sent["resource"] == f"http://localhost:{protected}/mcp"
    assert world.post_control("verify", {}).json()["ok"]


def test_what_entra_does_not_have(world):
    document = world.get(f"/{CONTOSO}/v2.0/.well-known/openid-configuration").json()
    for name in ("registration_endpoint", "code_challenge_methods_supported", "client_id_metadata_document_supported"):
        assert name not in document
    for kind in ("oauth-authorization-server", "openid-configuration"):
        for tenant in (CONTOSO, "organizations"):
            answer = world.http_session.get(f"{world.authority}/.well-known/{kind}/{tenant}/v2.0", headers={"Origin": "https://app.example"})
            assert (answer.status_code, answer.content) == (404, b"")
            assert "Access-Control-Allow-Origin" not in answer.headers


def test_the_advice_names_the_remedy(home, tmp_path):
    server = Server(BINARY, "mcp-resource-mismatch", home, tmp_path / "world")
    query = {
        "client_id": CLIENT, "response_type": "code", "redirect_uri": "http://localhost/callback", "state": "s",
        "scope": f"api://{API}/mcp.read offline_access", "resource": "https://mcp.contoso.com/mcp",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
    }  # fmt: skip
    answer = server.http_session.get(f"{server.authority}/{CONTOSO}/oauth2/v2.0/authorize", params=query, allow_redirects=False)
    assert answer.status_code == 302 and "error=invalid_target" in answer.headers["Location"]
    [exchange] = server.http_session.get(f"{server.control}/exchanges?endpoint=authorize").json()["exchanges"]
    assert "no app has the App ID URI 'https://mcp.contoso.com/mcp'" in exchange["why"]
    told = server.http_session.get(f"{server.control}/advice").json()["advice"]
    assert "resource-not-the-api" in [row["id"] for row in told], told
    assert server.post_control("verify", {}).json()["ok"]
    server.stop()
