"""Sign-in by SAML 2.0: python3-saml as the service provider, and xmlsec1 as the judge of signatures."""

import base64
import datetime
import json
import re
import subprocess
import zlib
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from lxml import etree
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from support.binary import BINARY
from support.browser import Arrival, Browser, Page
from support.world import ADMIN, ALICE, BOB, CONTOSO

WIKI = "60000000-0000-4000-8000-000000000001"
BOTH = "60000000-0000-4000-8000-000000000002"
GROUPS = "60000000-0000-4000-8000-000000000003"
CLOSED = "60000000-0000-4000-8000-000000000004"
WORDS = "60000000-0000-4000-8000-000000000005"
FILTERED = "60000000-0000-4000-8000-000000000006"


def own_certificate():
    """A certificate that a company brings, with its key, as one text of PEM."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Bring your own")])
    beginning = datetime.datetime(2025, 1, 1, tzinfo=datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 7, beginning, beginning.replace(year=2040))
    return (
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    ).decode()


OWN = own_certificate()
SCENARIO = f"""
scenario: saml-clients
world:
  users:
    bob: {{ signsInWith: windowsHello }}
    alice: {{ jobTitle: "Häuptling & <Chefin>" }}
  groups:
    big: {{ displayName: Big, members: [alice], count: 151 }}
    readers: {{ displayName: Wiki Readers, members: [alice] }}
  apps:
    wiki:
      type: web
      clientId: {WIKI}
      identifierUris: [https://wiki.test/saml]
      web: {{ redirectUris: [https://wiki.test/saml/acs, "http://localhost:8080/acs"], logoutUrl: https://wiki.test/saml/slo }}
      saml:
        relayState: https://wiki.test/home
        certificates: [{{ name: old, expiresIn: 1d, active: true }}, {{ name: new, expiresIn: 1095d }}]
      claimsMappingPolicy:
        claimsSchema:
          - {{ source: user, id: jobtitle, samlClaimType: "https://wiki.test/claims/title" }}
    both:
      type: web
      clientId: {BOTH}
      identifierUris: [https://both.test/saml]
      web: {{ redirectUris: [https://both.test/acs], logoutUrl: https://both.test/slo }}
      saml: {{ signing: both, algorithm: sha1, nameId: {{ format: persistent }} }}
    response:
      type: web
      identifierUris: [https://response.test/saml]
      web: {{ redirectUris: [https://response.test/acs] }}
      saml: {{ signing: response }}
    grouped:
      type: web
      clientId: {GROUPS}
      identifierUris: [https://grouped.test/saml]
      web: {{ redirectUris: [https://grouped.test/acs] }}
      groupMembershipClaims: SecurityGroup
      saml: {{}}
    filtered:
      type: web
      clientId: {FILTERED}
      identifierUris: [https://filtered.test/saml]
      web: {{ redirectUris: [https://filtered.test/acs] }}
      groupMembershipClaims: SecurityGroup
      claimsMappingPolicy:
        groupFilter: {{ matchOn: displayname, type: prefix, value: Wiki }}
        claimsSchema: [{{ source: user, id: groups, samlClaimType: "https://filtered.test/teams" }}]
      saml: {{}}
    words:
      type: web
      clientId: {WORDS}
      identifierUris: [https://words.test/saml]
      web: {{ redirectUris: [https://words.test/acs], logoutUrl: https://words.test/slo }}
      consent: granted
      tokenLifetimes: {{ samlAssertion: 30m }}
      claimsMappingPolicy:
        claimsSchema:
          - {{ source: user, id: jobtitle, samlClaimType: title, samlNameForm: "urn:oasis:names:tc:SAML:2.0:attrname-format:basic" }}
      saml:
        nameId: {{ format: unspecified, source: displayName }}
        issuer: withApplication
        logoutIssuer: entityId
        metadataOrder: oldestFirst
        alsoOAuth: true
        requestLifetime: 10m
        checkDestination: true
        certificates:
          - {{ name: made, subject: Made here, startDateTime: "2025-02-01T00:00:00Z", endDateTime: "2041-02-01T00:00:00Z" }}
          - {{ name: own, active: true, pem: {json.dumps(OWN)} }}
    closed:
      type: web
      clientId: {CLOSED}
      identifierUris: [https://closed.test/saml]
      web: {{ redirectUris: [https://closed.test/acs] }}
      assignmentRequired: true
      saml: {{}}
rules:
  - when: {{ endpoint: saml, client: https://filtered.test/saml, binding: post }}
    then: {{ damage: samlResponse, attributes: {{ way: [form] }} }}
  - when: {{ endpoint: launcher, client: filtered, initiated: idp }}
    then: {{ damage: samlResponse, attributes: {{ way: [launcher] }} }}
expect:
  - {{ event: saml.issued, client: filtered, binding: redirect, initiated: sp, count: 0.. }}
"""

NAMES = {
    "p": "urn:oasis:names:tc:SAML:2.0:protocol",
    "a": "urn:oasis:names:tc:SAML:2.0:assertion",
    "md": "urn:oasis:names:tc:SAML:2.0:metadata",
    "ds": "http://www.w3.org/2000/09/xmldsig#",
}
MAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    path = tmp_path_factory.mktemp("saml") / "saml.yaml"
    path.write_text(SCENARIO)
    return str(path)


@pytest.fixture
def server(lend, scenario):
    return lend(scenario)


class Provider:
    """python3-saml as it runs behind a web server."""

    def __init__(self, server, name, acs=None, client=None, metadata=None, **security):
        address = f"{server.authority}/{CONTOSO}/federationmetadata/2007-06/federationmetadata.xml"
        if client:
            address += f"?appid={client}"
        answer = server.http_session.get(address)
        assert answer.status_code == 200, answer.text
        idp = OneLogin_Saml2_IdPMetadataParser.parse(answer.text)
        self.acs = acs or f"https://{name}.test/acs"
        self.settings = OneLogin_Saml2_IdPMetadataParser.merge_settings(
            idp,
            {
                "strict": True,
                "sp": {
                    "entityId": f"https://{name}.test/saml",
                    "assertionConsumerService": {"url": self.acs},
                    "singleLogoutService": {"url": f"https://{name}.test/slo"},
                    "NameIDFormat": "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
                },
                "security": {
                    "requestedAuthnContext": False, "wantAssertionsSigned": True, "rejectDeprecatedAlgorithm": False, **security,
                },
            },
        )  # fmt: skip

    def auth(self, parts=None, get=None, post=None, lowercase=False):
        parts = urlsplit(parts or self.acs)
        request = {
            "https": "on", "http_host": parts.netloc, "script_name": parts.path, "get_data": get or {}, "post_data": post or {},
            "lowercase_urlencoding": lowercase,
        }  # fmt: skip
        return OneLogin_Saml2_Auth(request, self.settings)

    def login(self, **arguments):
        auth = self.auth()
        url = auth.login(return_to="https://app.test/?a=b&c=d+e", **arguments)
        return url, auth.get_last_request_id()

    def take(self, arrival, request_id=None):
        """What the provider makes of a Response; its errors and their reason."""
        auth = self.auth(post=arrival.parameters)
        auth.process_response(request_id=request_id)
        return auth


def request(name, acs=None, extra="", attributes="", **changes):
    """An AuthnRequest by hand."""
    acs = f'AssertionConsumerServiceURL="{acs}"' if acs else ""
    values = {"ID": "_4f2b", "Version": "2.0", "IssueInstant": "2026-01-31T10:20:30Z", **changes}
    head = " ".join(f'{key}="{value}"' for key, value in values.items() if value is not None)
    return (
        f'<samlp:AuthnRequest xmlns:samlp="{NAMES["p"]}" xmlns:saml="{NAMES["a"]}" {head} {acs} {attributes}>'
        f"<saml:Issuer>https://{name}.test/saml</saml:Issuer>{extra}</samlp:AuthnRequest>"
    )


def deflated(xml):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(xml.encode()) + packer.flush()).decode()


def redirect(server, xml, tenant=CONTOSO, **more):
    return f"{server.authority}/{tenant}/saml2?" + urlencode({"SAMLRequest": deflated(xml), **more})


def response(arrival):
    assert isinstance(arrival, Arrival), arrival.text
    return etree.fromstring(base64.b64decode(arrival.parameters["SAMLResponse"]))


def text(tree, path):
    found = tree.xpath(path, namespaces=NAMES)
    return found[0] if found and isinstance(found[0], str) else found[0].text if found else None


def attributes(tree):
    return {
        item.get("Name"): [value.text for value in item.findall("a:AttributeValue", NAMES)]
        for item in tree.iterfind(".//a:Attribute", NAMES)
    }


def verify(tree, certificate, tmp_path, node, is_weak=False):
    """xmlsec1 alone says whether a signature holds."""
    pem = tmp_path / "certificate.pem"
    body = "\n".join(certificate[i : i + 64] for i in range(0, len(certificate), 64))
    pem.write_text(f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n")
    path = tmp_path / "message.xml"
    path.write_bytes(etree.tostring(tree))
    return subprocess.run(
        ["xmlsec1", "--verify", "--pubkey-cert-pem", pem, "--id-attr:ID", node, path], capture_output=True, text=True
    )  # fmt: skip


def certificates(server, client=None):
    query = f"?appid={client}" if client else ""
    text = server.http_session.get(f"{server.authority}/{CONTOSO}/federationmetadata/2007-06/federationmetadata.xml{query}").text
    tree = etree.fromstring(text.encode())
    return [item.text for item in tree.xpath("md:IDPSSODescriptor/md:KeyDescriptor//ds:X509Certificate", namespaces=NAMES)]


ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"
RESPONSE = "urn:oasis:names:tc:SAML:2.0:protocol:Response"


def test_a_provider_signs_in_by_its_metadata(server):
    provider = Provider(server, "wiki", "https://wiki.test/saml/acs", WIKI)
    url, request_id = provider.login()
    arrival = Browser(server).sign_in(url, ALICE)
    assert arrival.redirect_uri == "https://wiki.test/saml/acs"
    assert arrival.parameters["RelayState"] == "https://app.test/?a=b&c=d+e"
    auth = provider.take(arrival, request_id)
    assert auth.get_errors() == [], auth.get_last_error_reason()
    assert auth.is_authenticated()
    assert (auth.get_nameid(), auth.get_nameid_format()) == (ALICE.name, MAIL)
    values = auth.get_attributes()
    assert values["http://schemas.microsoft.com/identity/claims/objectidentifier"] == [ALICE.oid]
    assert values["https://wiki.test/claims/title"] == ["Häuptling & <Chefin>"]
    assert values[CLAIMS + "name"] == [ALICE.name]
    assert auth.get_session_index() == response(arrival).find("a:Assertion", NAMES).get("ID")


def test_the_bytes_are_those_of_the_service(server):
    arrival = Browser(server).sign_in(redirect(server, request("wiki", "https://wiki.test/saml/acs")), ALICE)
    sent = base64.b64decode(arrival.parameters["SAMLResponse"]).decode()
    guid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    time = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    head = (
        f'<samlp:Response ID="_{guid}" Version="2.0" IssueInstant="{time}" Destination="https://wiki.test/saml/acs" '
        f'InResponseTo="_4f2b" xmlns:samlp="{NAMES["p"]}"><Issuer xmlns="{NAMES["a"]}">https://sts.windows.net/{CONTOSO}/</Issuer>'
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
        f'<Assertion ID="_{guid}" IssueInstant="{time}" Version="2.0" xmlns="{NAMES["a"]}">'
        f'<Issuer>https://sts.windows.net/{CONTOSO}/</Issuer><Signature xmlns="{NAMES["ds"]}"><SignedInfo>'
    )
    assert re.match(head, sent), sent[:700]
    tail = (
        f'</Signature><Subject><NameID Format="{MAIL}">{ALICE.name}</NameID>'
        '<SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">'
        f'<SubjectConfirmationData InResponseTo="_4f2b" NotOnOrAfter="{time}" Recipient="https://wiki.test/saml/acs"/>'
        f'</SubjectConfirmation></Subject><Conditions NotBefore="{time}" NotOnOrAfter="{time}"><AudienceRestriction>'
        "<Audience>https://wiki.test/saml</Audience></AudienceRestriction></Conditions><AttributeStatement>"
    )
    assert re.search(tail, sent), sent
    assert re.search(
        f'</AttributeStatement><AuthnStatement AuthnInstant="{time}" SessionIndex="_{guid}"><AuthnContext><AuthnContextClassRef>'
        "urn:oasis:names:tc:SAML:2.0:ac:classes:Password</AuthnContextClassRef></AuthnContext></AuthnStatement></Assertion>"
        "</samlp:Response>$",
        sent,
    )  # fmt: skip
    tree = response(arrival)
    assert list(attributes(tree))[:3] == [
        f"http://schemas.microsoft.com/identity/claims/{name}" for name in ("tenantid", "objectidentifier", "displayname")
    ]


@pytest.mark.parametrize(
    ("name", "signed"),
    [("wiki", {ASSERTION}), ("response", {RESPONSE}), ("both", {ASSERTION, RESPONSE})],
)
def test_xmlsec_verifies_every_signing_option(server, tmp_path, name, signed):
    acs = "https://wiki.test/saml/acs" if name == "wiki" else None
    tree = response(Browser(server).sign_in(redirect(server, request(name, acs)), ALICE))
    assertion = tree.find("a:Assertion", NAMES)
    found = {kind for kind, node in ((RESPONSE, tree), (ASSERTION, assertion)) if node.find("ds:Signature", NAMES) is not None}
    assert found == signed
    certificate = text(tree, ".//ds:X509Certificate")
    if RESPONSE in signed:
        done = verify(tree, certificate, tmp_path, RESPONSE)
        assert done.returncode == 0, done.stderr
    if ASSERTION in signed:
        # An assertion of its own, as providers take it out.
        done = verify(etree.fromstring(etree.tostring(assertion)), certificate, tmp_path, ASSERTION)
        assert done.returncode == 0, done.stderr
    changed = etree.fromstring(etree.tostring(tree).replace(b"Alice", b"Mallory"))
    assert verify(changed, certificate, tmp_path, next(iter(signed))).returncode != 0
    method = "rsa-sha1" if name == "both" else "rsa-sha256"
    assert text(tree, ".//ds:SignatureMethod/@Algorithm").endswith(method)


def test_the_metadata_is_signed_and_lists_every_certificate(server, tmp_path):
    answer = server.http_session.get(
        f"{server.authority}/{CONTOSO}/FederationMetadata/2007-06/FederationMetadata.xml?appid={WIKI}"
    )
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    assert answer.text.startswith('<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_')
    tree = etree.fromstring(answer.content)
    assert tree.get("entityID") == f"https://sts.windows.net/{CONTOSO}/"
    assert len(set(certificates(server, WIKI))) == 2
    active = certificates(server, WIKI)[0]
    done = verify(tree, active, tmp_path, "urn:oasis:names:tc:SAML:2.0:metadata:EntityDescriptor")
    assert done.returncode == 0, done.stderr
    services = [
        (item.tag.split("}")[1], item.get("Binding").split(":")[-1], item.get("Location"))
        for item in tree.xpath("md:IDPSSODescriptor/*[@Location]", namespaces=NAMES)
    ]
    place = f"{server.authority}/{CONTOSO}/saml2"
    assert services == [
        ("SingleLogoutService", "HTTP-Redirect", place), ("SingleSignOnService", "HTTP-Redirect", place),
        ("SingleSignOnService", "HTTP-POST", place),
    ]  # fmt: skip
    assert active not in certificates(server)
    common = server.get("/common/federationmetadata/2007-06/federationmetadata.xml")
    assert etree.fromstring(common.content).get("entityID") == "https://sts.windows.net/{tenantid}/"
    unknown = server.get(f"/{CONTOSO}/federationmetadata/2007-06/federationmetadata.xml?appid={ALICE.oid}")
    assert (unknown.status_code, unknown.json()["error_codes"]) == (400, [700016])


def test_the_metadata_of_the_tenant_is_the_wrong_one_for_an_app(server):
    provider = Provider(server, "wiki", "https://wiki.test/saml/acs")
    url, request_id = provider.login()
    auth = provider.take(Browser(server).sign_in(url, ALICE), request_id)
    assert auth.get_errors() == ["invalid_response"]
    assert "Signature validation failed" in auth.get_last_error_reason()


def test_a_request_by_post(server):
    browser = Browser(server)
    xml = request("wiki", "https://wiki.test/saml/acs")
    form = {"SAMLRequest": base64.b64encode(xml.encode()).decode(), "RelayState": "x" * 300}
    place = browser._settle(browser.session.post(f"{server.authority}/{CONTOSO}/saml2", data=form, allow_redirects=False))
    arrival = browser.finish(place, ALICE)
    assert arrival.parameters["RelayState"] == "x" * 300
    assert response(arrival).get("InResponseTo") == "_4f2b"


def test_one_session_for_both_protocols(server):
    browser = Browser(server)
    browser.sign_in(redirect(server, request("wiki", "https://wiki.test/saml/acs")), ALICE)
    again = browser.open(redirect(server, request("grouped")))
    assert isinstance(again, Arrival), again.text
    fresh = browser.open(redirect(server, request("grouped", attributes='ForceAuthn="true"')))
    assert isinstance(fresh, Page) and "passwd" in fresh.form.fields
    first, second = response(again), response(browser.finish(fresh, ALICE))
    assert text(first, ".//a:AuthnStatement/@AuthnInstant") < text(second, ".//a:AuthnStatement/@AuthnInstant")


REFUSALS = [
    ("nothing", None, 750054),
    ("not deflated", base64.b64encode(b"<a/>").decode(), 750055),
    ("zlib", base64.b64encode(zlib.compress(b"<a/>")).decode(), 750055),
    ("not Base64", "%%%", 75005),
    ("another root", deflated(f'<samlp:Other xmlns:samlp="{NAMES["p"]}"/>'), 75005),
    ("a Response", deflated(f'<samlp:Response xmlns:samlp="{NAMES["p"]}"/>'), 7500514),
    ("not well-formed", deflated("<a><b></a>"), 7500525),
    ("a DTD", deflated('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'), 7500525),
    ("an ID with a digit first", deflated(request("wiki", ID="1a")), 7500529),
    ("another version", deflated(request("wiki", Version="1.1")), 75005),
    ("no Issuer", deflated(request("wiki").replace("<saml:Issuer>https://wiki.test/saml</saml:Issuer>", "")), 7500525),
    ("an unknown app", deflated(request("nobody")), 700016),
    ("another case", deflated(request("WIKI")), 700016),
    ("another address", deflated(request("wiki", "https://evil.test/acs")), 50011),
    ("a relative address", deflated(request("wiki", "/acs")), 7500522),
    ("artifacts", deflated(request("wiki", ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact")), 750032),
    ("an attribute of nobody", deflated(request("wiki", Colour="blue")), 7500525),
]


@pytest.mark.parametrize(("value", "code"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS])
def test_what_a_person_hears_on_a_page(server, value, code):
    query = "" if value is None else "?SAMLRequest=" + quote(value, safe="")
    answer = server.get(f"/{CONTOSO}/saml2{query}")
    assert (answer.status_code, answer.headers["x-ms-error-code"]) == (200, str(code)), answer.text
    last = server.exchanges()[-1]
    assert "saml.refused" in last["events"]


TOLD = [
    ("format", '<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos"/>', "", 75016, "InvalidNameIDPolicy"),
    ("subject", "<saml:Subject><saml:NameID>a</saml:NameID></saml:Subject>", "", 900236, "RequestUnsupported"),
    ("passive", "", 'IsPassive="true"', 50058, "NoPassive"),
]


@pytest.mark.parametrize(("extra", "more", "code", "word"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_what_the_app_hears(server, extra, more, code, word):
    arrival = Browser(server).open(redirect(server, request("grouped", extra=extra, attributes=more), RelayState="r"))
    tree = response(arrival)
    assert arrival.parameters["RelayState"] == "r"
    assert tree.find("a:Assertion", NAMES) is None and tree.find(".//ds:Signature", NAMES) is None
    assert text(tree, "p:Status/p:StatusCode/p:StatusCode/@Value").endswith(":" + word)
    assert text(tree, "p:Status/p:StatusMessage").startswith(f"AADSTS{code}: ")


def test_who_is_not_assigned_stops_at_a_page(server):
    place = Browser(server).open(redirect(server, request("closed")))
    browser = Browser(server)
    page = browser.open(redirect(server, request("closed"), login_hint=ALICE.name))
    page = browser.submit(page, {"passwd": ALICE.password})
    assert isinstance(place, Page) and page.headers["x-ms-error-code"] == "50105"


def context(name):
    return (
        "<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:"
        f"{name}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>"
    )


def test_windows_hello_is_not_the_password_that_was_asked_for(server):
    xml = request("grouped", extra=context("PasswordProtectedTransport"))
    page = Browser(server).open(redirect(server, xml, login_hint=BOB.name))
    assert page.headers["x-ms-error-code"] == "75011"
    said = "Authentication method 'X509, MultiFactor, X509Device' by which the user authenticated with the service doesn&#39;t match"
    assert "X509, MultiFactor, X509Device" in page.html and "Password, ProtectedTransport" in page.html, said
    assert isinstance(Browser(server).sign_in(redirect(server, xml), ALICE), Arrival)
    forced = request("grouped", extra=context("PasswordProtectedTransport"), attributes='ForceAuthn="true"')
    tree = response(Browser(server).sign_in(redirect(server, forced), BOB))
    assert attributes(tree)["http://schemas.microsoft.com/claims/authnmethodsreferences"] == [
        "http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/password"
    ]
    hello = response(Browser(server).open(redirect(server, request("grouped", extra=context("X509")), login_hint=BOB.name)))
    assert attributes(hello)["http://schemas.microsoft.com/claims/authnmethodsreferences"] == [
        "http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/x509",
        "http://schemas.microsoft.com/claims/multipleauthn",
    ]


def test_too_many_groups_become_a_link(server):
    values = attributes(response(Browser(server).sign_in(redirect(server, request("grouped")), ALICE)))
    assert "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups" not in values
    link = f"https://graph.windows.net/{CONTOSO}/users/{ALICE.oid}/getMemberObjects"
    assert values["http://schemas.microsoft.com/claims/groups.link"] == [link]


def test_groups_that_a_filter_leaves_have_a_name_of_their_own(server):
    tree = response(Browser(server).sign_in(redirect(server, request("filtered")), ALICE))
    values = attributes(tree)
    (group,) = values["https://filtered.test/teams"]
    readers = server.http_session.get(f"{server.control}/groups/readers").json()
    assert group == readers["id"]
    assert not any("groups" in name for name in values)
    assert "leaves 1 of " in server.journal_text()


def test_rules_see_how_a_request_came(server):
    def way(browser, place):
        return attributes(response(browser.finish(place, ALICE))).get("way")

    browser = Browser(server)
    assert way(browser, browser.open(redirect(server, request("filtered")))) is None
    browser = Browser(server)
    form = {"SAMLRequest": base64.b64encode(request("filtered").encode()).decode()}
    answer = browser.session.post(f"{server.authority}/{CONTOSO}/saml2", data=form, allow_redirects=False)
    assert way(browser, browser._settle(answer)) == ["form"]
    browser = Browser(server)
    assert way(browser, browser.open(f"{server.authority}/signin/{FILTERED}?tenantId={CONTOSO}")) == ["launcher"]
    issued = {"event": "saml.issued", "client": "filtered"}
    assert {(e["initiated"], e.get("binding")) for e in server.exchanges(**issued)} >= {("sp", "redirect"), ("sp", "post"), ("idp", None)}
    assert {e["initiated"] for e in server.exchanges(initiated="idp", **issued)} == {"idp"}
    assert {e["binding"] for e in server.exchanges(binding="post", **issued)} == {"post"}


def test_formats_of_the_name(server):
    def name(format, app="wiki", acs="https://wiki.test/saml/acs"):
        policy = f'<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:{format}"/>' if format else ""
        found = response(Browser(server).sign_in(redirect(server, request(app, acs, extra=policy)), ALICE))
        item = found.find(".//a:NameID", NAMES)
        return item.get("Format").split(":")[-1], item.text

    assert name("1.1:nameid-format:unspecified") == ("emailAddress", ALICE.name)
    kind, persistent = name("2.0:nameid-format:persistent")
    assert kind == "persistent" and re.fullmatch("[A-Za-z0-9_-]{43}", persistent)
    assert name("2.0:nameid-format:persistent") == (kind, persistent)
    assert name(None, "both", None)[0] == "persistent" and name(None, "both", None)[1] != persistent
    first, second = name("2.0:nameid-format:transient"), name("2.0:nameid-format:transient")
    assert first[0] == "transient" and first != second


def test_a_sign_in_that_begins_at_the_identity_provider(server):
    arrival = Browser(server).sign_in(f"{server.authority}/signin/{WIKI}?tenantId={CONTOSO}", ALICE)
    tree = response(arrival)
    assert tree.get("InResponseTo") is None and tree.find(".//a:SubjectConfirmationData", NAMES).get("InResponseTo") is None
    assert arrival.parameters["RelayState"] == "https://wiki.test/home"
    auth = Provider(server, "wiki", "https://wiki.test/saml/acs", WIKI).take(arrival)
    assert auth.get_errors() == [], auth.get_last_error_reason()


def test_sign_out_tells_everybody(server):
    browser = Browser(server)
    wiki = Provider(server, "wiki", "https://wiki.test/saml/acs", WIKI)
    url, request_id = wiki.login()
    auth = wiki.take(browser.sign_in(url, ALICE), request_id)
    other = response(browser.open(redirect(server, request("both"))))
    url = auth.logout(return_to="https://app.test/bye", name_id=auth.get_nameid(), session_index=auth.get_session_index())
    page = browser.open(url)
    assert isinstance(page, Page), page
    frames = re.findall(r'<iframe src="([^"]+)"', page.html)
    assert len(frames) == 1 and frames[0].startswith("https://both.test/slo?SAMLRequest=")
    query = parse_qs(urlsplit(frames[0].replace("&amp;", "&")).query)
    told = etree.fromstring(zlib.decompress(base64.b64decode(query["SAMLRequest"][0]), -15))
    assert text(told, "p:SessionIndex") == other.find("a:Assertion", NAMES).get("ID")
    assert "Format" not in told.find("a:NameID", NAMES).attrib
    back = re.search(r'<a href="(https://wiki.test/saml/slo[^"]+)"', page.html)[1].replace("&amp;", "&")
    assert re.search("%[0-9a-f][a-f]|%[a-f]", back) and not re.search("%[0-9]?[A-F]", back)
    said = {key: values[0] for key, values in parse_qs(urlsplit(back).query).items()}
    reasons = {}
    for lowercase in (False, True):
        done = wiki.auth("https://wiki.test/saml/slo", get=said, lowercase=lowercase)
        done.process_slo(request_id=auth.get_last_request_id(), keep_local_session=True)
        reasons[lowercase] = done.get_last_error_reason()
    # Who encodes the parameters anew with capital digits finds another text than the one that was signed (python3-saml 282).
    assert "Signature validation failed" in reasons[False]
    assert reasons[True] is None or "issuer" in reasons[True].lower(), reasons
    assert isinstance(browser.open(redirect(server, request("both"))), Page)


def test_sign_out_refusals(server):
    def out(xml):
        return server.get("/" + CONTOSO + "/saml2?SAMLRequest=" + quote(deflated(xml), safe="")).headers["x-ms-error-code"]

    def logout(inner):
        return (
            f'<samlp:LogoutRequest xmlns:samlp="{NAMES["p"]}" xmlns:saml="{NAMES["a"]}" ID="_o" Version="2.0" '
            f'IssueInstant="2026-01-31T10:20:30Z"><saml:Issuer>https://wiki.test/saml</saml:Issuer>{inner}</samlp:LogoutRequest>'
        )

    assert out(logout("")) == "7500530"
    assert out(logout("<saml:NameID>a</saml:NameID>").replace("wiki.test", "nobody.test")) == "700016"
    browser = Browser(server)
    browser.sign_in(redirect(server, request("wiki", "https://wiki.test/saml/acs")), ALICE)
    wrong = logout("<saml:NameID>a</saml:NameID><samlp:SessionIndex>_nobody</samlp:SessionIndex>")
    assert browser.open(redirect(server, wrong)).headers["x-ms-error-code"] == "50070"


def test_each_word_of_an_app_does_what_it_says(server):
    now = datetime.datetime.now(datetime.UTC)
    times = {"ID": "_w", "IssueInstant": now.strftime("%Y-%m-%dT%H:%M:%SZ")}
    here = f"{server.authority}/{CONTOSO}/saml2"
    browser = Browser(server)
    tree = response(browser.sign_in(redirect(server, request("words", Destination=here, **times)), ALICE))
    issuer = f"https://sts.windows.net/{CONTOSO}/{WORDS}"
    assert (text(tree, "a:Issuer"), text(tree, "a:Assertion/a:Issuer")) == (issuer, issuer)
    name = tree.find(".//a:NameID", NAMES)
    assert (name.get("Format"), name.text) == ("urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified", "Alice Archer")
    title = tree.find(".//a:Attribute[@Name='title']", NAMES)
    assert title.get("NameFormat") == "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
    ends = datetime.datetime.fromisoformat(tree.find(".//a:Conditions", NAMES).get("NotOnOrAfter"))
    assert datetime.timedelta(minutes=28) < ends - now < datetime.timedelta(minutes=32)
    # The company's own certificate signs; the metadata has the older one first.
    assert OWN.replace("\n", "").find(text(tree, ".//ds:X509Certificate")) > 0
    loaded = [x509.load_der_x509_certificate(base64.b64decode(one)) for one in certificates(server, WORDS)]
    names = [one.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value for one in loaded]
    assert names == ["Bring your own", "Made here"]
    assert [one.not_valid_before_utc.month for one in loaded] == [1, 2]
    assert [one.not_valid_after_utc.year for one in loaded] == [2040, 2041]
    # Refused: a request for another address, and an old one.
    other = browser.open(redirect(server, request("words", Destination="https://elsewhere.test/saml2", **times)))
    assert other.headers["x-ms-error-code"] == "75008"
    old = (now - datetime.timedelta(minutes=11)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert browser.open(redirect(server, request("words", Destination=here, IssueInstant=old))).headers["x-ms-error-code"] == "76026"
    # OAuth 2.0 serves it, too.
    page = browser.open(f"{server.authority}/{CONTOSO}/oauth2/v2.0/authorize?" + urlencode({
        "client_id": WORDS, "response_type": "code", "redirect_uri": "https://words.test/acs", "scope": "openid", "prompt": "none",
    }))  # fmt: skip
    assert isinstance(page, Arrival) and "code" in page.parameters, page
    logout = (
        f'<samlp:LogoutRequest xmlns:samlp="{NAMES["p"]}" xmlns:saml="{NAMES["a"]}" ID="_l" Version="2.0" IssueInstant="{times["IssueInstant"]}" '
        f'Destination="{here}"><saml:Issuer>https://words.test/saml</saml:Issuer><saml:NameID>Alice Archer</saml:NameID></samlp:LogoutRequest>'
    )
    answer = browser.open(redirect(server, logout))
    assert isinstance(answer, Arrival), answer
    sent = etree.fromstring(zlib.decompress(base64.b64decode(answer.parameters["SAMLResponse"]), -15))
    assert sent.find("a:Issuer", NAMES).text == issuer


def test_an_app_of_saml_gets_no_tokens(server):
    answer = server.token(
        {"grant_type": "client_credentials", "client_id": WIKI, "client_secret": "wiki-secret", "scope": "x/.default"}, CONTOSO
    )
    assert (answer.status_code, answer.json()["error_codes"]) == (400, [399274])


def test_nobody_sees_an_assertion_in_the_journal(server):
    arrival = Browser(server).sign_in(redirect(server, request("wiki", "https://wiki.test/saml/acs")), ADMIN)
    signature = text(response(arrival), ".//ds:SignatureValue")
    journal = server.journal_text()
    assert "NameID is emailAddress" in journal
    assert signature not in journal and arrival.parameters["SAMLResponse"] not in journal


def signing_certificate(server):
    arrival = Browser(server).sign_in(redirect(server, request("wiki", "https://wiki.test/saml/acs")), ALICE)
    return text(response(arrival), ".//ds:X509Certificate")


def test_the_certificate_that_ends_in_the_night(server):
    old, new = certificates(server, WIKI)
    assert signing_certificate(server) == old
    server.post_control("clock", {"advance": "2d"})
    # The valid one takes its place by itself, and stands first in the metadata.
    assert signing_certificate(server) == new
    assert certificates(server, WIKI) == [new, old]
    server.post_control("clock", {"advance": "1200d"})
    # Nothing is valid any more, and the service goes on signing.
    assert signing_certificate(server) == old
    assert "has to refuse it" in server.journal_text()


def command(server, *words):
    environment = {"MOCKIDP_HOME": str(server.home), "PATH": "/usr/bin:/bin"}
    run = subprocess.run(
        [str(BINARY), *words, "--ready-file", str(server.ready_file)], capture_output=True, text=True, env=environment, timeout=60
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_snippet_signs_in(server, tmp_path, monkeypatch):
    text = command(server, "snippet", "python3-saml", "--directory", str(tmp_path / "trust"))
    monkeypatch.setenv("SSL_CERT_FILE", re.search("SSL_CERT_FILE=(.*)", text)[1])
    names = {}
    exec(text, names)
    provider = Provider(server, "wiki", "https://wiki.test/saml/acs", WIKI)
    provider.settings = names["settings"]
    url, request_id = provider.login()
    auth = provider.take(Browser(server).sign_in(url, ALICE), request_id)
    assert auth.get_errors() == [], auth.get_last_error_reason()


def test_the_certificate_of_an_app_as_a_file(server):
    active, other = certificates(server, WIKI)
    assert command(server, "saml", "certificate", "wiki", "--base64") == active + "\n"
    assert command(server, "saml", "certificate", WIKI, "--base64", "--all").split() == [active, other]
    pem = command(server, "saml", "certificate", "wiki")
    assert pem.startswith("-----BEGIN CERTIFICATE-----\n") and "".join(pem.splitlines()[1:-1]) == active
    refused = subprocess.run(
        [str(BINARY), "saml", "certificate", "nobody", "--ready-file", str(server.ready_file)], capture_output=True, text=True, timeout=60
    )  # fmt: skip
    assert refused.returncode == 2 and "the world has no app 'nobody'" in refused.stderr
    # Its metadata would have the tenant's key.
    other = subprocess.run(
        [str(BINARY), "saml", "certificate", "spa", "--ready-file", str(server.ready_file)], capture_output=True, text=True, timeout=60
    )  # fmt: skip
    assert (other.returncode, other.stdout) == (1, "") and "'spa' does not sign in by SAML" in other.stderr
