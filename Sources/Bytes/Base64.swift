/// Base 64 with the standard alphabet (RFC 4648 §4) and the one for URLs (§5).
package enum Base64 {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The six-bit value of each character. 255 for a byte that is not in the alphabets.
  private static let values = table(of: [standard, urlSafe])
  private static let urlSafeValues = table(of: [urlSafe])

  private static func table(of alphabets: [[UInt8]]) -> [UInt8] {
    var table = [UInt8](repeating: 255, count: 256)
    for alphabet in alphabets {
      for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    }
    return table
  }

  /// With padding, in the standard alphabet, for certificates and for `claims` in `WWW-Authenticate`.
  package static func encode(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: standard, padded: true) }

  /// Without padding, in the alphabet for URLs, for the parts of a JWT, `client_info` and handles.
  package static func encodeURL(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: urlSafe, padded: false) }

  /// The bytes of a text in either alphabet, with or without padding. Nil for another character, for an impossible
  /// length, and for bits at the end that no byte needs.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var characters = Array(text.utf8)
    if characters.count % 4 == 0 {
      for _ in 0..<2 where characters.last == 0x3D { characters.removeLast() }
    }
    return decode(characters[...], by: values)
  }

  /// The bytes of a text in the alphabet for URLs without padding, as the parts of a JWT must be (RFC 7515 §2). Nil
  /// for any other text.
  package static func decodeURL(_ characters: ArraySlice<UInt8>) -> [UInt8]? { decode(characters, by: urlSafeValues) }

  private static func decode(_ characters: ArraySlice<UInt8>, by values: [UInt8]) -> [UInt8]? {
    guard characters.count % 4 != 1 else { return nil }
    var isSpelled = true
    let bytes = [UInt8](unsafeUninitializedCapacity: characters.count * 3 / 4) { bytes, count in
      var bits: UInt32 = 0
      var held: UInt32 = 0
      for character in characters {
        let value = values[Int(character)]
        if value >= 64 { isSpelled = false }
        bits = bits << 6 | UInt32(value & 63)
        held += 6
        if held >= 8 {
          held -= 8
          bytes[count] = UInt8(truncatingIfNeeded: bits >> held)
          count += 1
        }
      }
      if bits & ((1 << held) - 1) != 0 { isSpelled = false }
    }
    return isSpelled ? bytes : nil
  }

  /// Appends what `encodeURL` returns.
  package static func appendURL(_ bytes: [UInt8], to output: inout [UInt8]) {
    output.append(contentsOf: characters(bytes, urlSafe, padded: false))
  }

  private static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
    String(decoding: characters(bytes, alphabet, padded: padded), as: UTF8.self)
  }

  private static func characters(_ bytes: [UInt8], _ alphabet: [UInt8], padded: Bool) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
      alphabet.withUnsafeBufferPointer { alphabet in
        let bytes = bytes.span
        var index = 0
        var at = 0
        // The capacity is exact, so every write is within it.
        while index &+ 2 < bytes.count {
          let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index &+ 1]) << 8 | UInt32(bytes[index &+ 2])
          text[at] = alphabet[Int(group >> 18)]
          text[at &+ 1] = alphabet[Int(group >> 12 & 63)]
          text[at &+ 2] = alphabet[Int(group >> 6 & 63)]
          text[at &+ 3] = alphabet[Int(group & 63)]
          at &+= 4
          index &+= 3
        }
        let rest = bytes.count - index
        if rest > 0 {
          let group = UInt32(bytes[index]) << 16 | (rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
          text[at] = alphabet[Int(group >> 18)]
          text[at + 1] = alphabet[Int(group >> 12 & 63)]
          at += 2
          if rest > 1 {
            text[at] = alphabet[Int(group >> 6 & 63)]
            at += 1
          }
          while padded, at % 4 != 0 {
            text[at] = 0x3D
            at += 1
          }
        }
        count = at
      }
    }
  }
}
