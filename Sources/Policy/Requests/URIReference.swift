import Bytes

/// An absolute URI in the parts that redirect matching compares (RFC 3986 §3). Percent-encoding stays as it is.
package struct URIReference: Sendable, Hashable {
  /// In small letters.
  package var scheme: String
  /// In small letters. Nil when the URI has no `//` part, such as `urn:ietf:wg:oauth:2.0:oob`.
  package var host: String?
  /// Digits, perhaps none; nil when the URI has no colon after the host.
  package var port: String?
  /// After a host: with its first slash, or empty. Without a host: everything after the scheme.
  package var path: String
  /// Without the question mark; nil when the URI has none, empty when it ends with it.
  package var query: String?
  /// Without the `#`; nil when the URI has none.
  package var fragment: String?

  /// Nil when `text` is not an absolute URI: without a scheme, with a blank or a control character, or with user
  /// information before the host.
  package init?(_ text: String) {
    let bytes = text.utf8.span
    guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }), let colon = bytes.firstIndex(of: 0x3A), colon > 0,
      ASCII.isLetter(bytes[0]),
      bytes.extracting(0..<colon).allSatisfy({
        ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      })
    else { return nil }
    scheme = bytes.lowercasedText(0..<colon)
    let isWeb = scheme == "http" || scheme == "https"
    let start = colon + 1
    var end = bytes.count
    if let hash = bytes.extracting(start..<end).firstIndex(of: 0x23) {
      fragment = bytes.text(start + hash + 1..<end)
      end = start + hash
    }
    if let mark = bytes.extracting(start..<end).firstIndex(of: 0x3F) {
      query = bytes.text(start + mark + 1..<end)
      end = start + mark
    }
    guard end - start >= 2, bytes[start] == 0x2F, bytes[start + 1] == 0x2F else {
      guard end > start, !isWeb else { return nil }
      path = bytes.text(start..<end)
      return
    }
    let authority = start + 2
    let slash = bytes.extracting(authority..<end).firstIndex(of: 0x2F).map { authority + $0 } ?? end
    path = bytes.text(slash..<end)
    let place = bytes.extracting(authority..<slash)
    guard place.firstIndex(of: 0x40) == nil else { return nil }
    if let mark = place.lastIndex(of: 0x3A), mark >= place.lastIndex(of: 0x5D) ?? 0 {
      guard place.extracting(mark + 1..<place.count).allSatisfy(ASCII.isDigit) else { return nil }
      port = place.text(mark + 1..<place.count)
      host = place.lowercasedText(0..<mark)
    } else {
      host = place.lowercasedText(0..<place.count)
    }
    if isWeb, host?.isEmpty ?? true { return nil }
  }

  /// Whether both have the same scheme and the same host, byte for byte: to a browser two encodings of one letter are
  /// two hosts.
  func hasSameHost(as other: Self) -> Bool {
    scheme == other.scheme && (host == nil) == (other.host == nil) && (host ?? "").hasSameBytes(as: other.host ?? "")
  }

  /// The port, or nil for the scheme's default: `:443` with https and `:80` with http equal no port.
  var significantPort: String? {
    switch (scheme, port) {
    case (_, nil), (_, ""), ("https", "443"), ("http", "80"): nil
    default: port
    }
  }
}
