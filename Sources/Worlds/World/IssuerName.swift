import Bytes
import HTTPWire
import Policy

/// The name by which an app reaches the server: a host such as `login.microsoftonline.com`, or the beginning of a URL such as
/// `https://localhost:8443`.
package struct IssuerName: Sendable, Hashable {
  /// The host, and the port where there is one: `localhost:8443`.
  package let authority: String
  /// Whether it is reached over TLS, as a host alone is.
  package let isSecure: Bool

  /// What a message says of a text that is none.
  package static let wanted =
    "a host such as login.microsoftonline.com, or the beginning of a URL such as https://localhost:8443"

  /// Nil for a text that is neither a host nor the beginning of a URL: with a path, a query or another scheme.
  package init?(_ text: String) {
    let scheme = text.firstPlace(of: "://")
    let place = scheme.map { String(text[$0.upperBound...]) } ?? text
    guard let url = URIReference(scheme == nil ? "https://" + text : text),
      url.scheme == "https" || url.scheme == "http",
      url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil,
      let authority = HTTPAuthority(place.prefix { $0 != "/" })
    else { return nil }
    self.authority = authority.host + (authority.port.map { ":\($0)" } ?? "")
    isSecure = url.scheme == "https"
  }
}
