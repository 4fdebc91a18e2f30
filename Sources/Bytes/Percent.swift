/// Percent-encoding (RFC 3986 §2.1), and the forms of it that browsers and Entra use.
package enum Percent {
  private static let capitals = Array("0123456789ABCDEF".utf8)
  private static let small = Array("0123456789abcdef".utf8)

  /// Encodes all but the unreserved characters, for a query or a path segment (RFC 3986).
  package static func encode(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) { output.append(byte) } else { append(byte, capitals, to: &output) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Encodes like Entra's redirects: a space becomes `+`, hexadecimal digits are small, and `!`, `(`, `)`, `*` stay
  /// (observed).
  package static func encodeForm(_ text: String) -> String {
    guard text.utf8.span.contains(where: { !staysInForm($0) }) else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count * 2)
    appendForm(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends what `encodeForm` returns.
  static func appendForm(_ text: String, to output: inout [UInt8]) {
    let bytes = text.utf8.span
    guard bytes.contains(where: { !staysInForm($0) }) else { return output.append(bytesOf: text) }
    for index in bytes.indices {
      let byte = bytes[index]
      if staysInForm(byte) {
        output.append(byte)
      } else if byte == 0x20 {
        output.append(0x2B)
      } else {
        append(byte, small, to: &output)
      }
    }
  }

  private static func staysInForm(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x28, 0x29, 0x2A, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// Decodes `%XX`, and with `plusIsSpace` also `+`. A `%` without two hexadecimal digits after it stays, as in
  /// browsers. Nil when the result is not UTF-8.
  @inlinable package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    guard text.utf8.contains(where: { $0 == 0x25 || ($0 == 0x2B && plusIsSpace) }) else { return String(text) }
    return decode(Array(text.utf8), plusIsSpace: plusIsSpace)
  }

  /// Does the same. Concrete, for the segments of paths.
  package static func decode(_ text: String, plusIsSpace: Bool = false) -> String? {
    let bytes = text.utf8.span
    guard isEncoded(bytes, plusIsSpace) else { return text }
    return decode(bytes, plusIsSpace: plusIsSpace)
  }

  @usableFromInline static func decode(_ bytes: [UInt8], plusIsSpace: Bool) -> String? {
    decode(bytes.span, plusIsSpace: plusIsSpace)
  }

  private static func isEncoded(_ bytes: Span<UInt8>, _ plusIsSpace: Bool) -> Bool {
    bytes.contains { $0 == 0x25 || ($0 == 0x2B && plusIsSpace) }
  }

  /// Does the same for the parameters of forms and queries.
  static func decode(_ bytes: Span<UInt8>, plusIsSpace: Bool) -> String? {
    guard isEncoded(bytes, plusIsSpace) else { return bytes.text(0..<bytes.count) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x25, index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
        let low = ASCII.hexValue(bytes[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
        continue
      }
      output.append(byte == 0x2B && plusIsSpace ? 0x20 : byte)
      index += 1
    }
    // Not `String(validating:)`, whose code the compiler does not specialise.
    guard let text = try? UTF8Span(validating: output.span) else { return nil }
    return String(copying: text)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  private static func append(_ byte: UInt8, _ digits: [UInt8], to output: inout [UInt8]) {
    output.append(0x25)
    output.append(digits[Int(byte >> 4)])
    output.append(digits[Int(byte & 15)])
  }
}
