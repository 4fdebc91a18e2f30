import Bytes
package import Directory
import YAML

/// What a scenario changes in the seeds, in the order of the file. The changes of the scenario that it extends come
/// first.
package struct WorldPatch: Sendable, Hashable {
  /// One entry of the file's `world` section.
  package enum Change: Sendable, Hashable {
    case tenant(Entry<Tenant>)
    case user(Entry<User>)
    case group(Entry<Group>)
    case application(Entry<Application>)
    case consent(NewConsent)
    /// The ids in the policy are those of the seeds, which are the same in every run.
    case policy(AccessPolicy)

    /// Makes the change.
    /// - Throws: `NoSuchObject` when the directory lacks an object that the entry names.
    package func apply(to editor: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) {
      switch self {
      case .tenant(let entry): try entry.apply(to: &editor)
      case .user(let entry): try entry.apply(to: &editor)
      case .group(let entry): try entry.apply(to: &editor)
      case .application(let entry): try entry.apply(to: &editor)
      case .consent(let consent): try editor.grant(consent)
      case .policy(let policy): editor.put(policy)
      }
    }
  }

  /// How much of the seeds there is to change.
  package let seeds: SeededDirectory.Extent
  /// In the order in which they are made.
  package private(set) var changes: [Change] = []

  package init(_ changes: [Change] = [], of seeds: SeededDirectory.Extent = .all) {
    self.seeds = seeds
    self.changes = changes
  }

  /// Adds a change behind the others.
  package mutating func append(_ change: Change) { changes.append(change) }

  /// Makes the changes, one after the other. When one throws, the editor has those before it.
  package func apply(to editor: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) {
    for change in changes { try change.apply(to: &editor) }
  }

  /// The entries for users, those that add a user among them.
  package var users: [Entry<User>] {
    changes.compactMap { if case .user(let entry) = $0 { entry } else { nil } }
  }

  /// The policies that are in force when all changes are made. When two have one id, only the later one is in it.
  package var policies: [AccessPolicy] {
    var seen: Set<AccessPolicy.ID> = []
    let policies = changes.reversed().compactMap { change -> AccessPolicy? in
      if case .policy(let policy) = change, seen.insert(policy.id).inserted { policy } else { nil }
    }
    return policies.reversed()
  }
}

extension WorldPatch {
  /// Reads `tenants`, `resources`, `users`, `groups`, `apps`, `consents` and `policies` out of a `world` section. It makes each
  /// change with `editor` at once, so that a later entry may name an object that an earlier one added.
  init(_ fields: inout FileMapping, changing editor: inout DirectoryEditor) throws(ScenarioError) {
    self.init()
    try readEntries("tenants", &fields, &editor) { .tenant($0) }
    try readEntries("resources", &fields, &editor, areResources: true) { .application($0) }
    try readEntries("users", &fields, &editor) { .user($0) }
    try readEntries("groups", &fields, &editor) { .group($0) }
    try readEntries("apps", &fields, &editor) { .application($0) }
    for item in try fields.take("consents")?.list("a list of mappings such as { client: mobile, scopes: [User.Read] }")
      ?? []
    {
      try make(.consent(NewConsent(item, in: editor.state)), item, &editor)
    }
    var names: Set<AccessPolicy.ID> = []
    for item in try fields.take("policies")?.list("a list of mappings such as { name: mfa, require: mfa }") ?? [] {
      let policy = try AccessPolicy(item, in: editor.state)
      guard names.insert(policy.id).inserted else {
        throw item.error("there are two policies named '\(policy.name)'; give one of them another 'name'")
      }
      try make(.policy(policy), item, &editor)
    }
  }

  private mutating func readEntries<Subject: WordedEntry>(
    _ section: String, _ fields: inout FileMapping, _ editor: inout DirectoryEditor, areResources: Bool = false,
    _ change: (Entry<Subject>) -> Change
  ) throws(ScenarioError) {
    guard let value = fields.take(section) else { return }
    let section = try FileMapping(value, "a mapping such as { NAME: \(Subject.example) }")
    let words = Entry<Subject>.words(ofResources: areResources)
    guard !Subject.earlyWords.isEmpty else {
      for (key, value) in section.entries {
        try make(change(Entry(key, value, in: editor.state, mayRemove: true, words: words)), key, &editor)
      }
      return
    }
    // Entries may name each other, so all of them are there before the words that name.
    var late: [(key: FileValue, value: FileValue, isNew: Bool)] = []
    for (key, value) in section.entries {
      let entry: Entry<Subject> = try Entry(
        key, value, in: editor.state, mayRemove: true, part: .early, isResource: areResources, words: words)
      if entry.isNew || !entry.settings.isEmpty || entry.isRemoval { try make(change(entry), key, &editor) }
      if !entry.isRemoval { late.append((key, value, entry.isNew)) }
    }
    for (key, value, isNew) in late {
      let entry: Entry<Subject> = try Entry(
        key, value, in: editor.state, mayRemove: false, part: .late(isNew: isNew), isResource: areResources,
        words: words)
      if !entry.settings.isEmpty { try make(change(entry), key, &editor) }
    }
  }

  private mutating func make(
    _ change: Change, _ place: FileValue, _ editor: inout DirectoryEditor
  ) throws(ScenarioError) {
    do throws(DirectoryEditor.NoSuchObject) {
      try change.apply(to: &editor)
    } catch { throw place.error("\(error)") }
    append(change)
  }

  /// Refuses an alias with characters that are hard to type on a command line or to put into a URL.
  static func checkAlias(_ key: FileValue) throws(ScenarioError) {
    let alias = try key.text()
    guard alias.utf8.allSatisfy(ShortName.admits) else {
      throw key.error("'\(alias)' is not a short name; use letters, digits, '-', '.' and '_'")
    }
  }
}

extension FileValue {
  /// Whether this is `{ removed: true }`. Any other key beside it is refused.
  func isRemoval() throws(ScenarioError) -> Bool {
    guard node["removed"] != nil else { return false }
    var fields = try FileMapping(self)
    guard let removed = fields.take("removed") else { return false }
    guard removed.node.bool == true else { throw removed.mismatch("true; leave it out for what is there") }
    if let other = fields.entries.first {
      throw other.key.error("'\(other.value.key)' says nothing of what is removed; leave one of the two out")
    }
    return true
  }
}
