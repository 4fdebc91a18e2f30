import Bytes
import JSON

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

  /// The text as YAML has it: in quotation marks unless every reader takes it for a text without them.
  package static func yaml(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var isPlain =
      !bytes.isEmpty && bytes.first.map { ASCII.isLetter($0) || ASCII.isDigit($0) } == true && bytes.last != 0x3A
    for (index, byte) in bytes.enumerated() where isPlain {
      let isMark = [0x2D, 0x5F, 0x2E, 0x2F, 0x40, 0x2B, 0x3A].contains(byte)
      let isBlank = byte == 0x20 && index > 0 && bytes[index - 1] != 0x3A && index + 1 < bytes.count
      isPlain = ASCII.isAlphanumeric(byte) || isMark || isBlank
    }
    let isNumber = bytes.allSatisfy {
      ASCII.isDigit($0) || [0x2E, 0x5F, 0x3A, 0x2D, 0x2B, 0x65, 0x45, 0x78].contains($0)
    }
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    if isNumber && GUID(text) == nil || words.contains(ASCII.lowercased(text)) { isPlain = false }
    return isPlain ? text : escaped(JSONValue.string(text).text)
  }

  /// JSON may hold control characters of Unicode and marks of no text; YAML wants them as escapes (YAML 1.2 §5.1).
  private static func escaped(_ json: String) -> String {
    func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
    guard !json.unicodeScalars.allSatisfy(isPrintable) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if isPrintable(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return text
  }
}
