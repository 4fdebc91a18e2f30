/// Breaks text into lines for a column of limited width.
enum TextColumn {
  /// Breaks `text` at its spaces into lines of at most `width` characters. Text in braces stays on one line; a word
  /// longer than a line is cut.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(text) {
      var word = word[...]
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      while word.count > width {
        lines.append(String(word.prefix(width)))
        word = word.dropFirst(width)
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var depth = 0
    for word in text.split(separator: " ") {
      if depth > 0, let last = words.indices.last { words[last] += " " + word } else { words.append(String(word)) }
      for character in word.unicodeScalars { depth += character == "{" ? 1 : character == "}" ? -1 : 0 }
    }
    return words
  }

  /// The lines of `text` with `label` before the first one; the other lines are indented by `indent`.
  static func labelled(_ label: String, _ text: String, indent: Int, width: Int) -> [String] {
    lines(text, width: width - indent).enumerated().map { index, line in
      let margin = index == 0 ? label : ""
      return margin + String(repeating: " ", count: max(0, indent - margin.count)) + line
    }
  }
}
