import JSON
import Scenarios
import YAML

extension Expected {
  /// Reads what a file says of a value. Words of the form itself stand between angle brackets, so that no value is taken for one.
  init(_ value: FileValue) throws(ScenarioError) {
    switch value.node.kind {
    case .scalar(let text, let isQuoted):
      if text.hasPrefix("<"), text.hasSuffix(">"), let word = Self.word(text) {
        guard let kind = ValueKind(rawValue: word) else {
          throw value.unknown("kind of value", among: ValueKind.allCases.map { "<\($0.rawValue)>" })
        }
        self = .kind(kind)
      } else if !isQuoted, value.node.isNull || value.node.bool != nil || value.node.int != nil {
        self = .constant(JSONValue(value.node))
      } else {
        self = .text(text)
      }
    case .sequence(let items):
      self = .list(try Self.all(items, of: value))
    case .mapping(let entries):
      var parts: [Expected] = []
      var members: [(name: String, value: Expected)] = []
      for entry in entries {
        let own = FileValue(node: entry.value, key: entry.name, file: value.file)
        if let word = Self.word(entry.name) {
          parts.append(try Expected(word, own))
        } else {
          members.append((entry.name, try Expected(own)))
        }
      }
      if parts.isEmpty || !members.isEmpty { parts.append(.members(members)) }
      self = parts.count == 1 ? parts[0] : .all(parts)
    }
  }

  /// What stands behind a word of the form.
  private init(_ word: String, _ value: FileValue) throws(ScenarioError) {
    switch word {
    case "pattern":
      let pattern = try value.text()
      if RegularExpression(pattern) == nil { throw value.error("'\(pattern)' is not a regular expression of POSIX") }
      self = .pattern(pattern)
    case "any order": self = .anyOrder(try Self.all(value.node.items ?? [], of: value))
    case "words": self = .words(try value.text().split(separator: " ").map(String.init))
    case "one of": self = .oneOf(try Self.all(value.node.items ?? [], of: value))
    case "names":
      var names: [String] = []
      for item in try value.list("a list of names") { names.append(try item.text()) }
      self = .names(names)
    case "each": self = .each(try Expected(value))
    case "among": self = .among(try Self.all(value.node.items ?? [value.node], of: value))
    case "between":
      guard let items = value.node.items, items.count == 2, let low = items[0].int, let high = items[1].int else {
        throw value.mismatch("two numbers")
      }
      self = .between(Int64(low), Int64(high))
    default:
      throw value.error(
        "unknown word '<\(word)>'. Known: <pattern>, <any order>, <words>, <one of>, <each>, <names>, <among>, <between>"
      )
    }
  }

  private static func all(_ items: [YAMLNode], of value: FileValue) throws(ScenarioError) -> [Expected] {
    var all: [Expected] = []
    for item in items { all.append(try Expected(FileValue(node: item, key: value.key, file: value.file))) }
    return all
  }

  /// `guid` of `<guid>`; nil for anything else, such as a tag of HTML.
  private static func word(_ text: String) -> String? {
    guard text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 else { return nil }
    let word = text.dropFirst().dropLast()
    return word.allSatisfy { $0.isLowercase || $0 == " " } ? String(word) : nil
  }
}
