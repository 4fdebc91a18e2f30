/// A 128-bit identifier. Its text has Microsoft's usual form: `8-4-4-4-12` hexadecimal digits in small letters.
package struct GUID: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// All 128 bits are zero.
  package static let zero = GUID(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The GUID of exactly sixteen bytes, most significant first. Nil for another number of bytes.
  @inlinable package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(folding: Array(bytes))
  }

  /// The same for an array, without the generic path.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(folding: bytes)
  }

  /// A version 4 GUID (RFC 9562 §5.4) from random bytes. Bytes after the sixteenth are ignored; missing bytes count
  /// as zero.
  @inlinable package init(random bytes: some Collection<UInt8>) { self.init(randomBytes: Array(bytes.prefix(16))) }

  /// The same for an array, without the generic path.
  package init(random bytes: [UInt8]) { self.init(randomBytes: bytes.count > 16 ? Array(bytes.prefix(16)) : bytes) }

  @usableFromInline init(randomBytes bytes: [UInt8]) {
    let raw = GUID(folding: bytes)
    self.init(
      high: raw.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: raw.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Concrete, because it runs several times for every request, and the compiler does not specialise a generic
  /// function for other modules.
  @usableFromInline init(folding bytes: [UInt8]) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in 0..<16 {
      let byte = index < bytes.count ? UInt64(bytes[index]) : 0
      if index < 8 { high = high << 8 | byte } else { low = low << 8 | byte }
    }
    self.init(high: high, low: low)
  }

  /// Reads the `8-4-4-4-12` form, in either case and without braces. Nil for any other text.
  @inlinable package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 36 else { return nil }
    self.init(characters: Array(text.utf8))
  }

  /// The same for a `String`, without the generic path.
  package init?(_ text: String) { self.init(characters: text.utf8.span) }

  @usableFromInline init?(characters: [UInt8]) { self.init(characters: characters.span) }

  private init?(characters: Span<UInt8>) {
    guard characters.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
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
      let byte = UInt64(first << 4 | second)
      if index < 18 { high = high << 8 | byte } else { low = low << 8 | byte }
      index += 2
    }
    self.init(high: high, low: low)
  }

  /// Sixteen bytes, most significant first.
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

  /// The `8-4-4-4-12` form in small letters.
  package var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var at = 0
      var word = high
      for byte in 0..<16 {
        if byte == 8 { word = low }
        if byte == 4 || byte == 6 || byte == 8 || byte == 10 {
          buffer[at] = 0x2D
          at &+= 1
        }
        buffer[at] = Self.digit(word &>> 60)
        buffer[at &+ 1] = Self.digit(word &>> 56 & 15)
        word &<<= 8
        at &+= 2
      }
      return at
    }
  }

  private static func digit(_ value: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: value &+ (value < 10 ? 0x30 : 0x57))
  }

  /// Sixty-four bits that differ widely even for ids that differ in a few digits. They are the same in every run.
  package var mixedBits: UInt64 {
    let product = (high ^ low &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    return product ^ product >> 32
  }

  /// Compares the bytes, most significant first, as the texts compare too.
  package static func < (left: GUID, right: GUID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
