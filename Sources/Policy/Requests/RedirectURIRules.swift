import Bytes
package import Directory

/// Compares the redirect URI of a request with the registered ones (Microsoft: "Redirect URI (reply URL) best
/// practices and limitations").
package enum RedirectURIRules {
  /// The first registration that `presented` matches; nil when there is none. The caller has URL-decoded `presented`
  /// once.
  package static func match(_ presented: String, among registrations: [RedirectURIRegistration])
    -> RedirectURIRegistration?
  {
    guard let presented = URIReference(presented) else { return nil }
    return registrations.first { matches(presented, $0) }
  }

  /// Whether `presented` matches this registration: same host, path, query and port, without a fragment. Paths and
  /// queries compare exactly.
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

  /// Whether the server may redirect to this URI at all: it is absolute and has no fragment.
  package static func isWellFormed(_ uri: String) -> Bool {
    URIReference(uri).map { $0.fragment == nil } ?? false
  }

  /// Paths compare exactly, but an empty path equals `/`. The signature hash of an Android app comes with or without
  /// percent-encoding, so paths of `msauth` are compared after decoding.
  private static func equalPaths(_ left: URIReference, _ right: URIReference) -> Bool {
    func normal(_ path: String) -> String { path.isEmpty ? "/" : path }
    if left.scheme == "msauth", let first = Percent.decode(left.path), let second = Percent.decode(right.path) {
      return normal(first).hasSameBytes(as: normal(second))
    }
    return normal(left.path).hasSameBytes(as: normal(right.path))
  }

  /// The port does not count on `localhost`, nor on `127.0.0.1` for native apps, which listen on any free port.
  private static func equalPorts(
    _ left: URIReference, _ right: URIReference, platform: RedirectURIRegistration.Platform
  ) -> Bool {
    let isWeb = left.scheme == "http" || left.scheme == "https"
    if isWeb, left.host == "localhost" || (left.host == "127.0.0.1" && platform == .native) { return true }
    return left.significantPort == right.significantPort
  }
}
