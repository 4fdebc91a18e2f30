// The code that runs for every request walks spans, because they are the bytes themselves. The views of a text keep a
// position and check every step.

extension Span<UInt8> {
  /// Whether a byte fits.
  @inlinable @inline(__always)
  package func contains(where fits: (UInt8) -> Bool) -> Bool {
    for index in indices where fits(self[index]) { return true }
    return false
  }

  /// Whether all bytes fit; true for an empty span.
  @inlinable @inline(__always)
  package func allSatisfy(_ fits: (UInt8) -> Bool) -> Bool {
    for index in indices where !fits(self[index]) { return false }
    return true
  }

  /// The offset of the first such byte; nil when there is none.
  @inlinable @inline(__always)
  package func firstIndex(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }

  /// Calls `body` with each piece between the separators, empty pieces too. There is one piece more than separators.
  @inlinable @inline(__always)
  package func forEachPiece(between separator: UInt8, _ body: (Range<Int>) throws -> Void) rethrows {
    try forEachPiece(where: { $0 == separator }, body: body)
  }

  @inlinable @inline(__always)
  func forEachPiece(where separates: (UInt8) -> Bool, body: (Range<Int>) throws -> Void) rethrows {
    var start = 0
    for index in 0...count where index == count || separates(self[index]) {
      try body(start..<index)
      start = index + 1
    }
  }

  /// The pieces between separators that are not empty, as texts.
  @inlinable @inline(__always)
  package func words(between separates: (UInt8) -> Bool) -> [String] {
    var words: [String] = []
    words.reserveCapacity(4)
    forEachPiece(where: separates, body: { if !$0.isEmpty { words.append(text($0)) } })
    return words
  }

  /// The offset of the last such byte; nil when there is none.
  @inlinable @inline(__always)
  package func lastIndex(of byte: UInt8) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if self[index] == byte { return index }
    }
    return nil
  }

  /// These bytes as a text. A range that begins and ends at ASCII characters of a text is valid UTF-8. In any other
  /// range, invalid bytes become U+FFFD.
  @usableFromInline
  package func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// The same with small letters for `A` to `Z`.
  package func lowercasedText(_ range: Range<Int>) -> String {
    let bytes = extracting(range)
    guard bytes.contains(where: ASCII.isUppercase) else { return text(range) }
    var small: [UInt8] = []
    small.reserveCapacity(bytes.count)
    for index in bytes.indices { small.append(ASCII.lowercased(bytes[index])) }
    return String(decoding: small, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends the UTF-8 bytes of a text in one piece.
  @inlinable @inline(__always)
  package mutating func append(bytesOf text: String) {
    text.utf8.span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
