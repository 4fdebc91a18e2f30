import Directory
import YAML

extension YAMLNode {
  /// A scenario with the own names of its words in the place of synonyms, so that two scenarios can be laid over each other: `appId` of
  /// the one and `clientId` of the other are the same word. An entry that uses two names of one word keeps both, and is refused where it is
  /// read.
  var inOwnWords: YAMLNode {
    changing("world") { world in
      world.changing("tenants") { $0.naming(Tenant.words) }.changing("users") { $0.naming(User.words) }
        .changing("groups") { $0.naming(Group.words) }.changing("apps") { $0.naming(Application.words) }
        .changing("resources") { $0.naming(Application.words) }
    }
  }

  /// The entries of one section with the own names of their words.
  private func naming<Subject: Worded>(_ words: [Word<Subject>]) -> YAMLNode {
    let names = words.filter { !$0.synonyms.isEmpty }
    guard !names.isEmpty else { return self }
    return mapping { entry in
      entry.value = entry.value.mapping { word in
        let name = word.name
        guard let own = names.first(where: { $0.synonyms.contains(name) })?.name else { return }
        if entry.value[own] == nil { word.key = YAMLNode(.scalar(own, isQuoted: false), mark: word.key.mark) }
      }
    }
  }

  /// The mapping with the value of one key changed.
  private func changing(_ key: String, _ change: (YAMLNode) -> YAMLNode) -> YAMLNode {
    mapping { if $0.name == key { $0.value = change($0.value) } }
  }

  /// The mapping with all its entries changed. Anything else stays as it is.
  private func mapping(_ change: (inout Entry) -> Void) -> YAMLNode {
    guard var entries else { return self }
    for index in entries.indices { change(&entries[index]) }
    return YAMLNode(.mapping(entries), mark: mark)
  }
}
