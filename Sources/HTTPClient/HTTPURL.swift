import Bytes
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
    // Every request is sent to a URL, and a cycle of provisioning has tens of thousands of them: bytes are looked at, not characters.
    let bytes = text.utf8.span
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return nil }
    let start = isSecure ? 8 : 7
    var end = start
    while end < bytes.count, bytes[end] != 0x23 { end += 1 }
    var path = start
    while path < end, bytes[path] != 0x2F, bytes[path] != 0x3F { path += 1 }
    guard let authority = HTTPAuthority(bytes.text(start..<path)) else { return nil }
    self.authority = authority
    let rest = bytes.text(path..<end)
    target = path < end && bytes[path] == 0x2F ? rest : "/" + rest
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
