import Bytes
import Directory
import Policy
import Time
import XML

/// What an `AuthnRequest` says (saml-core 3.4.1), with the rules that need no app.
struct AuthnRequest: Sendable {
  let id: String
  let issuer: String
  let issuedAt: UnixTime
  let replyURL: String?
  let replyIndex: Int?
  let binding: String?
  let forcesProof: Bool
  let isPassive: Bool
  let destination: String?
  /// `Format` of `NameIDPolicy`, as it came.
  let nameFormat: String?
  let nameQualifier: String?
  /// The contexts that it asks for; empty for none.
  let contexts: [String]
  /// A property that the service does not have, by the name in its text.
  let unsupported: String?

  /// The portal's test button sends this one, and its answer names no request (observed: azure-docs 81334).
  static let idOfTest = "F84D888AA3B44C1B844375A4E8210D9E"

  /// - Throws: AADSTS7500529, AADSTS75005, AADSTS7500525 and AADSTS7500522.
  init(_ root: XMLElement) throws(Refusal) {
    try Self.checkNames(root)
    (id, issuer, issuedAt) = try root.samlHead()
    replyURL = root.attribute("AssertionConsumerServiceURL")
    if let replyURL, URIReference(replyURL) == nil {
      throw Refusal(.samlNotURI, [.parameter: "AssertionConsumerServiceURL"])
    }
    replyIndex = root.attribute("AssertionConsumerServiceIndex").flatMap { Int($0) }
    binding = root.attribute("ProtocolBinding")
    forcesProof = Self.flag(root.attribute("ForceAuthn"))
    isPassive = Self.flag(root.attribute("IsPassive"))
    destination = root.attribute("Destination")
    let policy = root.first("NameIDPolicy", in: SAMLName.samlp)
    nameFormat = policy?.attribute("Format")
    nameQualifier = policy?.attribute("SPNameQualifier")
    let context = root.first("RequestedAuthnContext", in: SAMLName.samlp)
    contexts = (context?.elements("AuthnContextClassRef", in: SAMLName.assertion) ?? []).map { ASCII.trimmed($0.text) }
    for text in contexts where URIReference(text) == nil {
      throw Refusal(.samlNotURI, [.parameter: "AuthnContextClassRef"])
    }
    unsupported = Self.unsupported(root, context)
  }

  private static let attributes: Set<String> = [
    "ID", "Version", "IssueInstant", "Destination", "Consent", "ForceAuthn", "IsPassive", "ProtocolBinding",
    "AssertionConsumerServiceIndex", "AssertionConsumerServiceURL", "AttributeConsumingServiceIndex", "ProviderName",
  ]
  private static let elements: Set<String> = [
    "Issuer", "Signature", "Extensions", "Subject", "NameIDPolicy", "Conditions", "RequestedAuthnContext", "Scoping",
  ]

  /// What the schema does not have is an error of XML (reported).
  private static func checkNames(_ root: XMLElement) throws(Refusal) {
    for attribute in root.attributes where attribute.namespace.isEmpty && !attributes.contains(attribute.local) {
      throw .samlXML(root.place)
    }
    for child in root.elements where !elements.contains(child.local) { throw .samlXML(child.place) }
  }

  private static func flag(_ text: String?) -> Bool { text == "true" || text == "1" }

  private static func unsupported(_ root: XMLElement, _ context: XMLElement?) -> String? {
    if let scoping = root.first("Scoping", in: SAMLName.samlp) {
      if scoping.attribute("ProxyCount") != nil { return "ProxyCount" }
      if let first = scoping.elements.first { return first.local }
    }
    if root.first("Subject", in: SAMLName.assertion) != nil { return "Subject" }
    guard let context else { return nil }
    if let comparison = context.attribute("Comparison"), comparison != "exact" { return "Comparison" }
    return context.first("AuthnContextDeclRef", in: SAMLName.assertion) == nil ? nil : "AuthnContextDeclRef"
  }
}

extension XMLElement {
  /// What every request has: ID, Issuer and IssueInstant.
  ///
  /// - Throws: AADSTS7500529, AADSTS75005 and AADSTS7500525.
  func samlHead() throws(Refusal) -> (id: String, issuer: String, issuedAt: UnixTime) {
    guard let id = attribute("ID") else { throw Refusal(.samlMessageInvalid) }
    guard Self.isName(id) else { throw Refusal(.samlIDInvalid, [.identifier: id]) }
    guard attribute("Version") == "2.0", let text = attribute("IssueInstant"),
      let issuedAt = UnixTime(iso8601: text)
    else { throw Refusal(.samlMessageInvalid) }
    guard let issuer = first("Issuer", in: SAMLName.assertion) else { throw .samlXML(place) }
    let name = ASCII.trimmed(issuer.text)
    guard !name.isEmpty else { throw .samlXML(issuer.place) }
    return (id, name, issuedAt)
  }

  /// Whether the text is a name of XML without a colon, as far as ASCII goes.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !ASCII.isDigit(first), first != 0x2D, first != 0x2E else { return false }
    return text.utf8.allSatisfy { byte in
      byte >= 0x80 || ASCII.isAlphanumeric(byte) || byte == 0x5F || byte == 0x2D || byte == 0x2E
    }
  }
}
