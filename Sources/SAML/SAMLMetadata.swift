import Bytes
import XML

/// The federation metadata of a tenant or of an app (Microsoft: "Federation metadata"; member order observed in 2017 and 2021).
struct SAMLMetadata: Sendable {
  /// Its `ID`.
  let id: String
  let entityID: String
  /// `{origin}/{tenant}`, without a slash at the end.
  let base: String
  /// The name of the tokens' issuer, which `common` writes with a placeholder in another spelling.
  let scope: String
  /// DER, in the order in which providers read them.
  let certificates: [[UInt8]]

  private static let fed = "http://docs.oasis-open.org/wsfed/federation/200706"
  private static let auth = "http://docs.oasis-open.org/wsfed/authorization/200706"
  private static let addressing = "http://www.w3.org/2005/08/addressing"
  private static let xsi = "http://www.w3.org/2001/XMLSchema-instance"

  /// Without a signature, whose place is before the first child.
  var tree: XMLElement {
    md(
      "EntityDescriptor",
      [XMLAttribute("ID", id), XMLAttribute("entityID", entityID), .declaring(SAMLName.metadata)],
      [.element(tokenService), .element(applicationService), .element(provider)])
  }

  private func md(_ name: String, _ attributes: [XMLAttribute] = [], _ children: [XMLNode] = []) -> XMLElement {
    XMLElement(name, in: SAMLName.metadata, attributes, children)
  }

  private func fed(_ name: String, _ children: [XMLNode]) -> XMLElement {
    XMLElement("fed:" + name, in: Self.fed, [], children)
  }

  private var keys: [XMLNode] {
    certificates.map { der in
      let certificate = XMLElement("X509Certificate", in: XMLNamespace.signature, text: Base64.encode(der))
      let data = XMLElement("X509Data", in: XMLNamespace.signature, [], [.element(certificate)])
      let info = XMLElement(
        "KeyInfo", in: XMLNamespace.signature, [.declaring(XMLNamespace.signature)], [.element(data)])
      return .element(md("KeyDescriptor", [XMLAttribute("use", "signing")], [.element(info)]))
    }
  }

  private func role(_ type: String, _ children: [XMLNode]) -> XMLElement {
    md(
      "RoleDescriptor",
      [
        .declaring("xsi", Self.xsi), .declaring("fed", Self.fed),
        XMLAttribute("xsi:type", "fed:" + type, namespace: Self.xsi),
        XMLAttribute("protocolSupportEnumeration", Self.fed),
      ], keys + children)
  }

  /// `fed:…Endpoint` with an address of WS-Federation in it.
  private func endpoint(_ name: String) -> XMLNode {
    let address = XMLElement("wsa:Address", in: Self.addressing, text: base + "/wsfed")
    let reference = XMLElement(
      "wsa:EndpointReference", in: Self.addressing, [.declaring("wsa", Self.addressing)], [.element(address)])
    return .element(fed(name, [.element(reference)]))
  }

  private var tokenService: XMLElement {
    role(
      "SecurityTokenServiceType",
      [
        .element(fed("ClaimTypesOffered", Self.claimTypes.map { .element(Self.claimType($0.uri, $0.name, $0.meaning)) })),
        endpoint("SecurityTokenServiceEndpoint"), endpoint("PassiveRequestorEndpoint"),
      ])
  }

  private var applicationService: XMLElement {
    let address = XMLElement("wsa:Address", in: Self.addressing, text: scope)
    let reference = XMLElement(
      "wsa:EndpointReference", in: Self.addressing, [.declaring("wsa", Self.addressing)], [.element(address)])
    return role(
      "ApplicationServiceType",
      [
        .element(fed("TargetScopes", [.element(reference)])), endpoint("ApplicationServiceEndpoint"),
        endpoint("PassiveRequestorEndpoint"),
      ])
  }

  private var provider: XMLElement {
    func service(_ name: String, _ binding: String) -> XMLNode {
      .element(md(name, [XMLAttribute("Binding", binding), XMLAttribute("Location", base + "/saml2")]))
    }
    return md(
      "IDPSSODescriptor", [XMLAttribute("protocolSupportEnumeration", SAMLName.samlp)],
      keys + [
        service("SingleLogoutService", SAMLName.redirect), service("SingleSignOnService", SAMLName.redirect),
        service("SingleSignOnService", SAMLName.post),
      ])
  }

  private static func claimType(_ uri: String, _ name: String, _ meaning: String) -> XMLElement {
    XMLElement(
      "auth:ClaimType", in: auth, [XMLAttribute("Uri", uri), .declaring("auth", auth)],
      [
        .element(XMLElement("auth:DisplayName", in: auth, text: name)),
        .element(XMLElement("auth:Description", in: auth, text: meaning)),
      ])
  }

  private static let claimTypes: [(uri: String, name: String, meaning: String)] = [
    (SAMLName.soap + "name", "Name", "The name by which the user signs in."),
    (SAMLName.nameIdentifier, "Subject", "What tells the user from others at this app."),
    (SAMLName.soap + "givenname", "Given Name", "The given name."),
    (SAMLName.soap + "surname", "Surname", "The family name."),
    (SAMLName.microsoft + "displayname", "Display Name", "The name for people."),
    (SAMLName.microsoft + "nickname", "Nick Name", "The nickname."),
    (SAMLName.windows + "authenticationinstant", "Authentication Instant", "When the user signed in."),
    (SAMLName.windows + "authenticationmethod", "Authentication Method", "How the user signed in."),
    (SAMLName.microsoft + "objectidentifier", "ObjectIdentifier", "The object id of the user."),
    (SAMLName.microsoft + "tenantid", "TenantId", "The tenant of the user object."),
    (SAMLName.microsoft + "identityprovider", "IdentityProvider", "Who proved the user."),
    (SAMLName.soap + "emailaddress", "Email", "The mail address."),
    (SAMLName.windows + "groups", "Groups", "The groups of the user."),
    (SAMLName.microsoft + "accesstoken", "External Access Token", "A token of the provider that proved the user."),
    (SAMLName.windows + "expiration", "External Access Token Expiration", "When that token ends."),
    (SAMLName.microsoft + "openid2_id", "External OpenID 2.0 Identifier", "The user's identifier of OpenID 2.0."),
    (SAMLName.claims + "groups.link", "GroupsOverageClaim", "Where to read groups that are too many."),
    (SAMLName.windows + "role", "Role Claim", "The app roles of the user."),
    (SAMLName.windows + "wids", "RoleTemplate Id Claim", "The directory roles of the user."),
  ]
}
