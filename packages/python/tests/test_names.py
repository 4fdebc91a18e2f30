"""Microsoft's names in the process, without a proxy."""

import os
import socket
import ssl
import urllib.request

import pytest
import requests

GRAPH = "https://graph.microsoft.com/v1.0/me"
DISCOVERY = "https://login.microsoftonline.com/{}/v2.0/.well-known/openid-configuration"


def test_a_session_keeps_microsofts_names(mockidp_world):
    answer = mockidp_world.session().get(DISCOVERY.format("common"))
    assert answer.url == DISCOVERY.format("common")
    assert answer.json()["token_endpoint"].startswith("https://login.microsoftonline.com/")
    assert "Mockidp-World" not in answer.request.headers


def test_a_session_reaches_this_machine_and_nothing_else(mockidp_world):
    with pytest.raises(requests.ConnectionError, match=r"example\.com is not a host that mockidp answers"):
        mockidp_world.session().get("https://example.com/")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(requests.ConnectionError, match="refused"):
            mockidp_world.session().get(f"http://localhost:{unused.getsockname()[1]}/")


def test_names_lead_here_for_plain_requests(mockidp_names):
    answer = requests.get(DISCOVERY.format("common"))
    assert answer.status_code == 200
    assert mockidp_names.journal()[0]["host"] == "login.microsoftonline.com"


def test_names_lead_here_for_other_libraries(mockidp_names):
    with urllib.request.urlopen(DISCOVERY.format(mockidp_names.tenant.id)) as answer:
        assert answer.status == 200
    assert len(mockidp_names.journal()) == 1


def test_names_lead_here_for_httpx(mockidp_names):
    httpx = pytest.importorskip("httpx")
    token = mockidp_names.token("mobile", "alice", scope="https://graph.microsoft.com/User.Read")
    answer = httpx.get(GRAPH, headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["id"] == mockidp_names.user.id


def test_names_are_given_back(mockidp_world):
    before = (socket.getaddrinfo, requests.Session.get_adapter, os.environ.get("SSL_CERT_FILE"))
    with mockidp_world.names():
        assert socket.getaddrinfo is not before[0]
        assert ssl.create_default_context().cert_store_stats()["x509_ca"] > 0
    assert (socket.getaddrinfo, requests.Session.get_adapter, os.environ.get("SSL_CERT_FILE")) == before


def test_azure_identity_takes_its_environment(mockidp_names, monkeypatch):
    identity = pytest.importorskip("azure.identity")
    for name, value in mockidp_names.environment().items():
        monkeypatch.setenv(name, value)
    token = identity.EnvironmentCredential().get_token("https://graph.microsoft.com/.default")
    assert token.token.count(".") == 2
    assert mockidp_names.journal(grant="client_credentials")[0]["status"] == 200
