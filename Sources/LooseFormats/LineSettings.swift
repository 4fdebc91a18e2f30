import Bytes

/// Reads files of one `name = value` a line: `.env` in its dialects, `.properties`, and `.ini` with sections.
package enum LineSettings {
  /// `colonSeparates`: whether `name: value` counts too, as in `.properties`.
  package static func parse(_ text: SourceText, colonSeparates: Bool) -> [Setting] {
    var settings: [Setting] = []
    var path: [String] = []
    var scope: [Int] = []
    let lines = text.lines
    var index = 0
    while index < lines.count {
      let line = index + 1
      var content = ASCII.trimmed(lines[index])
      index += 1
      if content.hasPrefix("["), content.hasSuffix("]") {
        path = [String(content.dropFirst().dropLast())]
        scope = [line]
        continue
      }
      guard !content.isEmpty, !content.hasPrefix("#"), !content.hasPrefix(";"), !content.hasPrefix("!") else {
        continue
      }
      // A property goes on after a backslash at the end of its line.
      while colonSeparates, content.hasSuffix("\\"), index < lines.count {
        content = String(content.dropLast()) + ASCII.trimmed(lines[index])
        index += 1
      }
      if content.hasPrefix("export ") || content.hasPrefix("set ") || content.hasPrefix("SET ") {
        content = ASCII.trimmed(content[(content.firstIndex(of: " ") ?? content.startIndex)...])
      }
      if content.hasPrefix("$env:") || content.hasPrefix("$Env:") { content = String(content.dropFirst(5)) }
      guard let separator = content.utf8.firstIndex(where: { $0 == 0x3D || colonSeparates && $0 == 0x3A }) else {
        continue
      }
      let key = ASCII.trimmed(content[..<separator])
      guard !key.isEmpty else { continue }
      var value = ASCII.trimmed(content[content.index(after: separator)...])
      if !colonSeparates {
        value = Quoting.withoutComment(value)
        if value.hasPrefix("#") { value = "" }
      }
      value = Quoting.unquoted(value)
      if colonSeparates { value = unescaped(value) }
      settings.append(Setting(path: path, key: key, value: value, scope: scope, line: line))
    }
    return settings
  }

  /// `\:` and `\=` of `.properties`.
  private static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(0x5C) else { return value }
    var output: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8 {
      if byte == 0x5C, !isEscaped {
        isEscaped = true
      } else {
        output.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The parts of a list that stands in one value, separated by commas or blanks.
  package static func list(_ value: String) -> [String] {
    var parts: [String] = []
    for part in value.split(whereSeparator: { $0 == "," || $0 == " " || $0 == ";" || $0 == "[" || $0 == "]" }) {
      let text = Quoting.unquoted(String(part))
      if !text.isEmpty { parts.append(text) }
    }
    return parts
  }
}
