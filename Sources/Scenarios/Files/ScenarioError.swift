/// Why a scenario text is refused: the place, and what to write instead.
package struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the file, or a word for a text without one: `body`, `overrides`.
  package var file: String
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int
  /// One printable sentence without a full stop. It may quote words of the file.
  package var sentence: String

  package init(file: String, line: Int, column: Int, _ sentence: String) {
    self.file = file
    self.line = line
    self.column = column
    self.sentence = Self.printable(sentence)
  }

  /// Sentences quote words of a file, which may be of any length.
  private static let longestWord = 100
  private static let longestSentence = 1_500

  /// One line that a terminal can show: control characters escaped, what is too long cut off.
  private static func printable(_ sentence: String) -> String {
    var text = ""
    var wordLength = 0
    for scalar in sentence.unicodeScalars.prefix(100_000) {
      wordLength = scalar == " " ? 0 : wordLength + 1
      if wordLength > longestWord {
        // The closing quote and the text after it stay, since a reader needs them.
        if wordLength == longestWord + 1 { text += "…" }
        if scalar == "'" { text += "'" }
        continue
      }
      switch scalar.value {
      case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    guard text.unicodeScalars.count > longestSentence else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestSentence))) + "…"
  }

  /// One line that editors and CI systems turn into a link.
  package var description: String { "\(file):\(line):\(column): \(sentence)" }
}
