import JSON
import Scenarios
import YAML

extension YAMLNode {
  /// The mapping without the entry of that key, and the value of that entry.
  func taking(_ key: String) -> (rest: YAMLNode, taken: YAMLNode?) {
    guard let entries else { return (self, nil) }
    return (YAMLNode(.mapping(entries.filter { $0.name != key }), mark: mark), self[key])
  }

  /// The mapping with that entry in front. It replaces an entry of the same key.
  func setting(_ key: String, _ text: String) -> YAMLNode {
    guard let entries = taking(key).rest.entries else { return self }
    let entry = Entry(key: YAMLNode(.string(key), mark: mark), value: YAMLNode(.string(text), mark: mark))
    return YAMLNode(.mapping([entry] + entries), mark: mark)
  }
}
