/// Character classes of ASCII, decided byte by byte, so that no locale and no Unicode mapping takes part
/// (`lowercased()` would map U+212A KELVIN SIGN to `k`).
///
/// The server calls these functions for every byte of every request. Those for a byte are inlinable. Those for a text
/// have a concrete form for `String`, because the compiler does not specialise a generic function for other modules.
package enum ASCII {
  /// `0` to `9`.
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// `A` to `Z`.
  @inlinable package static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  /// `A` to `Z` and `a` to `z`.
  @inlinable package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// The value of a hexadecimal digit of either case. Nil for any other byte.
  @inlinable package static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 && isLetter(byte) ? letter &+ 10 : nil
  }

  /// The small letter of `A` to `Z`; any other byte unchanged.
  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  /// `text` with small letters for `A` to `Z`. Other characters stay as they are, also letters above ASCII.
  @inlinable package static func lowercased(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: isUppercase) else { return String(text) }
    return String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  /// The same for a `String`; see the type's comment.
  package static func lowercased(_ text: String) -> String {
    let bytes = text.utf8.span
    return bytes.contains(where: isUppercase) ? bytes.lowercasedText(0..<bytes.count) : text
  }

  /// Whether two texts have the same bytes when ASCII case does not count.
  package static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    let left = left.utf8.span
    let right = right.utf8.span
    for index in left.sameBytes(as: right)..<left.count where left[index] != right[index] {
      guard lowercased(left[index]) == lowercased(right[index]) else { return false }
    }
    return true
  }

  /// Whether two texts have the same bytes when ASCII case does not count.
  @inlinable package static func equalIgnoringCase(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var others = right.utf8.makeIterator()
    for byte in left.utf8 {
      guard let other = others.next(), byte == other || lowercased(byte) == lowercased(other) else { return false }
    }
    return true
  }

  /// `text` without the spaces and tabs at its beginning and end.
  @inlinable package static func trimmed(_ text: some StringProtocol) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return "" }
    // The views of some texts cannot go backwards.
    var end = first
    var index = first
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      if !isBlank(bytes[index]) { end = next }
      index = next
    }
    return String(text[first..<end])
  }

  /// The same for a `String`; a text without blanks is not copied.
  package static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, isBlank(first) || isBlank(last) else { return text }
    return trimmed(Substring(text))
  }

  /// The same for a `Substring`.
  package static func trimmed(_ text: Substring) -> String {
    let bytes = text.utf8.span
    var start = 0
    var end = bytes.count
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return bytes.text(start..<end)
  }

  /// The pieces of `text` between spaces that are not empty, such as scopes.
  package static func words(_ text: String) -> [String] { text.utf8.span.words { $0 == 0x20 } }

  @usableFromInline static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension String {
  /// Whether two texts have the same bytes. Concrete, because every request compares such texts.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let bytes = utf8.span
    return bytes.sameBytes(as: other.utf8.span) == bytes.count
  }
}

extension StringProtocol {
  /// Whether two texts have the same UTF-8 bytes. `==` would also accept another Unicode form of the same characters,
  /// which is wrong for codes, secrets and redirect URIs.
  @inlinable package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the bytes of `other` come first. `hasPrefix` compares characters: to it a "/" with a combining accent is
  /// another character, but it is the same delimiter.
  @inlinable package func startsWithBytes(of other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }
}
