"""The credentials of the Azure SDK that act for a signed-in user."""

import socket

import pytest

pytest.importorskip("azure.identity", reason="not installed beside this MSAL")

from azure.core.exceptions import ClientAuthenticationError  # noqa: E402
from azure.identity import AuthorizationCodeCredential, InteractiveBrowserCredential  # noqa: E402
from support.requests_by_hand import grant  # noqa: E402
from support.world import ALICE, CONTOSO, GRAPH_SCOPE, MOBILE, WEB  # noqa: E402
from test_msal_sign_in import desktop  # noqa: E402, F401


def settings(server):
    return {"authority": server.authority, "disable_instance_discovery": True, "connection_verify": server.ca}


def credential(server, granted, secret=WEB.secret):
    return AuthorizationCodeCredential(
        CONTOSO, WEB.id, granted.code, WEB.redirect_uri, client_secret=secret, **settings(server)
    )


def test_a_code_becomes_a_token_and_claims_make_the_credential_renew_it(happy, browser):
    granted = grant(happy, browser, WEB, tenant=CONTOSO, code_challenge=None, code_challenge_method=None)
    credential_ = credential(happy, granted)
    first = credential_.get_token(GRAPH_SCOPE)
    assert happy.me(first.token).json()["id"] == ALICE.oid
    assert credential_.get_token(GRAPH_SCOPE).token == first.token
    second = credential_.get_token(GRAPH_SCOPE, claims='{"access_token":{"nbf":{"essential":true,"value":"1"}}}')
    assert second.token != first.token
    assert happy.me(second.token).json()["id"] == ALICE.oid


def test_a_refusal_reaches_the_app_with_its_code(happy, browser):
    granted = grant(happy, browser, WEB, tenant=CONTOSO, code_challenge=None, code_challenge_method=None)
    with pytest.raises(ClientAuthenticationError, match="AADSTS7000215"):
        credential(happy, granted, "wrong").get_token(GRAPH_SCOPE)


def test_the_browser_credential_signs_in_and_remembers_whom(happy, desktop):  # noqa: F811
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    credential_ = InteractiveBrowserCredential(
        tenant_id=CONTOSO, client_id=MOBILE.id, redirect_uri=f"http://localhost:{port}", timeout=20, **settings(happy)
    )
    record = credential_.authenticate(scopes=[GRAPH_SCOPE])
    assert record.username == ALICE.name
    assert record.home_account_id == ALICE.home_account_id
    assert record.tenant_id == CONTOSO
    assert record.authority == happy.authority.removeprefix("https://")
    assert happy.me(credential_.get_token(GRAPH_SCOPE).token).json()["id"] == ALICE.oid
