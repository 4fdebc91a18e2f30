/// A value of a YAML document and where it stands.
package struct YAMLNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text of a scalar. One in quotes, in a block (`|`, `>`) or tagged `!!str` is quoted: a string whatever it says,
    /// where a plain `12`, `true` or `null` may mean something else.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    /// The entries in the order they were written. Keys are scalars, no two with the same text.
    case mapping([Entry])
  }

  /// One `key: value` of a mapping.
  package struct Entry: Hashable, Sendable {
    package var key: YAMLNode
    package var value: YAMLNode

    package init(key: YAMLNode, value: YAMLNode) {
      self.key = key
      self.value = value
    }

    /// The text of the key.
    package var name: String { key.text ?? "" }
  }

  package var kind: Kind
  package var mark: YAMLMark

  package init(_ kind: Kind, mark: YAMLMark) {
    self.kind = kind
    self.mark = mark
  }

  /// The text of a scalar, quoted or not; nil for a sequence or a mapping.
  package var text: String? {
    if case .scalar(let text, _) = kind { text } else { nil }
  }

  package var items: [YAMLNode]? {
    if case .sequence(let items) = kind { items } else { nil }
  }

  package var entries: [Entry]? {
    if case .mapping(let entries) = kind { entries } else { nil }
  }

  /// The value of that key when this is a mapping that has it.
  package subscript(_ key: String) -> YAMLNode? { entries?.first { $0.name == key }?.value }

  private var plainText: String? {
    if case .scalar(let text, isQuoted: false) = kind { text } else { nil }
  }

  /// Whether this is `null`, `~` or nothing (YAML 1.2 §10.3.2).
  package var isNull: Bool { ["", "~", "null", "Null", "NULL"].contains(plainText) }

  /// The value of a plain `true` or `false`; nil for all else, YAML 1.1's `yes` and `off` included.
  package var bool: Bool? {
    switch plainText {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// The value of a plain decimal integer; nil for all else.
  package var int: Int? {
    guard let text = plainText, let first = text.utf8.first, first != 0x2B else { return nil }
    return Int(text)
  }

  /// What the node is, in the words of an error message.
  package var kindName: String {
    switch kind {
    case .scalar: "a value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A place in a document. Line and column are counted from 1, the column in Unicode scalars.
package struct YAMLMark: Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "line \(line), column \(column)" }
}
