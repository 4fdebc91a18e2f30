"""A fresh home: its documents begin with the key that signs, and clients find the others when they meet them."""

import ssl

import jwt
from support.binary import BINARY
from support.browser import Browser
from support.msal_apps import confidential_app, public_app, sign_in
from support.server import Server
from support.world import CONTOSO, DAEMON, GRAPH_SCOPE, PAT

ALL_ROLES = "https://graph.microsoft.com/.default"


class Keys(jwt.PyJWKClient):
    """PyJWT's client, which counts how often it fetched the document."""

    fetched = 0

    def fetch_data(self):
        self.fetched += 1
        return super().fetch_data()


def keys(server, tenant):
    # By itself it waits 30 s between two fetches for a key that it does not know.
    context = ssl.create_default_context(cafile=server.ca)
    return Keys(f"{server.authority}/{tenant}/discovery/v2.0/keys", ssl_context=context, cooldown_duration=0)


def test_a_client_fetches_the_keys_again_for_a_kid_it_does_not_know(tmp_path):
    server = Server(BINARY, "happy-path", tmp_path / "home", tmp_path / "server")
    try:
        app = confidential_app(server, tenant=CONTOSO, app=DAEMON)
        first = app.acquire_token_for_client([ALL_ROLES])["access_token"]
        client = keys(server, CONTOSO)
        assert client.get_signing_key_from_jwt(first).key_id == jwt.get_unverified_header(first)["kid"]
        known = client.fetched
        server.http_session.post(f"{server.control}/actions", json=["rotateKeys", {"rotateKeys": "unannounced"}]).raise_for_status()
        again = confidential_app(server, tenant=CONTOSO, app=DAEMON).acquire_token_for_client([ALL_ROLES])["access_token"]
        kid = jwt.get_unverified_header(again)["kid"]
        assert kid != jwt.get_unverified_header(first)["kid"]
        assert client.get_signing_key_from_jwt(again).key_id == kid
        assert client.fetched == known + 1
    finally:
        server.stop()


def test_the_personal_key_joins_the_document(tmp_path):
    server = Server(BINARY, "happy-path", tmp_path / "home", tmp_path / "server")
    try:
        client = keys(server, "common")
        early = {key.key_id for key in client.get_signing_keys()}
        before = client.fetched
        result = sign_in(public_app(server, tenant="common"), Browser(server), PAT, [GRAPH_SCOPE])
        kid = jwt.get_unverified_header(result["id_token"])["kid"]
        assert client.get_signing_key_from_jwt(result["id_token"]).key_id == kid
        assert client.fetched == before + (kid not in early)
    finally:
        server.stop()
