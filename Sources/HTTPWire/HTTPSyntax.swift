import Bytes

/// The classes of bytes in the syntax of messages (RFC 9110 §5.6, RFC 9112).
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

  /// Whether a head must not have this byte: every control character but the tab.
  static func isControl(_ byte: UInt8) -> Bool { byte < space && byte != tab || byte == 0x7F }

  /// Whether a text has a byte that no head may have.
  static func hasControl(_ text: String) -> Bool {
    let bytes = text.utf8.span
    return bytes.firstControl(from: 0, to: bytes.count) < bytes.count
  }

  /// One bit for each ASCII character that a token may have: letters, digits and ``!#$%&'*+-.^_`|~``.
  private static let tokenBits: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)

  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    return (byte < 0x40 ? tokenBits.0 : tokenBits.1) &>> UInt64(byte & 63) & 1 == 1
  }

  /// Whether two names differ at most in the case of ASCII letters.
  static func isSameName(_ left: String, _ right: String) -> Bool { ASCII.equalIgnoringCase(left, right) }

  static func isToken(_ text: String) -> Bool {
    let bytes = text.utf8.span
    return !bytes.isEmpty && bytes.allSatisfy(isTokenCharacter)
  }

  /// A decimal number without a sign or blanks. Nil for anything else; `Int.max` for a number that does not fit.
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
