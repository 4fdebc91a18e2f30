/// Character classes of the ASCII range, decided byte by byte so that no locale and no Unicode mapping takes part
/// (`lowercased()` would map U+212A KELVIN SIGN to `k`).
package enum ASCII {
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  package static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  package static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// The value of a hexadecimal digit of either case, nil for any other byte.
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 && isLetter(byte) ? letter &+ 10 : nil
  }

  package static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  /// `text` with `A`–`Z` made small and every other byte as it was.
  package static func lowercased(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: isUppercase) else { return String(text) }
    return String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  /// Whether two texts are the same bytes when ASCII case is ignored.
  package static func equalIgnoringCase(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
  }

  /// `text` without the spaces and tabs at its two ends.
  package static func trimmed(_ text: some StringProtocol) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = ArraySlice(text.utf8)
    while let first = bytes.first, isBlank(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Equality of the UTF-8 bytes. `==` equates canonically equivalent spellings, which codes, secrets and redirect URIs
  /// must not.
  package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
