/// Base 64 with the standard alphabet (RFC 4648 §4) and the URL-safe one (§5).
package enum Base64 {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Six-bit values by character for both alphabets, 255 for a byte in neither.
  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 255, count: 256)
    for alphabet in [standard, urlSafe] {
      for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    }
    return table
  }()

  /// Padded, standard alphabet: certificates and `WWW-Authenticate` claims.
  package static func encode(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: standard, padded: true) }

  /// Unpadded, URL-safe alphabet: everything inside a JWT, `client_info`, handles.
  package static func encodeURL(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: urlSafe, padded: false) }

  /// The bytes that `text` spells in either alphabet, padded or not; nil for any other character, a stray bit or an
  /// impossible length.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var characters = Array(text.utf8)
    if characters.count % 4 == 0 {
      for _ in 0..<2 where characters.last == 0x3D { characters.removeLast() }
    }
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var bits: UInt32 = 0
    var held: UInt32 = 0
    for character in characters {
      let value = values[Int(character)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    guard bits & ((1 << held) - 1) == 0 else { return nil }
    return bytes
  }

  private static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var at = 0
      func append(_ character: UInt8) {
        text[at] = character
        at += 1
      }
      var index = 0
      while index < bytes.count {
        let first = bytes[index]
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        let third = index + 2 < bytes.count ? bytes[index + 2] : 0
        append(alphabet[Int(first >> 2)])
        append(alphabet[Int((first & 3) << 4 | second >> 4)])
        if index + 1 < bytes.count { append(alphabet[Int((second & 15) << 2 | third >> 6)]) }
        if index + 2 < bytes.count { append(alphabet[Int(third & 63)]) }
        index += 3
      }
      if padded { while at % 4 != 0 { append(0x3D) } }
      return at
    }
  }
}
