import Bytes
import JSON

/// A JSON value as YAML for people: what is short stands in one line, long texts are folded, nothing is quoted that need not be.
/// The same value gives the same bytes.
struct YAMLText {
  private static let width = 110

  private var text = ""

  /// The members of a mapping, each with a line of its own.
  static func document(_ object: JSONObject) -> String {
    var writer = YAMLText()
    for member in object.members { writer.entry(member, indent: 0, depth: 1) }
    return writer.text
  }

  // MARK: Blocks

  /// `depth` is how many keys lead here.
  private mutating func entry(_ member: JSONObject.Member, indent: Int, depth: Int) {
    if depth == 1, !text.isEmpty, member.value.array != nil || member.value.object != nil { text += "\n" }
    text += Self.spaces(indent) + Self.scalar(member.name) + ":"
    value(member.value, indent: indent, used: indent + member.name.utf8.count + 1, depth: depth)
  }

  private mutating func value(_ value: JSONValue, indent: Int, used: Int, depth: Int) {
    if let line = line(value, used: used, depth: depth) {
      text += " \(line)\n"
      return
    }
    switch value {
    case .object(let object):
      text += "\n"
      for member in object.members { entry(member, indent: indent + 2, depth: depth + 1) }
    case .array(let items):
      text += "\n"
      for item in items { self.item(item, indent: indent + 2, depth: depth + 1) }
    case .string(let string): text += Self.block(string, indent: indent + 2)
    default: text += "\n"
    }
  }

  private mutating func item(_ item: JSONValue, indent: Int, depth: Int) {
    text += Self.spaces(indent) + "-"
    if let line = line(item, used: indent + 1, depth: depth + 1) {
      text += " \(line)\n"
    } else if case .object(let object) = item {
      // The first key stands behind the dash.
      for (index, member) in object.members.enumerated() {
        if index == 0 {
          text += " " + Self.scalar(member.name) + ":"
          value(member.value, indent: indent + 2, used: indent + 3 + member.name.utf8.count, depth: depth + 1)
        } else {
          entry(member, indent: indent + 2, depth: depth + 1)
        }
      }
    } else {
      value(item, indent: indent, used: indent + 1, depth: depth)
    }
  }

  /// The value in the rest of a line; nil where it needs more, or reads better in several.
  private func line(_ value: JSONValue, used: Int, depth: Int) -> String? {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      let isFlat = object.members.allSatisfy { $0.value.isScalar || $0.value.isListOfScalars }
      guard isFlat || depth > 2, object["then"] == nil else { return nil }
    case .array(let items) where !items.isEmpty:
      guard value.isListOfScalars || depth > 3 else { return nil }
      // Actions one below the other.
      guard items.count < 2 || value.isListOfScalars else { return nil }
    default: break
    }
    guard let line = Self.flow(value), used + 1 + line.utf8.count <= Self.width || value.isShort else { return nil }
    return line
  }

  // MARK: Lines

  private static func flow(_ value: JSONValue) -> String? {
    switch value {
    case .string(let string):
      return string.utf8.contains(0x0A) ? nil : scalar(string)
    case .array(let items):
      let parts = items.map(flow)
      return parts.contains(nil) ? nil : "[\(parts.compactMap(\.self).joined(separator: ", "))]"
    case .object(let object):
      guard !object.members.isEmpty else { return "{}" }
      let parts = object.members.map { member in flow(member.value).map { "\(scalar(member.name)): \($0)" } }
      return parts.contains(nil) ? nil : "{ \(parts.compactMap(\.self).joined(separator: ", ")) }"
    default: return value.text
    }
  }

  /// A text in one line, plain where every reader takes it for a text.
  private static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

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
    // What may be a number in some version of YAML; a range of counts is none.
    let isNumber =
      ASCII.isDigit(first) && bytes.allSatisfy { ASCII.isDigit($0) || "+-._:eE".utf8.contains($0) }
      || text.hasPrefix("0x") || text.hasPrefix("0o")
    return !isNumber || text.firstPlace(of: "..") != nil
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for character in text.unicodeScalars {
      switch character.value {
      case 0x22: output += "\\\""
      case 0x5C: output += "\\\\"
      case 0x09: output += "\\t"
      case 0x0A: output += "\\n"
      case 0x0D: output += "\\r"
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(character.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: output.unicodeScalars.append(character)
      }
    }
    return output + "\""
  }

  // MARK: Long texts

  /// A text that does not fit, from behind its key on: as it is, folded, or in quotes.
  private static func block(_ text: String, indent: Int) -> String {
    let ends = text.hasSuffix("\n")
    let body = ends ? String(text.dropLast()) : text
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    let isClean =
      !body.isEmpty && !body.hasSuffix("\n") && text.unicodeScalars.allSatisfy { isPrintable($0.value) }
      && lines.allSatisfy { !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }
    guard isClean else { return " \(quoted(text))\n" }
    let mark = ends ? "" : "-"
    if lines.allSatisfy({ indent + $0.utf8.count <= width + 20 }) {
      return " |\(mark)\n" + lines.map { $0.isEmpty ? "\n" : spaces(indent) + $0 + "\n" }.joined()
    }
    // In a folded text an empty line stands for the end of a line, and two blanks would be one.
    guard body.firstPlace(of: "  ") == nil else { return " \(quoted(text))\n" }
    var output = " >\(mark)\n"
    for (index, line) in lines.enumerated() {
      if index > 0 { output += "\n" }
      if !line.isEmpty { output += wrapped(line, indent: indent) }
    }
    return output
  }

  private static func wrapped(_ line: Substring, indent: Int) -> String {
    var output = ""
    var current = ""
    for word in line.split(separator: " ") {
      if !current.isEmpty, indent + current.utf8.count + 1 + word.utf8.count > width {
        output += spaces(indent) + current + "\n"
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + word
    }
    return output + spaces(indent) + current + "\n"
  }

  private static func isPrintable(_ scalar: UInt32) -> Bool {
    scalar == 0x0A || (0x20..<0x7F).contains(scalar) || (0xA0..<0x2028).contains(scalar)
      || (scalar > 0x2029 && scalar != 0xFEFF && scalar != 0xFFFE && scalar != 0xFFFF)
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .array(let items): items.isEmpty
    case .object(let object): object.members.isEmpty
    default: true
    }
  }

  fileprivate var isListOfScalars: Bool { array.map { $0.allSatisfy(\.isScalar) } ?? false }

  /// Whether it goes into a line whatever its length: nothing breaks it.
  fileprivate var isShort: Bool {
    switch self {
    case .string(let text): !text.utf8.contains(0x20) && !text.utf8.contains(0x0A)
    case .array, .object: isScalar
    default: true
    }
  }
}
