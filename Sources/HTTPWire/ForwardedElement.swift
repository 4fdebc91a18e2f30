package import Bytes

/// What one proxy says about the request it passed on: an element of `Forwarded` (RFC 7239 §4).
package struct ForwardedElement: Sendable, Hashable {
  /// Who sent the request to that proxy: an address, with a port perhaps; `unknown`; or a name that begins with `_`.
  package var sender: String?
  /// The `Host` it came with.
  package var host: String?
  /// `http` or `https`, in small letters.
  package var scheme: String?

  package init(sender: String? = nil, host: String? = nil, scheme: String? = nil) {
    self.sender = sender
    self.host = host
    self.scheme = scheme
  }

  /// The sender's IP address, without its port.
  package var address: IPAddress? {
    guard let sender else { return nil }
    if let address = IPAddress(sender) { return address }
    return HTTPAuthority(sender).flatMap { IPAddress($0.host) }
  }

  /// The elements of all fields of a request, the nearest proxy's last. Nil when there is none, or when one is malformed: half
  /// of a chain tells nothing.
  package static func parse(_ fields: HTTPFields) -> [ForwardedElement]? {
    var elements: [ForwardedElement] = []
    for value in fields.all("Forwarded") {
      guard let parsed = parse(value) else { return nil }
      elements += parsed
    }
    return elements.isEmpty ? nil : elements
  }

  private static func parse(_ text: String) -> [ForwardedElement]? {
    var elements: [ForwardedElement] = []
    for part in split(text, at: 0x2C) {
      guard !part.isEmpty else { continue }
      var element = ForwardedElement()
      for pair in split(part, at: 0x3B) {
        guard !pair.isEmpty else { continue }
        guard let equals = pair.utf8.firstIndex(of: 0x3D), HTTPSyntax.isToken(String(pair[..<equals])),
          let value = value(pair[pair.utf8.index(after: equals)...])
        else { return nil }
        switch ASCII.lowercased(pair[..<equals]) {
        case "for": element.sender = value
        case "host": element.host = value
        case "proto": element.scheme = ASCII.lowercased(value)
        default: break
        }
      }
      elements.append(element)
    }
    return elements
  }

  /// Cuts at a byte, but not within quotation marks; the pieces are trimmed.
  private static func split(_ text: String, at separator: UInt8) -> [String] {
    var pieces: [String] = []
    var piece: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if byte == separator, !isQuoted {
        pieces.append(ASCII.trimmed(String(decoding: piece, as: UTF8.self)))
        piece = []
        continue
      }
      if byte == 0x22, !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == 0x5C && !isEscaped
      piece.append(byte)
    }
    return pieces + [ASCII.trimmed(String(decoding: piece, as: UTF8.self))]
  }

  /// A token or a quoted string (RFC 9110 §5.6). Nil for an empty one, and for a quotation mark that is not closed.
  private static func value(_ text: Substring) -> String? {
    guard text.utf8.first == 0x22 else {
      // Strictly a token; real proxies leave the quotation marks around ports and IPv6 addresses away.
      return text.isEmpty || text.utf8.contains(0x22) ? nil : String(text)
    }
    guard text.utf8.count > 2, text.utf8.last == 0x22 else { return nil }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      if byte == 0x5C, !isEscaped {
        isEscaped = true
        continue
      }
      if byte == 0x22, !isEscaped { return nil }
      isEscaped = false
      bytes.append(byte)
    }
    return isEscaped ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
