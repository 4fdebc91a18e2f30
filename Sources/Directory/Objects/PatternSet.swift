import Bytes

/// A set of characters in a pattern: `[a-z]`, `\d`, `.`.
///
/// POSIX sees bytes. So characters beyond ASCII are sequences of bytes, each an alternative beside the set of the others.
struct PatternSet {
  private var ascii = [Bool](repeating: false, count: 128)
  /// Ranges beyond ASCII.
  private var others: [ClosedRange<UInt32>] = []
  /// Of a class such as `\w`, which has all that is beyond ASCII.
  private var hasAllOthers = false
  private var isNegated = false

  /// Any character.
  static let any: PatternPart = {
    var set = PatternSet()
    set.isNegated = true
    return set.part
  }()

  /// `\p{L}`.
  static let letters: PatternPart = {
    var set = PatternSet()
    set.insertLetters()
    return set.part
  }()

  private init() {}

  /// `\d`, `\w`, `\s` and their opposites. Nil for another escape. Characters beyond ASCII are letters.
  init?(escape: Unicode.Scalar) {
    self.init()
    switch escape {
    case "d", "D": insert(0x30...0x39)
    case "w", "W":
      for range in [0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F...0x5F] as [ClosedRange<UInt32>] { insert(range) }
      hasAllOthers = true
    case "s", "S":
      insert(0x09...0x0D)
      insert(0x20...0x20)
    default: return nil
    }
    isNegated = escape.properties.isUppercase
  }

  /// Reads what follows `[`.
  init(_ reader: inout PatternReader) throws(AttributePattern.Fault) {
    self.init()
    isNegated = reader.take("^")
    var isFirst = true
    while true {
      guard let scalar = reader.take() else {
        throw reader.fault("a '[' is not closed; add ']', or write '\\[' for the character")
      }
      if scalar == "]", !isFirst { break }
      if scalar == "-", !isFirst, reader.next == "[" { throw Self.subtraction(reader) }
      isFirst = false
      guard let first = try member(scalar, &reader) else { continue }
      guard reader.next == "-" else {
        insert(first.value...first.value)
        continue
      }
      _ = reader.take()
      if reader.next == "]" {
        insert(first.value...first.value)
        insert(0x2D...0x2D)
        continue
      }
      guard let end = reader.take() else { continue }
      if end == "[" { throw Self.subtraction(reader) }
      guard let last = try member(end, &reader), last.value >= first.value else {
        throw reader.fault("the range that begins with '\(first)' has no end after it; write '\\-' for the character")
      }
      insert(first.value...last.value)
    }
    if isNegated, hasAllOthers, ascii.dropFirst().allSatisfy({ $0 }) {
      throw reader.fault("no character can stand there; name those that may")
    }
    if isNegated, !others.isEmpty {
      throw reader.fault("[^...] has characters beyond ASCII, which cannot be used there; name those that may stand")
    }
  }

  private static func subtraction(_ reader: PatternReader) -> AttributePattern.Fault {
    reader.fault("sets cannot be subtracted here; name the characters that may stand")
  }

  /// A character of the set; nil for a class, which is put in.
  private mutating func member(
    _ scalar: Unicode.Scalar, _ reader: inout PatternReader
  ) throws(AttributePattern.Fault) -> Unicode.Scalar? {
    guard scalar == "\\" else { return scalar }
    guard let escape = reader.take() else { throw reader.fault("'\\' escapes nothing; write '\\\\' for the character") }
    if escape == "p", reader.take("{L}") {
      insertLetters()
      return nil
    }
    guard let set = PatternSet(escape: escape) else { return try reader.character(escaped: escape) }
    for byte in ascii.indices where set.ascii[byte] != set.isNegated && byte > 0 { ascii[byte] = true }
    if set.hasAllOthers != set.isNegated { hasAllOthers = true }
    return nil
  }

  private mutating func insertLetters() {
    insert(0x41...0x5A)
    insert(0x61...0x7A)
    hasAllOthers = true
  }

  private mutating func insert(_ range: ClosedRange<UInt32>) {
    if range.lowerBound < 0x80 {
      for byte in range.lowerBound...min(range.upperBound, 0x7F) { ascii[Int(byte)] = true }
    }
    if range.upperBound >= 0x80 { others.append(max(range.lowerBound, 0x80)...range.upperBound) }
  }

  /// In the words of POSIX.
  var part: PatternPart {
    var alternatives: [[UInt8]] = []
    let members = (1..<128).filter { ascii[$0] != isNegated }.map { UInt8($0) }
    if !members.isEmpty { alternatives.append(Self.bracket(members)) }
    if hasAllOthers != isNegated {
      // The value is UTF-8: a first byte and those that follow it are one character.
      alternatives.append(Self.range(0xC2, 0xF4) + Self.range(0x80, 0xBF) + Array("+".utf8))
    } else {
      for range in others { Self.sequences(range.lowerBound, range.upperBound, &alternatives) }
    }
    let posix = Array("(".utf8) + alternatives.joined(separator: [0x7C]) + Array(")".utf8)
    return PatternPart(
      posix, sample: sample(members), size: max(alternatives.reduce(0) { $0 + max(1, $1.count / 8) }, 1))
  }

  /// Something readable if there is such.
  private func sample(_ members: [UInt8]) -> String {
    let best = members.first { ASCII.isAlphanumeric($0) } ?? members.first { $0 >= 0x20 } ?? members.first
    if let best { return String(Unicode.Scalar(best)) }
    return others.first.flatMap { Unicode.Scalar($0.lowerBound) }.map { String($0) } ?? "é"
  }

  /// `[...]` of single bytes, with runs as ranges. `]` stands first, `-` last and `^` not first, as POSIX wants it.
  private static func bracket(_ members: [UInt8]) -> [UInt8] {
    let special: Set<UInt8> = [0x5B, 0x5D, 0x5E, 0x2D]
    var text: [UInt8] = []
    if members.contains(0x5D) { text.append(0x5D) }
    var plain = members.filter { !special.contains($0) }[...]
    while let first = plain.popFirst() {
      var last = first
      while let following = plain.first, following == last + 1 { last = plain.removeFirst() }
      text += last > first + 1 ? [first, 0x2D, last] : last > first ? [first, last] : [first]
    }
    if members.contains(0x5B) { text.append(0x5B) }
    if members.contains(0x5E) {
      if text.isEmpty {
        // `[^]` is something else.
        return members.contains(0x2D) ? Array("[-^]".utf8) : Array("\\^".utf8)
      }
      text.append(0x5E)
    }
    if members.contains(0x2D) { text.append(0x2D) }
    return [0x5B] + text + [0x5D]
  }

  private static func range(_ first: UInt8, _ last: UInt8) -> [UInt8] {
    first == last ? [first] : [0x5B, first, 0x2D, last, 0x5D]
  }

  /// The sequences of bytes of a range beyond ASCII: split until each byte has a range of its own.
  private static func sequences(_ first: UInt32, _ last: UInt32, _ all: inout [[UInt8]]) {
    for border in [0x7FF, 0xFFFF] as [UInt32] where first <= border && last > border {
      sequences(first, border, &all)
      sequences(border + 1, last, &all)
      return
    }
    for index in 1..<UInt32(bytes(first).count) {
      let mask: UInt32 = (1 << (6 * index)) - 1
      guard first & ~mask != last & ~mask else { continue }
      if first & mask != 0 {
        sequences(first, first | mask, &all)
        sequences((first | mask) + 1, last, &all)
        return
      }
      if last & mask != mask {
        sequences(first, (last & ~mask) - 1, &all)
        sequences(last & ~mask, last, &all)
        return
      }
    }
    all.append(zip(bytes(first), bytes(last)).flatMap { range($0, $1) })
  }

  /// UTF-8, also of the numbers that are no characters.
  private static func bytes(_ number: UInt32) -> [UInt8] {
    func rest(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: number >> shift & 0x3F) }
    if number < 0x800 { return [0xC0 | UInt8(number >> 6), rest(0)] }
    if number < 0x10000 { return [0xE0 | UInt8(number >> 12), rest(6), rest(0)] }
    return [0xF0 | UInt8(truncatingIfNeeded: number >> 18), rest(12), rest(6), rest(0)]
  }
}
