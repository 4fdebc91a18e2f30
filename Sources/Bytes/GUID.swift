/// A 128-bit identifier in the spelling Microsoft uses everywhere: `8-4-4-4-12` hexadecimal digits, small letters.
package struct GUID: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  package static let zero = GUID(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The GUID of exactly sixteen bytes, most significant first; nil for any other count.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(folding: bytes)
  }

  /// A version 4 GUID (RFC 9562 §5.4) from random bytes; bytes past the sixteenth are ignored, missing ones are zero.
  package init(random bytes: some Collection<UInt8>) {
    let raw = GUID(folding: bytes.prefix(16))
    self.init(
      high: raw.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: raw.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  private init(folding bytes: some Collection<UInt8>) {
    var words: [UInt64] = [0, 0]
    for (index, byte) in bytes.enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(56 - 8 * (index % 8))
    }
    self.init(high: words[0], low: words[1])
  }

  /// Reads the `8-4-4-4-12` form, in either case and without braces; nil for everything else.
  package init?(_ text: some StringProtocol) {
    let characters = Array(text.utf8)
    guard characters.count == 36 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var index = 0
    while index < 36 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard characters[index] == 0x2D else { return nil }
        index += 1
        continue
      }
      guard let first = ASCII.hexValue(characters[index]), let second = ASCII.hexValue(characters[index + 1]) else {
        return nil
      }
      bytes.append(first << 4 | second)
      index += 2
    }
    self.init(folding: bytes)
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for word in [high, low] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  package var description: String {
    let digits = Array(Hex.encode(bytes).utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, digit) in digits.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append(0x2D) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Sixty-four bits that spread even ids which differ in a few digits only; the same in every run.
  package var mixedBits: UInt64 {
    let product = (high ^ low &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    return product ^ product >> 32
  }

  package static func < (left: GUID, right: GUID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
