/// The URLs that the server may fetch documents from. They come from the directory only, never from a request, and
/// need `https` unless the host is this machine.
package enum FetchableURL {
  /// Whether the server may fetch this URL: `https`, or `http` to a loopback name; without a fragment.
  package static func admits(_ text: String) -> Bool {
    guard let uri = URIReference(text), let host = uri.host, uri.fragment == nil else { return false }
    return uri.scheme == "https" || (uri.scheme == "http" && isLoopback(host))
  }

  /// Whether a host names this machine. The host is in small letters and without a port; IPv6 has brackets.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
  }

  /// Whether both URLs have the same scheme, host and port. False when one is not an absolute URL.
  package static func haveSameOrigin(_ left: String, _ right: String) -> Bool {
    guard let left = URIReference(left), let right = URIReference(right) else { return false }
    return left.hasSameHost(as: right) && left.significantPort == right.significantPort
  }
}
