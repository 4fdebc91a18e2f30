"""The credentials of the Azure SDK."""

import datetime
import re
import socket

import pytest

pytest.importorskip("azure.identity", reason="not installed beside this MSAL")

from azure.core.exceptions import ClientAuthenticationError  # noqa: E402
from azure.core.pipeline.transport import RequestsTransport  # noqa: E402
from azure.identity import (  # noqa: E402
    AuthorizationCodeCredential,
    CertificateCredential,
    ClientSecretCredential,
    CredentialUnavailableError,
    DeviceCodeCredential,
    InteractiveBrowserCredential,
    ManagedIdentityCredential,
    OnBehalfOfCredential,
    UsernamePasswordCredential,
)
from cryptography import x509  # noqa: E402
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from support.msal_apps import Recorder  # noqa: E402
from support.requests_by_hand import grant  # noqa: E402
from support.world import ALICE, API, API_SCOPE, CONTOSO, DAEMON, GRAPH_SCOPE, MOBILE, WEB  # noqa: E402
from test_msal_grants import MIDDLE, NOBODY, SEED, device_pages, new_key, password_app, pem  # noqa: E402
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


DEFAULT = "https://graph.microsoft.com/.default"


# Apps


def test_a_secret(happy):
    credential_ = ClientSecretCredential(CONTOSO, DAEMON.id, DAEMON.secret, **settings(happy))
    token = credential_.get_token(DEFAULT)
    users = happy.me(token.token, f"/v1.0/users/{ALICE.oid}")
    assert users.json()["id"] == ALICE.oid
    with pytest.raises(ClientAuthenticationError, match="AADSTS7000215"):
        ClientSecretCredential(CONTOSO, DAEMON.id, "wrong", **settings(happy)).get_token(DEFAULT)


def certificate(key):
    """A certificate that its own key signed, PEM, with the key."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "stranger")])
    start = datetime.datetime(2020, 1, 1)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(start).not_valid_after(start + datetime.timedelta(days=20_000)).sign(key, hashes.SHA256())
    )  # fmt: skip
    return pem(key).encode("ascii") + made.public_bytes(serialization.Encoding.PEM)


def seeded_certificate():
    """The published key of the seeded daemon with its certificate."""
    found = re.findall(r"-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----", SEED.read_text(), re.DOTALL)
    return "\n".join(line.strip() for block in found for line in block.splitlines()).encode("ascii")


def test_a_certificate(happy):
    known = CertificateCredential(CONTOSO, DAEMON.id, certificate_data=seeded_certificate(), **settings(happy))
    assert happy.me(known.get_token(DEFAULT).token, f"/v1.0/users/{ALICE.oid}").status_code == 200
    strange = CertificateCredential(
        CONTOSO, DAEMON.id, certificate_data=certificate(new_key()), **settings(happy)
    )
    with pytest.raises(ClientAuthenticationError, match="AADSTS700027"):
        strange.get_token(DEFAULT)


# Users


@pytest.mark.parametrize("press", [None, ("action", "cancel")])
def test_a_device_code(happy, press):
    def prompt(uri, user_code, expires_on):
        device_pages(happy, {"verification_uri": uri, "user_code": user_code}, press)

    credential_ = DeviceCodeCredential(
        client_id=MOBILE.id, tenant_id=CONTOSO, prompt_callback=prompt, timeout=30, **settings(happy)
    )
    if press:
        with pytest.raises(ClientAuthenticationError, match="AADSTS65004"):
            credential_.get_token(GRAPH_SCOPE)
    else:
        assert happy.me(credential_.get_token(GRAPH_SCOPE).token).json()["id"] == ALICE.oid


class Led(Recorder):
    """MSAL asks about a user's domain on port 443, whatever port the authority has; this leads the question back."""

    def __init__(self, server):
        super().__init__(server.ca)
        self.authority = server.authority

    def request(self, method, url, **arguments):
        return super().request(method, url.replace("https://localhost/", f"{self.authority}/", 1), **arguments)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("password, code", [(ALICE.password, None), ("wrong", "AADSTS50126")])
def test_a_name_and_a_password(happy, password, code):
    transport = RequestsTransport(session=Led(happy), session_owner=False, connection_verify=happy.ca)
    credential_ = UsernamePasswordCredential(
        MOBILE.id, ALICE.name, password, tenant_id=CONTOSO, transport=transport, **settings(happy)
    )
    if code:
        with pytest.raises(ClientAuthenticationError, match=code):
            credential_.get_token(GRAPH_SCOPE)
    else:
        assert happy.me(credential_.get_token(GRAPH_SCOPE).token).json()["id"] == ALICE.oid


def test_on_behalf_of(happy):
    caller = password_app(happy).acquire_token_by_username_password(ALICE.name, ALICE.password, [API_SCOPE])
    credential_ = OnBehalfOfCredential(
        CONTOSO, API.id, client_secret=MIDDLE.secret, user_assertion=caller["access_token"], **settings(happy)
    )
    assert happy.me(credential_.get_token(GRAPH_SCOPE).token).json()["id"] == ALICE.oid
    with pytest.raises(ClientAuthenticationError, match="AADSTS65001"):
        credential_.get_token("https://graph.microsoft.com/Mail.Read")


# Managed identities


@pytest.mark.parametrize("client_id, taken", [(None, True), (NOBODY, False)])
def test_the_identity_of_an_app_service(happy, monkeypatch, client_id, taken):
    monkeypatch.setenv("IDENTITY_ENDPOINT", f"{happy.authority}/MSI/token")
    monkeypatch.setenv("IDENTITY_HEADER", "mockidp")
    credential_ = ManagedIdentityCredential(client_id=client_id, connection_verify=happy.ca)
    if taken:
        token = credential_.get_token(DEFAULT)
        assert happy.me(token.token, f"/v1.0/users/{ALICE.oid}").status_code == 200
    else:
        with pytest.raises((ClientAuthenticationError, CredentialUnavailableError)):
            credential_.get_token(DEFAULT)


@pytest.mark.parametrize("client_id, taken", [(None, True), (NOBODY, False)])
def test_the_identity_of_a_machine(happy, monkeypatch, client_id, taken):
    monkeypatch.setenv("AZURE_POD_IDENTITY_AUTHORITY_HOST", happy.authority)
    credential_ = ManagedIdentityCredential(client_id=client_id, connection_verify=happy.ca)
    if taken:
        token = credential_.get_token(DEFAULT)
        assert happy.me(token.token, f"/v1.0/users/{ALICE.oid}").status_code == 200
    else:
        with pytest.raises((ClientAuthenticationError, CredentialUnavailableError)):
            credential_.get_token(DEFAULT)
