import Bytes

/// A host with an optional port, as in `Host`, in an absolute URL and in CONNECT (RFC 3986 §3.2, without user
/// information).
package struct HTTPAuthority: Sendable, Hashable {
  /// In small letters. An IPv6 address keeps its brackets.
  package var host: String
  /// Nil when the text names no port; the scheme decides then.
  package var port: UInt16?

  /// Nil for an empty host, a port over 65535, and characters that a host cannot have. An empty port, as in `host:`,
  /// counts as no port.
  package init?(_ text: some StringProtocol) { self.init(String(text)) }

  /// Not generic, so that the compiler specialises it in every module: each request is asked for its host several
  /// times.
  package init?(_ text: String) {
    let bytes = text.utf8.span
    var end = bytes.count
    if end > 0, bytes[0] == 0x5B {
      guard let bracket = bytes.firstIndex(of: 0x5D), bracket > 1,
        bytes.extracting(1..<bracket).allSatisfy({ ASCII.hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E })
      else { return nil }
      end = bracket + 1
    } else {
      end = bytes.firstIndex(of: 0x3A) ?? end
      guard end > 0, bytes.extracting(0..<end).allSatisfy(Self.isNameCharacter) else { return nil }
    }
    host = bytes.lowercasedText(0..<end)
    guard end < bytes.count else { return }
    guard bytes[end] == 0x3A else { return nil }
    guard end + 1 < bytes.count else { return }
    var value: UInt32 = 0
    for index in end + 1..<bytes.count {
      guard ASCII.isDigit(bytes[index]) else { return nil }
      value = value * 10 + UInt32(bytes[index] &- 0x30)
      guard value <= UInt16.max else { return nil }
    }
    port = UInt16(value)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }
}
