import Bytes

/// An absolute URI in the parts that redirect matching compares (RFC 3986 §3). Nothing is decoded.
package struct URIReference: Sendable, Hashable {
  /// Small letters.
  package var scheme: String
  /// Small letters; nil when the URI has no `//` part, as `urn:ietf:wg:oauth:2.0:oob`.
  package var host: String?
  package var port: String?
  package var path: String
  package var query: String?
  package var fragment: String?

  /// Nil when `text` is not absolute: no scheme, a blank or control character, or user information in it.
  package init?(_ text: String) {
    guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }), let colon = text.utf8.firstIndex(of: 0x3A) else {
      return nil
    }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, ASCII.isLetter(first),
      scheme.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    self.scheme = ASCII.lowercased(scheme)
    var rest = text[text.utf8.index(after: colon)...]
    if let hash = rest.utf8.firstIndex(of: 0x23) {
      fragment = String(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.utf8.firstIndex(of: 0x3F) {
      query = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    guard rest.startsWithBytes(of: "//") else {
      guard !rest.isEmpty, self.scheme != "http", self.scheme != "https" else { return nil }
      path = String(rest)
      return
    }
    rest = Substring(rest.utf8.dropFirst(2))
    let slash = rest.utf8.firstIndex(of: 0x2F) ?? rest.endIndex
    let authority = rest[..<slash]
    path = String(rest[slash...])
    guard !authority.utf8.contains(0x40) else { return nil }
    let bracket = authority.utf8.lastIndex(of: 0x5D) ?? authority.startIndex
    if let mark = authority[bracket...].utf8.lastIndex(of: 0x3A) {
      let digits = authority[authority.utf8.index(after: mark)...]
      guard digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
      port = String(digits)
      host = ASCII.lowercased(authority[..<mark])
    } else {
      host = ASCII.lowercased(authority)
    }
    if host?.isEmpty ?? true, self.scheme == "http" || self.scheme == "https" { return nil }
  }

  /// Whether both have the same scheme and the same host, byte for byte: two spellings of one letter are two hosts to a browser.
  func hasSameHost(as other: Self) -> Bool {
    scheme == other.scheme && (host == nil) == (other.host == nil) && (host ?? "").hasSameBytes(as: other.host ?? "")
  }

  /// The port with the scheme's default taken away: `:443` on https and `:80` on http equal no port.
  var significantPort: String? {
    switch (scheme, port) {
    case (_, nil), (_, ""), ("https", "443"), ("http", "80"): nil
    default: port
    }
  }
}
