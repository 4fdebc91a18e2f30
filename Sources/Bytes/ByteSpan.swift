// Views of a text's bytes know where they stand and check every step of it; spans are the bytes themselves. What runs for every
// request walks those.

extension Span<UInt8> {
  @inlinable @inline(__always)
  package func contains(where fits: (UInt8) -> Bool) -> Bool {
    for index in indices where fits(self[index]) { return true }
    return false
  }

  @inlinable @inline(__always)
  package func allSatisfy(_ fits: (UInt8) -> Bool) -> Bool {
    for index in indices where !fits(self[index]) { return false }
    return true
  }

  @inlinable @inline(__always)
  package func firstIndex(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }

  /// Gives `body` each piece between those bytes, empty ones too: one more than there are of them.
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

  /// The pieces between the bytes that separate which are not empty.
  @inlinable @inline(__always)
  package func words(between separates: (UInt8) -> Bool) -> [String] {
    var words: [String] = []
    words.reserveCapacity(4)
    forEachPiece(where: separates, body: { if !$0.isEmpty { words.append(text($0)) } })
    return words
  }

  @inlinable @inline(__always)
  package func lastIndex(of byte: UInt8) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if self[index] == byte { return index }
    }
    return nil
  }

  /// Those bytes as a text. Cut out of one at ASCII characters they are UTF-8; anything else is mended.
  @usableFromInline
  package func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// As `text`, with `A`–`Z` made small.
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
  /// Appends the bytes of a text in one piece.
  @inlinable @inline(__always)
  package mutating func append(bytesOf text: String) {
    text.utf8.span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
