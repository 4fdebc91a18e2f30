import Bytes
import HTTPWire
import Worlds

/// The addresses of the protocols that the service speaks beside OpenID Connect, OAuth 2.0 and what features add, and that this server does not: 404 with a
/// sentence that says so. The service answers there, so an empty 404 would be taken for a mistake of the app.
struct OtherProtocolEndpoint: Endpoint {
  let name = EndpointName.unknown
  let answers = AnswerKind.nothing
  private let protocolName: String

  /// The last segments of such paths, in small letters, with the protocol.
  private static let ends = [
    ("/wsfed", "WS-Federation"), ("/scim", "SCIM"),
  ]

  /// Nil for every other path. ASCII case and a slash at the end do not count.
  init?(_ path: String) {
    var path = ASCII.lowercased(path)
    while path.hasSuffix("/") { path.removeLast() }
    guard let found = Self.ends.first(where: { path.hasSuffix($0.0) }) else { return nil }
    protocolName = found.1
  }

  func respond(to call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    let sentence =
      "mockidp does not serve \(protocolName). It serves OpenID Connect, OAuth 2.0 and SAML 2.0; WS-Federation and passkeys are not there."
    exchange.explain(sentence)
    return .plain(404, sentence)
  }
}
