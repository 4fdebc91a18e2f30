import YAML

/// An app of one's own that takes the place of a seeded one (`--app mobile=my-app`): what the word `as` of its entry does.
package struct StandIn: Sendable, Hashable {
  /// The short name of the seeded app, of which the scenario speaks.
  package let seeded: String
  /// The short name of the app that stands in for it.
  package let name: String

  /// Reads `mobile=my-app`. Nil for any other text.
  package init?(text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    seeded = String(parts[0])
    name = String(parts[1])
  }

  /// The document with `as` in the entry of that app. A document without the entry gets one: the app then has all that the
  /// seeded one has, under its own name and client id.
  func applied(to root: YAMLNode) -> YAMLNode {
    root.setting(["world", "apps", name, "as"][...], to: YAMLNode(.scalar(seeded, isQuoted: true), mark: root.mark))
  }

  /// The document of a scenario that has that name, extends that scenario, and lets the apps stand in.
  static func document(_ name: String, _ apps: [StandIn]) -> YAMLNode {
    let root = ScenarioDecoder.nameOnly(name)
    let base = root.setting(["extends"], to: YAMLNode(.scalar(name, isQuoted: true), mark: root.mark))
    return apps.reduce(base) { $1.applied(to: $0) }
  }
}

extension YAMLNode {
  /// The mapping with that value at that path of keys. Keys that are missing are added; what is not a mapping is replaced.
  fileprivate func setting(_ path: ArraySlice<String>, to value: YAMLNode) -> YAMLNode {
    guard let key = path.first else { return value }
    var entries = self.entries ?? []
    let empty = YAMLNode(.mapping([]), mark: mark)
    if let index = entries.firstIndex(where: { $0.name == key }) {
      entries[index].value = entries[index].value.setting(path.dropFirst(), to: value)
    } else {
      let name = YAMLNode(.scalar(key, isQuoted: true), mark: mark)
      entries.append(Entry(key: name, value: empty.setting(path.dropFirst(), to: value)))
    }
    return YAMLNode(.mapping(entries), mark: mark)
  }
}
