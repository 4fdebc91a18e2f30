package import Bytes
package import HTTPWire
package import Policy

/// The client id and the proof that a client sent: in the form, in a Basic header, or as an assertion (RFC 6749 §2.3.1,
/// RFC 7523 §2.2).
package struct ClientCredentials: Sendable {
  /// Nil when the request names no app.
  package var clientID: String?
  /// Nil when the client sent none, or an empty one.
  package var secret: String?
  /// `client_assertion`; nil when it is missing or empty.
  var assertion: String?

  /// Whether a Basic header without a secret is all that names the app. The service does not read the client id there
  /// (observed: golang/oauth2 734, ChilliCream 4889, openshift/oc 2332).
  private(set) var isNamedInBasicOnly = false

  /// Reads the form and the Basic header.
  ///
  /// - Throws: `malformedRequest` when they name different apps.
  package init(_ form: FormFields, _ request: HTTPRequest) throws(Refusal) {
    clientID = form.nonEmpty("client_id")
    secret = form.nonEmpty("client_secret")
    assertion = form.nonEmpty("client_assertion")
    guard let basic = Self.basic(request.fields["Authorization"]) else { return }
    if let named = clientID, !ASCII.equalIgnoringCase(named, basic.id) { throw Refusal(.malformedRequest) }
    if basic.secret.isEmpty {
      isNamedInBasicOnly = clientID == nil
      return
    }
    clientID = basic.id
    if secret == nil { secret = basic.secret }
  }

  /// Whether the client sent neither a secret nor an assertion.
  package var isEmpty: Bool { secret == nil && assertion == nil }

  private static func basic(_ field: String?) -> (id: String, secret: String)? {
    guard let field, ASCII.equalIgnoringCase(field.prefix(6), "basic "),
      let bytes = Base64.decode(ASCII.trimmed(field.dropFirst(6))), let text = String(validating: bytes, as: UTF8.self),
      let colon = text.utf8.firstIndex(of: 0x3A),
      let id = Percent.decode(text[..<colon], plusIsSpace: true),
      let secret = Percent.decode(text[text.utf8.index(after: colon)...], plusIsSpace: true)
    else { return nil }
    return (id, secret)
  }
}
