import Bytes
package import JSON

/// A value of a JSON, YAML or property list document, with the line that it begins on.
package struct Node: Sendable {
  package indirect enum Kind: Sendable {
    /// A text, also one that stood without quotation marks.
    case text(String)
    case bool(Bool)
    case number(Int64)
    case null
    case list([Node])
    case map([Member])
  }

  /// One `key: value` of a map.
  package struct Member: Sendable {
    package var key: String
    package var line: Int
    package var value: Node

    package init(key: String, line: Int, value: Node) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  package var kind: Kind
  package var line: Int

  package init(kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }

  package var members: [Member] { if case .map(let members) = kind { members } else { [] } }

  package var items: [Node] { if case .list(let items) = kind { items } else { [] } }

  package var isMap: Bool { if case .map = kind { true } else { false } }

  /// The text of a text or a number. Nil for anything else.
  package var text: String? {
    switch kind {
    case .text(let text): text
    case .number(let number): "\(number)"
    default: nil
    }
  }

  package var isNull: Bool { if case .null = kind { true } else { false } }

  package var bool: Bool? { if case .bool(let value) = kind { value } else { nil } }

  /// The value of that member. Upper and lower case count as one, because the tools write both.
  package subscript(_ key: String) -> Node? { members.first { ASCII.equalIgnoringCase($0.key, key) }?.value }

  /// The texts of a list, or of a single text.
  package var texts: [String] { text.map { [$0] } ?? items.compactMap(\.text) }

  package var json: JSONValue {
    switch kind {
    case .text(let text): .string(text)
    case .bool(let value): .bool(value)
    case .number(let number): .integer(number)
    case .null: .null
    case .list(let items): .array(items.map(\.json))
    case .map(let members):
      .object(JSONObject(members.map { JSONObject.Member(name: $0.key, value: $0.value.json) }))
    }
  }
}
