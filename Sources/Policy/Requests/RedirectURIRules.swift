import Bytes
package import Directory

/// How a presented redirect URI is held against the registered ones (Microsoft: "Redirect URI (reply URL) best practices and
/// limitations").
package enum RedirectURIRules {
  /// The registration that `presented` meets, the first when several do. What is presented has been URL-decoded once.
  package static func match(_ presented: String, among registrations: [RedirectURIRegistration])
    -> RedirectURIRegistration?
  {
    guard let presented = URIReference(presented) else { return nil }
    return registrations.first { matches(presented, $0) }
  }

  package static func matches(_ presented: String, _ registration: RedirectURIRegistration) -> Bool {
    URIReference(presented).map { matches($0, registration) } ?? false
  }

  private static func matches(_ left: URIReference, _ registration: RedirectURIRegistration) -> Bool {
    guard let right = URIReference(registration.uri) else { return false }
    guard left.hasSameHost(as: right), left.fragment == nil, right.fragment == nil, left.host != "[::1]",
      (left.query ?? "").hasSameBytes(as: right.query ?? ""), (left.query == nil) == (right.query == nil)
    else { return false }
    return equalPaths(left, right) && equalPorts(left, right, platform: registration.platform)
  }

  /// Whether responses may be sent to it at all: absolute and without a fragment.
  package static func isWellFormed(_ uri: String) -> Bool {
    URIReference(uri).map { $0.fragment == nil } ?? false
  }

  /// Only the empty path equals `/`; letters' case counts. Android's signature hash arrives with or without its
  /// percent-encoding, so `msauth` paths are compared decoded.
  private static func equalPaths(_ left: URIReference, _ right: URIReference) -> Bool {
    func normal(_ path: String) -> String { path.isEmpty ? "/" : path }
    if left.scheme == "msauth", let first = Percent.decode(left.path), let second = Percent.decode(right.path) {
      return normal(first).hasSameBytes(as: normal(second))
    }
    return normal(left.path).hasSameBytes(as: normal(right.path))
  }

  /// The port does not count on `localhost`, nor on `127.0.0.1` for native apps, which listen on whatever port is free.
  private static func equalPorts(
    _ left: URIReference, _ right: URIReference, platform: RedirectURIRegistration.Platform
  ) -> Bool {
    let isWeb = left.scheme == "http" || left.scheme == "https"
    if isWeb, left.host == "localhost" || (left.host == "127.0.0.1" && platform == .native) { return true }
    return left.significantPort == right.significantPort
  }
}
