import Bytes
import HTTPWire
import Policy

/// What a client sent to prove itself: in the body, in a Basic header, or as an assertion (RFC 6749 §2.3.1, RFC 7523 §2.2).
struct ClientCredentials: Sendable {
  var clientID: String?
  /// Nil when none was sent or it was empty.
  var secret: String?
  var assertion: String?

  /// Reads both places. Two different client ids are a malformed request.
  init(_ form: FormFields, _ request: HTTPRequest) throws(Refusal) {
    clientID = form.nonEmpty("client_id")
    secret = form.nonEmpty("client_secret")
    assertion = form.nonEmpty("client_assertion")
    guard let basic = Self.basic(request.fields["Authorization"]) else { return }
    if let named = clientID, !ASCII.equalIgnoringCase(named, basic.id) { throw Refusal(.malformedRequest) }
    clientID = basic.id
    if secret == nil, !basic.secret.isEmpty { secret = basic.secret }
  }

  var isEmpty: Bool { secret == nil && assertion == nil }

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
