import HTTPWire

/// The parts of an `http` or `https` URL that a request needs.
struct HTTPURL {
  let isSecure: Bool
  let authority: HTTPAuthority
  /// Path and query as the request line has them; at least `/`.
  let target: String

  /// Nil for another scheme, an authority that is malformed, and characters that must be escaped. A fragment is
  /// dropped.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let whole = text.utf8.firstIndex(of: 0x23).map { text[..<$0] } ?? text[...]
    if whole.hasPrefix("http://") {
      isSecure = false
    } else if whole.hasPrefix("https://") {
      isSecure = true
    } else {
      return nil
    }
    let rest = whole.dropFirst(isSecure ? 8 : 7)
    let end = rest.utf8.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
    guard let authority = HTTPAuthority(rest[..<end]) else { return nil }
    self.authority = authority
    let path = rest[end...]
    target = path.utf8.first == 0x2F ? String(path) : "/" + path
  }

  /// The port of the URL, or the scheme's own.
  var port: UInt16 { authority.port ?? (isSecure ? 443 : 80) }

  /// The value of the `Host` field: with the port only when it is not the scheme's own.
  var hostField: String {
    guard let port = authority.port, port != (isSecure ? 443 : 80) else { return authority.host }
    return "\(authority.host):\(port)"
  }

  /// The host without the brackets of an IPv6 address.
  var hostName: String {
    guard authority.host.utf8.first == 0x5B else { return authority.host }
    return String(authority.host.dropFirst().dropLast())
  }

  /// Host and port for messages.
  var place: String { "\(authority.host) port \(port)" }
}
