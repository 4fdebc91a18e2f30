/// Checks of eight bytes at once. Most texts have none of the bytes in question and need an eighth of the steps.
enum WordScan {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether the word has a zero byte.
  @inline(__always)
  static func hasZero(_ word: UInt64) -> Bool { (word &- ones) & ~word & highBits != 0 }

  /// Whether the word has that byte.
  @inline(__always)
  static func has(_ byte: UInt8, _ word: UInt64) -> Bool { hasZero(word ^ ones &* UInt64(byte)) }

  /// Whether the word has a byte below 32.
  @inline(__always)
  static func hasControl(_ word: UInt64) -> Bool { (word &- ones &* 0x20) & ~word & highBits != 0 }

  @inline(__always)
  static func word(_ bytes: RawSpan, at index: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}

extension Span<UInt8> {
  /// Whether no byte needs an escape in a JSON string: all are printable ASCII other than `"` and `\`. A byte above
  /// ASCII counts as one that does.
  package var isPlainJSON: Bool {
    var index = 0
    let words = bytes
    while index &+ 8 <= count {
      let word = WordScan.word(words, at: index)
      if word & WordScan.highBits != 0 || WordScan.hasControl(word) || WordScan.has(0x22, word)
        || WordScan.has(0x5C, word)
      {
        return false
      }
      index &+= 8
    }
    while index < count {
      let byte = self[index]
      guard byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C else { return false }
      index &+= 1
    }
    return true
  }

  /// The number of equal bytes at the beginning. `other` must not be shorter.
  func sameBytes(as other: Span<UInt8>) -> Int {
    var index = 0
    let words = bytes
    let others = other.bytes
    while index &+ 8 <= count, WordScan.word(words, at: index) == WordScan.word(others, at: index) { index &+= 8 }
    while index < count, self[index] == other[index] { index &+= 1 }
    return index
  }

  /// The offset of the first control character other than the tab, from `start` to before `end`. `end` when there is
  /// none.
  package func firstControl(from start: Int, to end: Int) -> Int {
    var index = start
    let words = bytes
    while index < end {
      while index &+ 8 <= end {
        let word = WordScan.word(words, at: index)
        if WordScan.hasControl(word) || WordScan.has(0x7F, word) { break }
        index &+= 8
      }
      // The eight bytes with a control character, or those that are left.
      let stop = Swift.min(index &+ 8, end)
      while index < stop {
        let byte = self[index]
        if byte < 0x20 && byte != 0x09 || byte == 0x7F { return index }
        index &+= 1
      }
    }
    return end
  }
}
