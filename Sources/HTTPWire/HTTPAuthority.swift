import Bytes

/// A host with an optional port, as `Host`, an absolute URL and CONNECT carry it (RFC 3986 §3.2, without user information).
package struct HTTPAuthority: Sendable, Hashable {
  /// Small letters; an IPv6 address keeps its brackets.
  package var host: String
  package var port: UInt16?

  /// Nil for an empty host, a port past 65535 and characters that no host has. An empty port counts as none.
  package init?(_ text: some StringProtocol) { self.init(Substring(text)) }

  /// Concrete, so that it is specialised wherever it is called from: every request is asked for its host several times.
  package init?(_ text: Substring) {
    let bytes = text.utf8
    var end = bytes.endIndex
    if bytes.first == 0x5B {
      guard let bracket = bytes.firstIndex(of: 0x5D) else { return nil }
      let address = bytes[bytes.index(after: bytes.startIndex)..<bracket]
      guard !address.isEmpty, address.allSatisfy({ ASCII.hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E }) else {
        return nil
      }
      end = bytes.index(after: bracket)
    } else {
      end = bytes.firstIndex(of: 0x3A) ?? end
      guard end > bytes.startIndex, bytes[..<end].allSatisfy(Self.isNameCharacter) else { return nil }
    }
    host = ASCII.lowercased(text[..<end])
    guard end < bytes.endIndex else { return }
    guard bytes[end] == 0x3A else { return nil }
    let digits = text[bytes.index(after: end)...]
    guard !digits.isEmpty else { return }
    guard let number = HTTPSyntax.wholeNumber(digits), let value = UInt16(exactly: number) else { return nil }
    port = value
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }
}
