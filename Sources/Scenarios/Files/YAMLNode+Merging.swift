package import YAML

extension YAMLNode {
  /// This value with `other` laid over it. Two mappings are merged key by key, at every depth. In all other cases
  /// `other` replaces this value, a list as a whole.
  package func merged(with other: YAMLNode) -> YAMLNode {
    guard var entries, let others = other.entries else { return other }
    let places = Dictionary(entries.indices.map { (entries[$0].name, $0) }) { first, _ in first }
    // No two keys of a mapping are the same, so a new one cannot come again.
    for entry in others {
      if let index = places[entry.name] {
        entries[index].value = entries[index].value.merged(with: entry.value)
        entries[index].key = entry.key
      } else {
        entries.append(entry)
      }
    }
    return YAMLNode(.mapping(entries), mark: mark)
  }
}
