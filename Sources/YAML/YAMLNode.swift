/// A value of a YAML document, with its place.
package struct YAMLNode: Hashable, Sendable {
  /// The three kinds of YAML values. Aliases are written out and so have no kind.
  package enum Kind: Hashable, Sendable {
    /// The text of a scalar. `isQuoted` is true for a scalar in quotes, in a block (`|`, `>`) or with the tag
    /// `!!str`: it is always a string, while a plain `12`, `true` or `null` may mean another value.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    /// The entries in the order of the document. Keys are scalars, and no two have the same text.
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
  /// The first character of the value; for an alias the place of the alias.
  package var mark: YAMLMark

  package init(_ kind: Kind, mark: YAMLMark) {
    self.kind = kind
    self.mark = mark
  }

  /// The text of a scalar, quoted or not. Nil for a sequence or a mapping.
  package var text: String? {
    if case .scalar(let text, _) = kind { text } else { nil }
  }

  /// The values of a sequence. Nil for a scalar or a mapping.
  package var items: [YAMLNode]? {
    if case .sequence(let items) = kind { items } else { nil }
  }

  /// The entries of a mapping. Nil for a scalar or a sequence.
  package var entries: [Entry]? {
    if case .mapping(let entries) = kind { entries } else { nil }
  }

  /// The value of that key. Nil when there is none, and for a scalar or a sequence.
  package subscript(_ key: String) -> YAMLNode? { entries?.first { $0.name == key }?.value }

  private var plainText: String? {
    if case .scalar(let text, isQuoted: false) = kind { text } else { nil }
  }

  /// Whether this is a plain `null` or `~`, or an empty value (YAML 1.2 §10.3.2).
  package var isNull: Bool { ["", "~", "null", "Null", "NULL"].contains(plainText) }

  /// The value of a plain `true` or `false`. Nil for anything else, also for `yes` and `off` of YAML 1.1.
  package var bool: Bool? {
    switch plainText {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// The value of a plain decimal integer. Nil for anything else, also with a `+` sign.
  package var int: Int? {
    guard let text = plainText, let first = text.utf8.first, first != 0x2B else { return nil }
    return Int(text)
  }
}

/// A place in a document. Line and column count from 1, the column in Unicode scalars.
package struct YAMLMark: Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "line \(line), column \(column)" }
}
