"""Faults as clients meet them: false signatures against every key, and the certificate of the seeded daemon."""

import base64
import json
import os
import subprocess

import jwt
import msal
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from support.binary import BINARY
from support.until import all_keys
from support.world import CONTOSO, DAEMON


def token(server):
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "api://contoso/.default",
    }  # fmt: skip
    return server.token(form, tenant=CONTOSO).json()["access_token"]


def keys(server):
    """All keys of the document, as one that knows no `kid` takes them."""
    return [jwt.PyJWK.from_dict({**key, "alg": "RS256"}).key for key in all_keys(server)]


def openssl_verifies(directory, token, key):
    signed, signature = token.rsplit(".", 1)
    (directory / "signed").write_text(signed)
    (directory / "signature").write_bytes(base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4)))
    pem = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    (directory / "key.pem").write_bytes(pem)
    words = ["openssl", "dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "signed"]
    return subprocess.run(words, cwd=directory, capture_output=True).returncode == 0


def verifying(directory, token, keys):
    """How many of the keys verify the token: by PyJWT, and by the openssl command."""
    by_pyjwt = by_openssl = 0
    for key in keys:
        try:
            jwt.decode(token, key, algorithms=["RS256"], options={"verify_aud": False, "verify_exp": False})
            by_pyjwt += 1
        except jwt.InvalidTokenError:
            pass
        by_openssl += openssl_verifies(directory, token, key)
    return by_pyjwt, by_openssl


def test_one_key_verifies_a_token(happy, tmp_path):
    assert verifying(tmp_path, token(happy), keys(happy)) == (1, 1)


@pytest.mark.parametrize("scenario", ["token-unknown-key", "token-bad-signature", "token-unsigned"])
def test_no_key_verifies_a_false_signature(serve, tmp_path, scenario):
    server = serve(scenario)
    assert verifying(tmp_path, token(server), keys(server)) == (0, 0)


def test_the_daemons_certificate_is_given_as_files(happy, home):
    words = [str(BINARY), "app", "daemon", "--json"]
    environment = {"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]}
    files = json.loads(subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout)
    with open(files["pfx"], "rb") as file:
        key, certificate, _ = pkcs12.load_key_and_certificates(file.read(), b"")
    with open(files["pem"], encoding="utf-8") as file:
        pem = file.read()
    assert serialization.load_pem_private_key(pem.encode(), None).private_numbers() == key.private_numbers()
    thumbprint = certificate.fingerprint(hashes.SHA1()).hex()
    app = msal.ConfidentialClientApplication(
        DAEMON.id, authority=f"{happy.authority}/{CONTOSO}", instance_discovery=False, verify=happy.ca,
        client_credential={"private_key": pem, "thumbprint": thumbprint},
    )  # fmt: skip
    answer = app.acquire_token_for_client(["https://graph.microsoft.com/.default"])
    assert "access_token" in answer, answer


def test_a_page_may_read_a_scripted_answer(serve):
    server = serve("throttled")
    server.http_session.headers["Origin"] = "https://app.test"
    form = {"grant_type": "refresh_token", "client_id": DAEMON.id, "refresh_token": "x"}
    answer = server.token(form)
    assert answer.status_code == 429
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "endpoint, hit",
    [
        ("graph", {"/v1.0/me", "/beta/me", "/v1.0/users", "/oidc/userinfo"}), ("me", {"/v1.0/me", "/beta/me"}),
        ("userInfo", {"/oidc/userinfo"}),
    ],
)  # fmt: skip
def test_graph_is_busy(serve, endpoint, hit):
    """`graph` means all of Graph, the call that everybody makes among it; `me` and `userInfo` are the narrower words."""
    server = serve("happy-path")
    order = {"client": "mobile", "user": "alice", "scope": "openid profile User.Read User.ReadBasic.All"}
    bearer = {"Authorization": "Bearer " + server.post_control("tokens", order).json()["token"]}
    server.post_control("rules", {"name": "busy", "when": {"endpoint": endpoint}, "then": {"respond": {"status": 429, "retryAfter": "7s"}}})
    session = server.http_session
    session.proxies = {"https": server.http}

    def status(path):
        return session.get("https://graph.microsoft.com" + path, headers=bearer).status_code

    paths = ["/v1.0/me", "/beta/me", "/v1.0/users", "/oidc/userinfo"]
    assert {path: status(path) for path in paths} == {path: 429 if path in hit else 200 for path in paths}
