"""A company of one's own: a web app, an API with scopes and roles, a daemon with a certificate."""

from datetime import datetime, timedelta, timezone

import jwt
import msal
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from support.browser import Browser
from support.msal_apps import _app, confidential_app, public_app, sign_in
from support.world import ALICE, CONTOSO, App

SHOP = App("50000000-0000-4000-8000-000000000001", "https://shop.test/callback", "shop-secret")
ORDERS = "50000000-0000-4000-8000-000000000002"
ROBOT = App("50000000-0000-4000-8000-000000000003")
RENEWED = App("50000000-0000-4000-8000-000000000004")
PHONE = App("50000000-0000-4000-8000-000000000005", "msauth.com.example.phone://auth")
CLERK_GROUPS = {"Contoso Staff"}

COMPANY = """
scenario: company
extends: happy-path
world:
  apps:
    shop:
      type: web
      appId: 50000000-0000-4000-8000-000000000001
      web: { redirectUris: [https://shop.test/callback] }
      apiPermissions: [api://orders/Orders.Read]
      groupMembershipClaims: ApplicationGroup
      assignedGroups: [staff]
      optionalClaims: { idToken: [{ name: groups, additionalProperties: [cloud_displayname, emit_as_roles] }] }
    orders:
      type: api
      appId: 50000000-0000-4000-8000-000000000002
      identifierUris: [api://orders]
      oauth2PermissionScopes: [Orders.Read, { value: Orders.Write, type: Admin }, { value: Orders.Old, isEnabled: false }]
      appRoles:
        - { value: Orders.Process, allowedMemberTypes: [Application] }
        - { value: Approver, allowedMemberTypes: [User] }
      appRoleAssignments:
        - { role: Approver, users: [alice] }
        - { role: Orders.Process, apps: [robot, renewed] }
      preAuthorizedApplications: [{ appId: 50000000-0000-4000-8000-000000000001, scopes: [Orders.Read] }]
      tokenLifetimes: { accessToken: 20m }
    robot: { type: daemon, appId: 50000000-0000-4000-8000-000000000003, certificates: [{ file: certificates/robot.pem }] }
    renewed:
      type: daemon
      appId: 50000000-0000-4000-8000-000000000004
      passwordCredentials: [{ secretText: over, startDateTime: 2020-01-01, endDateTime: 2021-01-01 }]
      trustedSubjects: [{ subjectName: renewed.company.test, issuerFile: certificates/authority.pem }]
    phone:
      as: mobile
      appId: 50000000-0000-4000-8000-000000000005
      publicClient: { redirectUris: [msauth.com.example.phone://auth] }
"""


def make(name, issuer=None, is_authority=False):
    """A certificate with its key, signed by `issuer` or by itself."""
    key = rsa.generate_private_key(65537, 2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer[0].subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .sign(issuer[1] if issuer else key, hashes.SHA256())
    )
    return certificate, key


def pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def credential(certificate, key, **rest):
    return {
        "private_key": key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode(),
        "thumbprint": certificate.fingerprint(hashes.SHA1()).hex().upper(),
        **rest,
    }


class Company:
    def __init__(self, server, robot, authority):
        self.server = server
        self.robot = robot
        self.authority = authority

    def daemon(self, app, client_credential):
        return _app(
            msal.ConfidentialClientApplication, self.server, CONTOSO, app, None, client_credential=client_credential
        )

    def claims(self, token, audience):
        documents = self.server.get(f"/{CONTOSO}/discovery/v2.0/keys").json()["keys"]
        kid = jwt.get_unverified_header(token)["kid"]
        key = jwt.PyJWK(next(document for document in documents if document["kid"] == kid), algorithm="RS256")
        return jwt.decode(
            token, key.key, algorithms=["RS256"], audience=audience, issuer=f"{self.server.authority}/{CONTOSO}/v2.0"
        )


@pytest.fixture
def company(serve, tmp_path):
    robot, authority = make("robot"), make("Company CA", is_authority=True)
    folder = tmp_path / "files"
    (folder / "certificates").mkdir(parents=True)
    (folder / "certificates/robot.pem").write_text(pem(robot[0]))
    (folder / "certificates/authority.pem").write_text(pem(authority[0]))
    scenario = folder / "company.yaml"
    scenario.write_text(COMPANY)
    return Company(serve(scenario), robot, authority)


def test_a_daemon_proves_itself_with_the_certificate_of_a_file(company):
    app = company.daemon(ROBOT, credential(*company.robot))
    result = app.acquire_token_for_client(["api://orders/.default"])
    assert "access_token" in result, result
    assert result["expires_in"] == 1199
    claims = company.claims(result["access_token"], ORDERS)
    assert claims["roles"] == ["Orders.Process"]
    assert claims["azpacr"] == "2"
    stranger = company.daemon(ROBOT, credential(*make("robot")))
    assert stranger.acquire_token_for_client(["api://orders/.default"])["error_codes"] == [700027]


def test_a_renewed_certificate_proves_itself_by_its_subject_name(company):
    leaf = make("renewed.company.test", issuer=company.authority)
    app = company.daemon(RENEWED, credential(*leaf, public_certificate=pem(leaf[0])))
    result = app.acquire_token_for_client(["api://orders/.default"])
    assert "access_token" in result, result
    assert company.claims(result["access_token"], ORDERS)["roles"] == ["Orders.Process"]
    others = [(make("renewed.company.test"), 7000213), (make("other.company.test", issuer=company.authority), 700030)]
    for other, code in others:
        app = company.daemon(RENEWED, credential(*other, public_certificate=pem(other[0])))
        assert app.acquire_token_for_client(["api://orders/.default"])["error_codes"] == [code]
    # A certificate of that name that another's certificate signed, and no authority.
    borrowed = make("renewed.company.test", issuer=leaf)
    app = company.daemon(RENEWED, credential(*borrowed, public_certificate=pem(borrowed[0]) + pem(leaf[0])))
    assert app.acquire_token_for_client(["api://orders/.default"])["error_codes"] == [7000213]
    assert company.daemon(RENEWED, "over").acquire_token_for_client(["api://orders/.default"])["error_codes"] == [7000222]


def test_a_web_app_has_its_groups_as_roles_and_the_users_role_in_the_api(company):
    app = confidential_app(company.server, tenant=CONTOSO, app=SHOP)
    result = sign_in(
        app, Browser(company.server), ALICE, ["api://orders/Orders.Read"], redirect_uri=SHOP.redirect_uri
    )
    assert "access_token" in result, result
    assert CLERK_GROUPS <= set(result["id_token_claims"]["roles"])
    assert "groups" not in result["id_token_claims"]
    claims = company.claims(result["access_token"], ORDERS)
    assert claims["scp"] == "Orders.Read"
    assert claims["roles"] == ["Approver"]
    (account,) = app.get_accounts()
    unknown = app.acquire_token_silent_with_error(["api://orders/Orders.Old"], account)
    assert unknown["error"] in ("invalid_scope", "invalid_grant"), unknown


def test_an_app_in_the_place_of_a_seeded_one(company):
    app = public_app(company.server, tenant=CONTOSO, app=PHONE)
    result = sign_in(app, Browser(company.server), ALICE, ["User.Read"], redirect_uri=PHONE.redirect_uri)
    assert "access_token" in result, result
    assert company.server.me(result["access_token"]).json()["id"] == ALICE.oid


def test_graph_shows_what_the_file_says(company):
    session, server = company.server.http_session, company.server
    token = session.post(
        f"{server.control}/tokens",
        json={"kind": "accessToken", "client": "shop", "user": "admin", "scope": "Application.Read.All"},
    ).json()
    headers = {"Authorization": f"Bearer {token['token']}"}

    def get(path):
        answer = session.get(f"{server.graph}/v1.0/{path}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    (orders,) = get(f"applications?$filter=appId eq '{ORDERS}'")["value"]
    assert [scope["value"] for scope in orders["api"]["oauth2PermissionScopes"]] == ["Orders.Read", "Orders.Write", "Orders.Old"]
    assert {role["value"]: role["allowedMemberTypes"] for role in orders["appRoles"]} == {
        "Orders.Process": ["Application"],
        "Approver": ["User"],
    }
    principal = get(f"servicePrincipals(appId='{ORDERS}')?$select=id,appRoles")
    given = get(f"servicePrincipals/{principal['id']}/appRoleAssignedTo")["value"]
    assert sorted((item["principalDisplayName"], item["principalType"]) for item in given) == [
        ("Alice Archer", "User"),
        ("renewed", "ServicePrincipal"),
        ("robot", "ServicePrincipal"),
    ]
