import Bytes

/// A class of characters in a pattern, such as `[a-z]`, `\d` or `.`: ranges of Unicode scalars in their order, without overlaps.
struct CharacterRanges: Sendable, Equatable {
  private var ranges: [ClosedRange<UInt32>]

  /// Any character but the zero byte, which no value has.
  static let any = Self([1...0x10FFFF])
  /// Letters, as `\p{L}` has them here: those of ASCII, and all that is beyond it.
  static let letters = Self([0x41...0x5A, 0x61...0x7A, 0x80...0x10FFFF])

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// `\d`, `\w`, `\s` and their opposites. Nil for another escape. `\w` takes what is beyond ASCII for letters.
  init?(escape: Unicode.Scalar) {
    let digits: ClosedRange<UInt32> = 0x30...0x39
    switch escape {
    case "d": self.init([digits])
    case "w": self = Self.letters.union(Self([digits, 0x5F...0x5F]))
    case "s": self.init([0x09...0x0D, 0x20...0x20])
    case "D", "W", "S":
      guard let opposite = Self(escape: escape.properties.lowercaseMapping.unicodeScalars.first ?? "d") else {
        return nil
      }
      self = opposite.inverted
    default: return nil
    }
  }

  func union(_ other: Self) -> Self { Self(ranges + other.ranges) }

  /// All other characters.
  var inverted: Self {
    var next: UInt32 = 1
    var others: [ClosedRange<UInt32>] = []
    for range in ranges {
      if range.lowerBound > next { others.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { others.append(next...0x10FFFF) }
    return Self(others)
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// The character, where there is one alone.
  var only: UInt32? {
    guard let range = ranges.first, ranges.count == 1, range.lowerBound == range.upperBound else { return nil }
    return range.lowerBound
  }

  func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }

  /// One of them, and something readable if there is such.
  var sample: Unicode.Scalar {
    let ascii = (1..<128).filter { contains(UInt32($0)) }.map { UInt8($0) }
    if let best = ascii.first(where: ASCII.isAlphanumeric) ?? ascii.first(where: { $0 >= 0x20 }) ?? ascii.first {
      return Unicode.Scalar(best)
    }
    return contains(0xE9) ? "é" : ranges.lazy.compactMap { Unicode.Scalar($0.lowerBound) }.first ?? "é"
  }
}
