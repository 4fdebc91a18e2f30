import Bytes
import YAML

/// Reads a mapping key by key. The reader takes each key that it knows; `finish` then refuses a key that is left, with
/// the nearest known key as a hint.
package struct FileMapping {
  /// The mapping itself, for errors that are about all of it.
  package let value: FileValue
  private var rest: [YAMLNode.Entry]
  private var known: [String] = []

  package init(_ value: FileValue, _ wanted: String = "a mapping") throws(ScenarioError) {
    guard let entries = value.node.entries else { throw value.mismatch(wanted) }
    self.value = value
    rest = entries
  }

  /// Reads a text alone, such as `revokeSessions`, as a mapping of that key without a value.
  package init(onlyKeyOf value: FileValue) throws(ScenarioError) {
    self.value = value
    _ = try value.text()
    rest = [YAMLNode.Entry(key: value.node, value: YAMLNode(.scalar("", isQuoted: false), mark: value.node.mark))]
  }

  /// The keys that no one has taken yet, with their values, in the order of the file.
  package var entries: [(key: FileValue, value: FileValue)] {
    rest.map { entry in
      (
        FileValue(node: entry.key, key: value.key, file: value.file),
        FileValue(node: entry.value, key: entry.name, file: value.file)
      )
    }
  }

  /// Whether every key was taken.
  package var isEmpty: Bool { rest.isEmpty }

  package func has(_ key: String) -> Bool { rest.contains { $0.name == key } }

  /// The value of a key; nil when the key is missing or has nothing after it.
  package mutating func take(_ key: String) -> FileValue? { takeEvenNothing(key).flatMap { $0.node.isNull ? nil : $0 } }

  /// The value of a key, which is null when the file has none after it. Nil when the key is missing.
  package mutating func takeEvenNothing(_ key: String) -> FileValue? {
    known.append(key)
    guard let index = rest.firstIndex(where: { $0.name == key }) else { return nil }
    return FileValue(node: rest.remove(at: index).value, key: key, file: value.file)
  }

  /// The entries whose keys begin so, as a mapping of their own. Nil when there is none. `name` stands for all of them in errors.
  package mutating func takeAll(_ prefix: String, as name: String) -> FileValue? {
    known.append(name)
    let found = rest.filter { $0.name.hasPrefix(prefix) }
    guard let first = found.first else { return nil }
    rest.removeAll { $0.name.hasPrefix(prefix) }
    return FileValue(node: YAMLNode(.mapping(found), mark: first.key.mark), key: prefix, file: value.file)
  }

  /// The value of a key that has other names too; null when nothing stands after the key. The value's own key is the name that the
  /// file uses.
  /// - Throws: `ScenarioError` when the file uses two of the names.
  package mutating func takeEvenNothing(_ key: String, or synonyms: [String]) throws(ScenarioError) -> FileValue? {
    var found = takeEvenNothing(key)
    for synonym in synonyms {
      known.append(synonym)
      guard let index = rest.firstIndex(where: { $0.name == synonym }) else { continue }
      if let found {
        let place = FileValue(node: rest[index].key, key: synonym, file: value.file)
        throw place.error("'\(found.key)' and '\(synonym)' are two names of one thing; leave one out")
      }
      found = FileValue(node: rest.remove(at: index).value, key: synonym, file: value.file)
    }
    return found
  }

  /// The value of a key that must be there. When it is missing, the error has `sentence`, or a hint at a key that looks
  /// like it.
  package mutating func require(_ key: String, else sentence: String) throws(ScenarioError) -> FileValue {
    guard let value = take(key) else { throw missing(key, else: sentence) }
    return value
  }

  /// The error for a key that a mapping should have.
  package func missing(_ key: String, else sentence: String) -> ScenarioError {
    for entry in entries where Suggestion.nearest(to: entry.value.key, among: [key]) != nil {
      return entry.key.error("unknown key '\(entry.value.key)'; did you mean '\(key)'?")
    }
    return value.error(sentence)
  }

  /// The mapping under a key. Nil when the key is missing or has nothing after it.
  package mutating func section(_ key: String) throws(ScenarioError) -> FileMapping? {
    guard let value = take(key) else { return nil }
    return try FileMapping(value)
  }

  /// Throws an error for the first key that was not taken.
  package func finish() throws(ScenarioError) {
    guard let left = entries.first else { return }
    let hint = Suggestion.nearest(to: left.value.key, among: known).map { "; did you mean '\($0)'?" }
    throw left.key.error(
      "unknown key '\(left.value.key)'" + (hint ?? ". Known here: \(known.joined(separator: ", "))"))
  }
}
