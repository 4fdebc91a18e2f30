package import Bytes

/// Messages of a service provider of SAML 2.0, and the addresses that carry them.
package enum SAMLText {
  /// An `AuthnRequest`. `extra` are its elements behind the issuer, `attributes` what else its root says.
  package static func request(
    _ issuer: String, id: String = "_4f2b", to address: String? = nil, attributes: String = "", extra: String = ""
  ) -> String {
    let place = address.map { " AssertionConsumerServiceURL=\"\($0)\"" } ?? ""
    return """
      <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \
      ID="\(id)" Version="2.0" IssueInstant="2026-01-31T10:20:30Z"\(place)\(attributes.isEmpty ? "" : " " + attributes)>\
      <saml:Issuer>\(issuer)</saml:Issuer>\(extra)</samlp:AuthnRequest>
      """
  }

  /// A `LogoutRequest`.
  package static func logout(_ issuer: String, name: String? = "a", index: String? = nil) -> String {
    """
    <samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \
    ID="_o" Version="2.0" IssueInstant="2026-01-31T10:20:30Z"><saml:Issuer>\(issuer)</saml:Issuer>\
    \(name.map { "<saml:NameID>\($0)</saml:NameID>" } ?? "")\
    \(index.map { "<samlp:SessionIndex>\($0)</samlp:SessionIndex>" } ?? "")</samlp:LogoutRequest>
    """
  }

  /// The elements that ask for that context.
  package static func context(_ name: String) -> String {
    """
    <samlp:RequestedAuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:\(name)\
    </saml:AuthnContextClassRef></samlp:RequestedAuthnContext>
    """
  }

  /// The value of `SAMLRequest` in an address: raw DEFLATE, in blocks that are not compressed.
  package static func deflated(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let (low, high) = (UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8))
    return Base64.encode([1, low, high, ~low, ~high] + bytes)
  }

  /// The path and query that carry a message to a tenant by redirect.
  package static func target(
    _ text: String, tenant: String = TestWorld.contoso, _ more: [(String, String)] = []
  ) -> String {
    "/\(tenant)/saml2?" + FormFields([("SAMLRequest", deflated(text))] + more).encoded
  }
}
