import Bytes
import JSON
import LooseFormats
import YAML

/// A key or a list item of the scenario, with what stands below it and where it comes from.
struct Branch: Sendable {
  enum Value: Sendable {
    /// A single value, as it reads and not as YAML quotes it.
    case scalar(String)
    /// The same for a value that is not a text, such as `true`.
    case plain(String)
    case children([Branch])
  }

  /// Nil for an item of a list.
  var key: String?
  var value: Value
  /// What the comment behind it says.
  var note: String?
  /// The name under which a second run finds it again, whatever alias it has then: a client id, a sign-in name.
  var identity: String?

  init(_ key: String?, _ value: Value, note: String? = nil, identity: String? = nil) {
    self.key = key
    self.value = value
    self.note = note
    self.identity = identity
  }

  static func text(_ key: String, _ text: String, note: String? = nil) -> Branch {
    Branch(key, .scalar(text), note: note)
  }

  /// A list of texts, each with its own comment.
  static func list(_ key: String, _ items: [(text: String, note: String?)]) -> Branch {
    Branch(key, .children(items.map { Branch(nil, .scalar($0.text), note: $0.note) }))
  }

  var children: [Branch] { if case .children(let children) = value { children } else { [] } }

  /// The text of a single value.
  var scalar: String? {
    switch value {
    case .scalar(let text), .plain(let text): text
    case .children: nil
    }
  }

  var isPlain: Bool { if case .plain = value { true } else { false } }

  /// The name of this step in the path of a key.
  var step: String { identity ?? key ?? scalar ?? "" }

  /// JSON of an export as it stands.
  init(_ key: String?, json: JSONValue, note: String? = nil) {
    self.key = key
    self.note = note
    switch json {
    case .string(let text): value = .scalar(text)
    case .array(let items): value = .children(items.map { Branch(nil, json: $0) })
    case .object(let object):
      value = .children(object.members.filter { $0.value != .null }.map { Branch($0.name, json: $0.value) })
    default: value = .plain(json.text)
    }
    if key == nil {
      let members = children
      identity =
        ["value", "id", "resourceAppId", "name", "issuer"].compactMap { name in
          members.first { $0.key == name }?.scalar
        }.first
    }
  }

  // MARK: YAML

  /// The note as a comment behind the value; empty without one. A file's name may have characters that end a line.
  var comment: String { note.map { "  # " + Printable.line($0) } ?? "" }

  /// The lines of this key with all that stands below it.
  func lines(indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard let key else { return itemLines(margin, indent, comment) }
    let name = YAMLScalar.written(key)
    switch value {
    case .scalar(let text): return ["\(margin)\(name): \(YAMLScalar.written(text))\(comment)"]
    case .plain(let text): return ["\(margin)\(name): \(text)\(comment)"]
    case .children(let children):
      if children.isEmpty { return ["\(margin)\(name): []\(comment)"] }
      return ["\(margin)\(name):\(comment)"] + children.flatMap { $0.lines(indent: indent + 2) }
    }
  }

  private func itemLines(_ margin: String, _ indent: Int, _ comment: String) -> [String] {
    switch value {
    case .scalar(let text): return ["\(margin)- \(YAMLScalar.written(text))\(comment)"]
    case .plain(let text): return ["\(margin)- \(text)\(comment)"]
    case .children(let children):
      var lines = children.flatMap { $0.lines(indent: indent + 2) }
      guard let first = lines.first else { return [] }
      lines[0] = "\(margin)- \(first.dropFirst(indent + 2))\(comment)"
      return lines
    }
  }
}
