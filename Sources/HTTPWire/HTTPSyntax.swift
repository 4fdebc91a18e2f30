import Bytes

/// Byte classes of the message syntax (RFC 9110 §5.6, RFC 9112).
enum HTTPSyntax {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let comma: UInt8 = 0x2C
  static let slash: UInt8 = 0x2F
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let questionMark: UInt8 = 0x3F

  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Forbidden anywhere in a head: every control character but the tab.
  static func isControl(_ byte: UInt8) -> Bool { byte < space && byte != tab || byte == 0x7F }

  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E:
      true
    default: false
    }
  }

  /// Whether two names are the same but for ASCII case. Concrete, since the generic function in `Bytes` is not specialised
  /// here and this runs for every field of every request.
  static func isSameName(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var others = right.utf8.makeIterator()
    for byte in left.utf8 {
      guard let other = others.next(), ASCII.lowercased(byte) == ASCII.lowercased(other) else { return false }
    }
    return true
  }

  static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isTokenCharacter) }

  /// A decimal number without sign or blanks; nil for anything else, and the largest `Int` for one that does not fit.
  static func wholeNumber(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var value = 0
    for byte in text.utf8 {
      guard ASCII.isDigit(byte) else { return nil }
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(Int(byte &- 0x30))
      value = first || second ? .max : sum
    }
    return value
  }
}
