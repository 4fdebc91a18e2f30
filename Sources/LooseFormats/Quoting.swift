import Bytes

/// Quotation marks and comments of line-based files.
package enum Quoting {
  /// The text between quotation marks of any of the three kinds, or the text itself.
  package static func unquoted(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count >= 2, let first = bytes.first, first == bytes.last, [0x22, 0x27, 0x60].contains(first) else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// The text up to a `#` that stands outside of quotation marks, after a blank or at the beginning.
  package static func withoutComment(_ text: String) -> String {
    var quote: UInt8 = 0
    var before: UInt8 = 0x20
    var length = 0
    for byte in text.utf8 {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        if before == 0x20 || length == 0 { quote = byte }
      } else if byte == 0x23, before <= 0x20 {
        return ASCII.trimmed(String(decoding: text.utf8.prefix(length), as: UTF8.self))
      }
      before = byte
      length += 1
    }
    return text
  }
}
