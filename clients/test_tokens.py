"""PyJWT verifies what the server signs, as an API or a web app would."""

import inspect
import ssl
import time

import jwt
import pytest
from support.requests_by_hand import grant, redeem
from support.world import ALICE, API, API_SCOPE, CONTOSO, GRAPH, MOBILE, WEB


@pytest.fixture
def verify(happy):
    """Decodes a token with the key its header names, from the published set, fetched with verification."""
    document = happy.get(f"/{CONTOSO}/v2.0/.well-known/openid-configuration").json()
    uri = document["jwks_uri"]
    if "ssl_context" in inspect.signature(jwt.PyJWKClient.__init__).parameters:
        client = jwt.PyJWKClient(uri, ssl_context=ssl.create_default_context(cafile=happy.ca))

        def key(token):
            return client.get_signing_key_from_jwt(token).key
    else:
        keys = {k.key_id: k.key for k in jwt.PyJWKSet.from_dict(happy.http_session.get(uri).json()).keys}

        def key(token):
            return keys[jwt.get_unverified_header(token)["kid"]]

    def verify(token, audience, issuer=document["issuer"]):
        return jwt.decode(
            token, key(token), algorithms=["RS256"], audience=audience, issuer=issuer,
            options={"require": ["exp", "iat", "nbf", "aud", "iss", "sub"]},
        )  # fmt: skip

    return verify


def test_an_id_token_verifies(happy, browser, verify):
    granted = grant(happy, browser, WEB, nonce="n-0S6_WzA2Mj", scope="openid profile email offline_access User.Read")
    claims = verify(redeem(happy, granted)["id_token"], WEB.id)
    assert claims["iss"] == f"{happy.authority}/{CONTOSO}/v2.0"
    assert claims["nonce"] == "n-0S6_WzA2Mj"
    assert claims["ver"] == "2.0"
    assert claims["tid"] == CONTOSO
    assert claims["oid"] == ALICE.oid
    assert claims["preferred_username"] == claims["email"] == ALICE.name
    assert claims["iat"] == claims["nbf"]
    assert claims["exp"] - claims["iat"] == 3900
    assert abs(claims["iat"] + 300 - time.time()) < 60
    assert claims["sid"] == granted.arrival.parameters["session_state"]


def test_an_api_verifies_its_access_token(happy, browser, verify):
    body = redeem(happy, grant(happy, browser, scope=f"openid offline_access {API_SCOPE}"))
    header = jwt.get_unverified_header(body["access_token"])
    assert header["typ"] == "JWT" and header["alg"] == "RS256" and "x5t" not in header
    claims = verify(body["access_token"], API.id)
    assert claims["iss"] == f"{happy.authority}/{CONTOSO}/v2.0"
    assert claims["ver"] == "2.0"
    assert claims["azp"] == MOBILE.id
    assert claims["azpacr"] == "0"
    assert set(claims["scp"].split()) == {"access_as_user", "Orders.Read"}
    assert claims["oid"] == ALICE.oid
    assert claims["exp"] - int(time.time()) <= body["expires_in"] + 1
    assert not {"appid", "upn", "unique_name", "amr", "nonce"} & set(claims)


def test_a_token_for_graph_has_the_older_shape(happy, browser, verify):
    token = redeem(happy, grant(happy, browser))["access_token"]
    claims = verify(token, "https://graph.microsoft.com", issuer=jwt.decode(token, options={"verify_signature": False})["iss"])
    assert claims["ver"] == "1.0"
    assert claims["iss"].endswith(f"/{CONTOSO}/")
    assert claims["appid"] == MOBILE.id
    assert claims["idtyp"] == "user"
    assert "User.Read" in claims["scp"].split()


@pytest.mark.parametrize("damage", ["payload", "signature"])
def test_a_changed_token_does_not_verify(happy, browser, verify, damage):
    head, payload, signature = redeem(happy, grant(happy, browser, scope=f"openid {API_SCOPE}"))["access_token"].split(".")
    if damage == "payload":
        payload = ("f" if payload[0] != "f" else "e") + payload[1:]
    else:
        signature = ("A" if signature[0] != "A" else "B") + signature[1:]
    with pytest.raises(jwt.InvalidTokenError):
        verify(".".join((head, payload, signature)), API.id)
