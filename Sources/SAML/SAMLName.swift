import XML

/// Names of SAML 2.0 and of the service.
enum SAMLName {
  static let samlp = "urn:oasis:names:tc:SAML:2.0:protocol"
  static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
  static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
  static let post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
  static let redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
  static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
  static let status = "urn:oasis:names:tc:SAML:2.0:status:"
  /// Claims of the service, by their places.
  static let microsoft = "http://schemas.microsoft.com/identity/claims/"
  static let soap = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
  static let windows = "http://schemas.microsoft.com/ws/2008/06/identity/claims/"
  static let claims = "http://schemas.microsoft.com/claims/"
  /// The claim of a mapping that is the `NameID`.
  static let nameIdentifier = soap + "nameidentifier"
}

extension XMLElement {
  /// An element of the protocol, with the prefix that the service writes.
  static func samlp(_ name: String, _ attributes: [XMLAttribute] = [], _ children: [XMLNode] = []) -> XMLElement {
    XMLElement("samlp:" + name, in: SAMLName.samlp, attributes, children)
  }

  /// An element of assertions, which have the default namespace.
  static func saml(_ name: String, _ attributes: [XMLAttribute] = [], _ children: [XMLNode] = []) -> XMLElement {
    XMLElement(name, in: SAMLName.assertion, attributes, children)
  }

  static func saml(_ name: String, _ attributes: [XMLAttribute] = [], text: String) -> XMLElement {
    XMLElement(name, in: SAMLName.assertion, attributes, text: text)
  }
}
