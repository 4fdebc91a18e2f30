package import Bytes

/// What one proxy says about a request that it passed on: one element of `Forwarded` (RFC 7239 §4).
package struct ForwardedElement: Sendable, Hashable {
  /// Who sent the request to that proxy (`for`): an address, perhaps with a port; `unknown`; or a name that begins
  /// with `_`.
  package var sender: String?
  /// The `Host` that the request had when it came to that proxy.
  package var host: String?
  /// `http` or `https`, in small letters.
  package var scheme: String?

  package init(sender: String? = nil, host: String? = nil, scheme: String? = nil) {
    self.sender = sender
    self.host = host
    self.scheme = scheme
  }

  /// The sender's IP address without its port. Nil for `unknown`, for a name, and when the proxy did not say.
  package var address: IPAddress? {
    guard let sender else { return nil }
    if let address = IPAddress(sender) { return address }
    return HTTPAuthority(sender).flatMap { IPAddress($0.host) }
  }

  /// The elements of all `Forwarded` fields of a request; the element of the nearest proxy is the last. Nil when the
  /// request has no such field, or when an element is malformed: a part of the chain must not pass for the whole.
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
    for part in text.pieces(between: 0x2C) {
      guard !part.isEmpty else { continue }
      var element = ForwardedElement()
      for pair in part.pieces(between: 0x3B) {
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

  /// Reads a token or a quoted string (RFC 9110 §5.6). Nil for an empty value and for a quotation mark that is not
  /// closed.
  private static func value(_ text: Substring) -> String? {
    guard text.utf8.first == 0x22 else {
      // RFC 7239 demands a token here. Real proxies leave out the quotation marks around ports and IPv6 addresses, so
      // any text without a quotation mark passes.
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
