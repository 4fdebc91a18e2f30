import Bytes

/// How a text stands in a file that people read: without quotation marks where every reader takes it for a text.
package enum YAMLScalar {
  /// The text in one line, as a key or as a value, in brackets or not.
  package static func written(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// The text in double quotation marks (YAML 1.2 §7.3.1).
  package static func quoted(_ text: String) -> String {
    var output = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\t": output += "\\t"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case _ where isPrintable(character): output.unicodeScalars.append(character)
      default:
        let digits = String(character.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return output + "\""
  }

  /// Whether the character may stand as it is: no control character, no mark of no text, no end of a line (YAML 1.2 §5.1).
  package static func isPrintable(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
  ]

  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return false }
    guard ASCII.isAlphanumeric(first) || first == 0x2F, last != 0x20, last != 0x3A else { return false }
    guard !words.contains(ASCII.lowercased(text)) else { return false }
    // Letters, digits, and signs that mean nothing within a plain scalar, in brackets or not.
    guard bytes.allSatisfy({ ASCII.isAlphanumeric($0) || " _./:@+%*()-'=;!$".utf8.contains($0) }) else { return false }
    guard text.firstPlace(of: ": ") == nil else { return false }
    // What may be a number in some version of YAML; a range of counts and a GUID are none.
    let isNumber =
      ASCII.isDigit(first) && bytes.allSatisfy { ASCII.isDigit($0) || "+-._:eE".utf8.contains($0) }
      || text.hasPrefix("0x") || text.hasPrefix("0o")
    return !isNumber || text.firstPlace(of: "..") != nil || GUID(text) != nil
  }
}
