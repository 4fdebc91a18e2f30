import Bytes
import JSON
import YAML

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
    text += Self.spaces(indent) + YAMLScalar.written(member.name) + ":"
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
          text += " " + YAMLScalar.written(member.name) + ":"
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
      return string.utf8.contains(0x0A) ? nil : YAMLScalar.written(string)
    case .array(let items):
      let parts = items.map(flow)
      return parts.contains(nil) ? nil : "[\(parts.compactMap(\.self).joined(separator: ", "))]"
    case .object(let object):
      guard !object.members.isEmpty else { return "{}" }
      let parts = object.members.map { member in flow(member.value).map { "\(YAMLScalar.written(member.name)): \($0)" }
      }
      return parts.contains(nil) ? nil : "{ \(parts.compactMap(\.self).joined(separator: ", ")) }"
    default: return value.text
    }
  }

  // MARK: Long texts

  /// A text that does not fit, from behind its key on: as it is, folded, or in quotes.
  private static func block(_ text: String, indent: Int) -> String {
    let ends = text.hasSuffix("\n")
    let body = ends ? String(text.dropLast()) : text
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    let isClean =
      !body.isEmpty && !body.hasSuffix("\n")
      && text.unicodeScalars.allSatisfy { $0 == "\n" || YAMLScalar.isPrintable($0) }
      && lines.allSatisfy { !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }
    guard isClean else { return " \(YAMLScalar.quoted(text))\n" }
    let mark = ends ? "" : "-"
    if lines.allSatisfy({ indent + $0.utf8.count <= width + 20 }) {
      return " |\(mark)\n" + lines.map { $0.isEmpty ? "\n" : spaces(indent) + $0 + "\n" }.joined()
    }
    // In a folded text an empty line stands for the end of a line, and two blanks would be one.
    guard body.firstPlace(of: "  ") == nil else { return " \(YAMLScalar.quoted(text))\n" }
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
