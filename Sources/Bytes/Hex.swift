/// Base 16 (RFC 4648 §8).
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)
  private static let capitals = Array("0123456789ABCDEF".utf8)

  /// Two digits for each byte, in small letters unless the caller asks for capitals.
  package static func encode(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    encode(Array(bytes), uppercase ? capitals : digits)
  }

  private static func encode(_ bytes: [UInt8], _ alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(alphabet[Int(byte >> 4)])
      text.append(alphabet[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text of hexadecimal digits in either case. Nil for another character or an odd length.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let value = ASCII.hexValue(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
