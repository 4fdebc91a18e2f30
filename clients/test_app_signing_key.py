"""Apps with a signing key of their own: PyJWT finds the key where Microsoft tells it to look, and the claims that transformations make."""

import datetime
import json

import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from support.browser import Browser
from support.msal_apps import confidential_app, sign_in
from support.world import ALICE, CONTOSO, App

PUBLISHED = App("50000000-0000-4000-8000-000000000011", "https://published.test/callback", "published-secret")
INLINE = App("50000000-0000-4000-8000-000000000012", "https://inline.test/callback", "inline-secret")
FILE = App("50000000-0000-4000-8000-000000000013", "https://file.test/callback", "file-secret")

SCENARIO = """
scenario: own-keys
extends: happy-path
world:
  users:
    alice: {{ department: Sales, mail: alice@elsewhere.test }}
  apps:
    published:
      type: web
      clientId: 50000000-0000-4000-8000-000000000011
      redirectUris: [https://published.test/callback]
      signInAudience: AzureADMultipleOrgs
      consent: granted
      optionalClaims: {{ idToken: [email] }}
      authenticationBehaviors: {{ removeUnverifiedEmailClaim: false, blockAzureADGraphAccess: false, requireClientServicePrincipal: false }}
      signingKey: true
      claimsMappingPolicy:
        claimsSchema:
          - {{ source: user, id: department }}
          - {{ source: transformation, id: joined, transformationId: join-them, jwtClaimType: region }}
        claimsTransformations:
          - id: join-them
            transformationMethod: Join
            inputClaims: [{{ claimTypeReferenceId: department, transformationClaimType: string1, treatAsMultiValue: false }}]
            inputParameters: [{{ id: string2, value: sandbox, dataType: string }}, {{ id: separator, value: . }}]
            outputClaims: [{{ claimTypeReferenceId: joined, transformationClaimType: outputClaim }}]
    inline:
      type: web
      clientId: 50000000-0000-4000-8000-000000000012
      redirectUris: [https://inline.test/callback]
      signInAudience: AzureADMultipleOrgs
      consent: granted
      optionalClaims: {{ idToken: [email] }}
      signingKey: {{ pem: {pem} }}
      claimsMappingPolicy:
        ClaimsSchema: [{{ Source: user, ID: department }}, {{ Source: transformation, ID: placed, TransformationID: place-it, JwtClaimType: region }}]
        ClaimsTransformation:
          - ID: place-it
            TransformationMethod: Join
            InputClaims: [{{ ClaimTypeReferenceID: department, TransformationClaimType: string2, TreatAsMultiValue: false }}]
            InputParameters: [{{ ID: string1, Value: emea, DataType: string }}, {{ ID: separator, Value: /, DataType: string }}]
            OutputClaims: [{{ ClaimTypeReferenceID: placed, TransformationClaimType: outputClaim }}]
    file:
      type: web
      clientId: 50000000-0000-4000-8000-000000000013
      redirectUris: [https://file.test/callback]
      consent: granted
      signingKey: {{ file: own-key.pem }}
"""


def key_with_certificate():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "own key")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.public_key(), (private + certificate.public_bytes(serialization.Encoding.PEM)).decode()


@pytest.fixture
def own(serve, tmp_path):
    """The server, and the public keys that were given to it."""
    (inline, pem), (file, text) = key_with_certificate(), key_with_certificate()
    (tmp_path / "own-key.pem").write_text(text)
    scenario = tmp_path / "own-keys.yaml"
    scenario.write_text(SCENARIO.format(pem=json.dumps(pem)))
    return serve(scenario), {INLINE: inline, FILE: file}


@pytest.mark.parametrize("app", [PUBLISHED, INLINE, FILE], ids=["published", "inline", "file"])
def test_the_key_of_an_app_is_found_by_its_client_id(own, app):
    server, given = own
    result = sign_in(confidential_app(server, tenant=CONTOSO, app=app), Browser(server), ALICE, ["User.Read"], redirect_uri=app.redirect_uri)
    assert "id_token" in result, result
    document = server.get(f"/{CONTOSO}/v2.0/.well-known/openid-configuration?appid={app.id}").json()
    (key,) = server.http_session.get(document["jwks_uri"]).json()["keys"]
    public = jwt.PyJWK(key, algorithm="RS256").key
    claims = jwt.decode(result["id_token"], public, algorithms=["RS256"], audience=app.id, issuer=document["issuer"])
    assert claims["oid"] == ALICE.oid
    if app in given:
        assert public.public_numbers() == given[app].public_numbers()
    # Who looks among the keys of the tenant does not find it.
    shared = server.get(f"/{CONTOSO}/discovery/v2.0/keys").json()["keys"]
    assert jwt.get_unverified_header(result["id_token"])["kid"] not in [one["kid"] for one in shared]


@pytest.mark.parametrize("app, email", [(PUBLISHED, "alice@elsewhere.test"), (INLINE, None)], ids=["kept", "left-out"])
def test_an_address_that_nobody_has_verified_and_a_transformed_claim(own, app, email):
    server, _ = own
    result = sign_in(confidential_app(server, tenant=CONTOSO, app=app), Browser(server), ALICE, ["User.Read"], redirect_uri=app.redirect_uri)
    assert result["id_token_claims"].get("email") == email
    assert result["id_token_claims"].get("region") == ("Sales.sandbox" if app is PUBLISHED else "emea/Sales")
