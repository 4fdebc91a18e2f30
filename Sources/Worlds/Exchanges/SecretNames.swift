import Bytes

/// Names whose values are likely to give access: some are whole names, others are parts of names. ASCII case does not count. A name is walked
/// through once, however many there are: the names of every member that was sent come here.
struct SecretNames: Sendable {
  private let whole: [[UInt8]]
  /// The parts that begin with a letter, by its place in the alphabet.
  private let parts: [[[UInt8]]]
  /// One bit for each letter that comes second in one of those parts.
  private let seconds: [UInt32]

  /// Parts begin with two letters from `a` to `z`.
  init(whole: [String], parts: [String]) {
    self.whole = whole.map { Array($0.utf8) }
    var byLetter = [[[UInt8]]](repeating: [], count: 26)
    var seconds = [UInt32](repeating: 0, count: 26)
    for part in parts {
      let bytes = Array(part.utf8)
      let first = Self.place(bytes[0])
      byLetter[first].append(bytes)
      seconds[first] |= 1 << UInt32(Self.place(bytes[1]))
    }
    self.parts = byLetter
    self.seconds = seconds
  }

  /// Whether it is one of the names, or has one of the parts in it.
  func fit(_ name: Span<UInt8>) -> Bool {
    for text in whole where text.count == name.count && Self.stands(text, in: name, at: 0) { return true }
    guard name.count > 1 else { return false }
    for start in 0..<name.count - 1 {
      let (first, second) = (Self.place(name[start]), Self.place(name[start + 1]))
      guard first < 26, second < 26, seconds[first] >> UInt32(second) & 1 == 1 else { continue }
      for part in parts[first] where Self.stands(part, in: name, at: start) { return true }
    }
    return false
  }

  /// The place of a letter in the alphabet; 26 or more for any other byte.
  private static func place(_ byte: UInt8) -> Int { Int((byte | 0x20) &- 0x61) }

  private static func stands(_ text: [UInt8], in name: Span<UInt8>, at start: Int) -> Bool {
    guard start + text.count <= name.count else { return false }
    for index in text.indices where ASCII.lowercased(name[start + index]) != text[index] { return false }
    return true
  }
}
