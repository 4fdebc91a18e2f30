/// Character classes of the ASCII range, decided byte by byte so that no locale and no Unicode mapping takes part
/// (`lowercased()` would map U+212A KELVIN SIGN to `k`).
///
/// It runs for every byte of every request. What takes a byte can be inlined; what takes a text has a concrete form for `String`, since
/// a generic function is not specialised for callers in other modules.
package enum ASCII {
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inlinable package static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  @inlinable package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// The value of a hexadecimal digit of either case, nil for any other byte.
  @inlinable package static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 && isLetter(byte) ? letter &+ 10 : nil
  }

  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  /// `text` with `A`–`Z` made small and every other byte as it was.
  @inlinable package static func lowercased(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: isUppercase) else { return String(text) }
    return String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  package static func lowercased(_ text: String) -> String {
    let bytes = text.utf8.span
    return bytes.contains(where: isUppercase) ? bytes.lowercasedText(0..<bytes.count) : text
  }

  package static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    let left = left.utf8.span
    let right = right.utf8.span
    for index in left.sameBytes(as: right)..<left.count where left[index] != right[index] {
      guard lowercased(left[index]) == lowercased(right[index]) else { return false }
    }
    return true
  }

  /// Whether two texts are the same bytes when ASCII case is ignored.
  @inlinable package static func equalIgnoringCase(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var others = right.utf8.makeIterator()
    for byte in left.utf8 {
      guard let other = others.next(), byte == other || lowercased(byte) == lowercased(other) else { return false }
    }
    return true
  }

  /// `text` without the spaces and tabs at its two ends.
  @inlinable package static func trimmed(_ text: some StringProtocol) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return "" }
    // The views of some texts go forward only.
    var end = first
    var index = first
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      if !isBlank(bytes[index]) { end = next }
      index = next
    }
    return String(text[first..<end])
  }

  package static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, isBlank(first) || isBlank(last) else { return text }
    return trimmed(Substring(text))
  }

  package static func trimmed(_ text: Substring) -> String {
    let bytes = text.utf8.span
    var start = 0
    var end = bytes.count
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return bytes.text(start..<end)
  }

  /// What stands between the spaces of `text`: permissions, scopes.
  package static func words(_ text: String) -> [String] { text.utf8.span.words { $0 == 0x20 } }

  @usableFromInline static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension String {
  /// As the general form, for the two texts that are compared for every request.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let bytes = utf8.span
    return bytes.sameBytes(as: other.utf8.span) == bytes.count
  }
}

extension StringProtocol {
  /// Equality of the UTF-8 bytes. `==` equates canonically equivalent spellings, which codes, secrets and redirect URIs
  /// must not.
  @inlinable package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// `hasPrefix` for the UTF-8 bytes: a "/" that a combining accent follows is another character, but the same delimiter.
  @inlinable package func startsWithBytes(of other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }
}
