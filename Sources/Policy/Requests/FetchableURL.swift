/// Which URLs a world fetches documents from: those that somebody wrote into its directory, over TLS unless the machine is this
/// one. Nothing that a request brings is ever fetched.
package enum FetchableURL {
  package static func admits(_ text: String) -> Bool {
    guard let uri = URIReference(text), let host = uri.host, uri.fragment == nil else { return false }
    return uri.scheme == "https" || (uri.scheme == "http" && isLoopback(host))
  }

  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
  }

  /// Whether both have the same scheme, host and port.
  package static func haveSameOrigin(_ left: String, _ right: String) -> Bool {
    guard let left = URIReference(left), let right = URIReference(right) else { return false }
    return left.hasSameHost(as: right) && left.significantPort == right.significantPort
  }
}
