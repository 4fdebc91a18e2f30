import Bytes
import Directory
package import Time
package import YAML

/// A value in a scenario text, with its file and key, so that errors can say where it is.
package struct FileValue {
  package let node: YAMLNode
  /// The key before the value.
  package let key: String
  package let file: String

  package init(node: YAMLNode, key: String, file: String) {
    self.node = node
    self.key = key
    self.file = file
  }

  package func error(_ sentence: String) -> ScenarioError {
    ScenarioError(file: file, line: node.mark.line, column: node.mark.column, sentence)
  }

  /// The error for a value of the wrong kind. `wanted` is what the key takes, to follow `'key' is …`.
  package func mismatch(_ wanted: String) -> ScenarioError { error("'\(key)' is \(wanted) here, not \(found)") }

  /// The error for a word that is not in a list. `kind` is what the word should name, such as `user`.
  package func unknown(_ kind: String, among known: [String]) -> ScenarioError {
    error(Self.unknown(kind, node.text ?? "", among: known))
  }

  private static let longestList = 16

  package static func unknown(_ kind: String, _ word: String, among known: [String]) -> String {
    let hint = Suggestion.nearest(to: word, among: known).map { "; did you mean '\($0)'?" }
    // A hint is enough where the list would fill the screen.
    let list =
      hint != nil && known.count > longestList
      ? "" : " Known: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
    return "unknown \(kind) '\(word)'\(hint ?? ".")" + list
  }

  /// What the file has there, in words.
  private var found: String {
    switch node.kind {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar where node.isNull: "nothing"
    case .scalar("", _): "an empty text"
    case .scalar(let text, isQuoted: true): "the text '\(text)'"
    case .scalar(let text, isQuoted: false): "'\(text)'"
    }
  }

  /// A text that is not empty. A plain number or `true` counts as the text that it is written as.
  package func text(_ wanted: String = "a text") throws(ScenarioError) -> String {
    guard let text = node.text, !node.isNull, !text.isEmpty else { throw mismatch(wanted) }
    return text
  }

  /// A text, also an empty one. Graph takes empty texts of many objects, so a file can say them.
  package func anyText(_ wanted: String = "a text") throws(ScenarioError) -> String {
    guard let text = node.text, !node.isNull else { throw mismatch(wanted) }
    return text
  }

  package func bool() throws(ScenarioError) -> Bool {
    guard let bool = node.bool else { throw mismatch("true or false") }
    return bool
  }

  package func number(in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
    guard let number = node.int else { throw mismatch("a number") }
    guard range.contains(number) else {
      throw mismatch(
        range.upperBound == .max
          ? "a number from \(range.lowerBound) on" : "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A duration above 0.
  package func duration() throws(ScenarioError) -> Duration {
    let duration = try signedDuration()
    guard duration > .zero else { throw mismatch("a duration of more than 0s") }
    return duration
  }

  package func signedDuration() throws(ScenarioError) -> Duration {
    guard let duration = node.text.flatMap({ Duration(text: $0) }) else {
      throw mismatch("a duration such as 90d, 1h30m or 500ms")
    }
    return duration
  }

  package func time() throws(ScenarioError) -> UnixTime {
    guard let time = node.text.flatMap({ UnixTime(iso8601: $0) }) else {
      throw mismatch("a time such as 2026-01-31T09:00:00Z")
    }
    return time
  }

  /// One of a few words, which are the raw values of `Choice`.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type, called kind: String? = nil
  ) throws(ScenarioError) -> Choice where Choice.RawValue == String {
    try choice(among: Array(Choice.allCases), called: kind) { $0.rawValue }
  }

  /// One of `choices`, which `name` gives names. `kind` is what an unknown word should have named; nil means the key.
  package func choice<Choice>(
    among choices: [Choice], called kind: String? = nil, _ name: (Choice) -> String
  ) throws(ScenarioError) -> Choice {
    choices[try place(among: choices.map(name), called: kind)]
  }

  /// The place of the word among the names. It stands apart from `choice`, of which there is a copy for each type.
  private func place(among names: [String], called kind: String?) throws(ScenarioError) -> Int {
    if let text = node.text, let place = names.firstIndex(of: text) { return place }
    guard let text = node.text, !node.isNull, names.count > 4 else {
      throw mismatch(names.count > 4 ? "a text" : names.spoken("or"))
    }
    throw error(Self.unknown(kind ?? key, text, among: names))
  }

  /// The values of a list.
  package func list(_ wanted: String) throws(ScenarioError) -> [FileValue] {
    guard let items = node.items else { throw mismatch(wanted) }
    return items.map { FileValue(node: $0, key: key, file: file) }
  }

  /// The values of a list, or this one value as a list.
  package func oneOrMany() -> [FileValue] {
    node.items.map { items in items.map { FileValue(node: $0, key: key, file: file) } } ?? [self]
  }
}
