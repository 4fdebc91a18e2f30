package import Directory
package import JSON
import Time
import YAML

/// A kind of object that files name by short names: one that is there is changed, any other is added.
package protocol WordedEntry: Worded {
  /// What a new object is made from.
  associatedtype New: Hashable & Sendable

  /// What messages call such an object: `user`.
  static var noun: String { get }
  /// What an entry may look like, for messages: `{ mfa: required }`.
  static var example: String { get }
  /// Whether an entry may take an object away.
  static var canBeRemoved: Bool { get }
  /// What a file says in the place of `removed`, where nothing can be removed.
  static var insteadOfRemoval: String { get }
  /// The words that `begin` reads for a new object.
  static var beginningWords: Set<String> { get }
  /// The words that a file's entries are given before any other, because other entries may name what they say.
  static var earlyWords: Set<String> { get }

  var id: ID { get }
  var alias: String { get }
  /// The tenant whose objects its words may name.
  var tenantOfNames: Tenant.ID? { get }
  /// Whether permissions on its list are application permissions.
  var holdsRoles: Bool { get }

  /// The object of that short name, or of another name that finds it.
  static func named(_ name: String, in directory: DirectoryState) -> Self?
  /// The short names of all, for messages.
  static func aliases(in directory: DirectoryState) -> [String]
  /// Whether the entry means an object of its own, although the catalogue of Microsoft's apps has one of that name.
  static func isReplaced(_ known: Self, by entry: EntryText, in directory: DirectoryState) -> Bool
  /// A new object, and how it would be. Throws for a name that is more likely a slip of the pen.
  static func begin(_ entry: EntryText, in directory: DirectoryState) throws(ScenarioError) -> (new: New, object: Self)
  /// Throws for words that do not go together, or not with this object.
  static func check(
    _ entry: EntryText, of object: Self, isNew: Bool, in directory: DirectoryState
  ) throws(ScenarioError)

  static func add(_ new: New, to editor: inout DirectoryEditor) -> [ID]
  static func update(
    _ id: ID, in editor: inout DirectoryEditor, _ change: (inout Self) -> Void
  ) throws(DirectoryEditor.NoSuchObject)
  static func remove(_ id: ID, from editor: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject)
}

extension WordedEntry {
  package var holdsRoles: Bool { false }
  package static var earlyWords: Set<String> { [] }
  package static func isReplaced(_ known: Self, by entry: EntryText, in directory: DirectoryState) -> Bool { false }
  package static var insteadOfRemoval: String { "this cannot be removed; leave 'removed' out" }
}

/// An entry of a file before it is understood: a short name, and values under words.
package struct EntryText {
  let key: FileValue
  let values: [String: FileValue]
  /// Whether it stands under `world.resources`, among the APIs of Microsoft's.
  var isResource = false

  var alias: String { key.node.text ?? "" }

  subscript(_ name: String) -> FileValue? { values[name] }

  /// The value of a word; nil when nothing stands after it.
  func something(_ name: String) -> FileValue? { values[name].flatMap { $0.node.isNull ? nil : $0 } }

  /// Short names are typed on command lines and stand in URLs.
  func checkAlias() throws(ScenarioError) { try WorldPatch.checkAlias(key) }

  /// The error for a name that no object has.
  func unknown(_ kind: String, among known: [String], _ advice: String) -> ScenarioError {
    key.error(FileValue.unknown(kind, alias, among: known) + ". " + advice)
  }

  /// Refuses two words that say the same in two ways.
  func refuseBoth(_ one: String, _ other: String) throws(ScenarioError) {
    guard let value = something(other), something(one) != nil else { return }
    throw value.error("'\(one)' and '\(other)' are two ways to say it; leave one out")
  }
}

/// What one entry of a file does to one object.
package struct Entry<Subject: WordedEntry>: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case existing(Subject.ID)
    case new(Subject.New)
    case removed(Subject.ID)
  }

  package let alias: String
  package let target: Target
  package let settings: [Setting<Subject>]

  package var isNew: Bool { if case .new = target { true } else { false } }
  /// Whether the entry takes the object away.
  var isRemoval: Bool { if case .removed = target { true } else { false } }

  /// The value that a word gets here; nil when the entry does not say the word.
  package func value(of word: String) -> JSONValue? { settings.first { $0.name == word }?.value }

  /// Which words of an entry are read.
  enum Part: Sendable, Hashable {
    case whole
    /// The object itself and the early words.
    case early
    /// The other words of an object, which is new when the early part has just added it.
    case late(isNew: Bool)

    var isNew: Bool { self == .late(isNew: true) }
  }

  /// The words that an entry may use.
  static func words(ofResources isResource: Bool) -> [Word<Subject>] {
    Subject.words.filter { word in
      word.written != nil && (!isResource || Application.resourceWords.contains(word.name))
    }
  }

  /// Reads one entry, or a part of it. A caller with many entries gives `words`, which are the same for all. Only a file may take objects away: the control API has a call for it. An entry of
  /// `world.resources` has few of the words of an app.
  init(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState, mayRemove: Bool, part: Part = .whole,
    isResource: Bool = false, words: [Word<Subject>]? = nil
  ) throws(ScenarioError) {
    if mayRemove, Subject.canBeRemoved, try value.isRemoval() {
      guard let object = Subject.named(value.key, in: directory) else {
        throw key.unknown(Subject.noun, among: Subject.aliases(in: directory))
      }
      alias = object.alias
      target = .removed(object.id)
      settings = []
      return
    }
    if !Subject.canBeRemoved, let removed = value.node["removed"] {
      throw FileValue(node: removed, key: "removed", file: value.file).error(Subject.insteadOfRemoval)
    }
    var fields = try FileMapping(value, "a mapping such as \(Subject.example)")
    let words = words ?? Self.words(ofResources: isResource)
    var values: [String: FileValue] = [:]
    // Only the words that the file says are gone through again: there are many words, and files with many entries.
    var found: [(word: Word<Subject>, value: FileValue)] = []
    for word in words where !fields.isEmpty {
      let value =
        if let family = word.family {
          fields.takeAll(family.prefix, as: word.name)
        } else {
          try fields.takeEvenNothing(word.name, or: word.synonyms)
        }
      guard let value else { continue }
      values[word.name] = value
      found.append((word, value))
    }
    try fields.finish()
    let text = EntryText(key: key, values: values, isResource: isResource)
    let named = Subject.named(value.key, in: directory)
    let known = named.flatMap { Subject.isReplaced($0, by: text, in: directory) ? nil : $0 }
    let object: Subject
    if let known {
      if !part.isNew, let value = found.first(where: { $0.word.isForNew })?.value {
        throw value.error(
          "'\(known.alias)' is there already and keeps its '\(value.key)'; add \(Subject.noun.withArticle) of another name"
        )
      }
      object = known
      target = .existing(known.id)
    } else {
      let (new, made) = try Subject.begin(text, in: directory)
      object = made
      target = .new(new)
    }
    try Subject.check(text, of: object, isNew: known == nil || part.isNew, in: directory)
    alias = object.alias
    let isNew = known == nil || part.isNew
    let rest = found.filter { !(isNew && Subject.beginningWords.contains($0.word.name)) }
    let early = Subject.earlyWords
    var settings: [Setting<Subject>] = []
    if case .late = part {
    } else {
      let place = WordPlace(object, alias: value.key, in: directory)
      for (word, value) in rest where early.contains(word.name) {
        settings.append(try word.read(value, place, object))
      }
    }
    if part != .early {
      var (directory, object) = (directory, object)
      // The other words may name what this entry makes. Where a file is read, the early part has made it.
      if part == .whole, !early.isEmpty, known == nil || !settings.isEmpty {
        let beginning = Entry(alias: alias, target: target, settings: settings)
        var scratch = DirectoryEditor(forNamesOf: directory)
        do throws(DirectoryEditor.NoSuchObject) { try beginning.apply(to: &scratch) } catch {
          throw key.error("\(error)")
        }
        directory = scratch.state
        object = Subject.named(alias, in: directory) ?? object
      }
      let place = WordPlace(object, alias: value.key, in: directory)
      for (word, value) in rest where !early.contains(word.name) {
        settings.append(try word.read(value, place, object))
      }
    }
    self.settings = settings
  }

  private init(alias: String, target: Target, settings: [Setting<Subject>]) {
    self.alias = alias
    self.target = target
    self.settings = settings
  }

  /// Makes the changes.
  package func apply(to editor: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) {
    switch target {
    case .removed(let id): try Subject.remove(id, from: &editor)
    case .existing(let id): try apply(to: id, &editor)
    case .new(let new): for id in Subject.add(new, to: &editor) { try apply(to: id, &editor) }
    }
  }

  private func apply(to id: Subject.ID, _ editor: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) {
    // Settings of the object alone are made together: each update writes the object once.
    var waiting: [(inout Subject) -> Void] = []
    for setting in settings {
      switch setting.effect {
      case .object(let change): waiting.append(change)
      case .directory(let change):
        try Self.make(&waiting, id, &editor)
        try change(id, &editor)
      }
    }
    try Self.make(&waiting, id, &editor)
  }

  private static func make(
    _ changes: inout [(inout Subject) -> Void], _ id: Subject.ID, _ editor: inout DirectoryEditor
  ) throws(DirectoryEditor.NoSuchObject) {
    guard !changes.isEmpty else { return }
    try Subject.update(id, in: &editor) { object in for change in changes { change(&object) } }
    changes = []
  }
}

extension WordPlace {
  /// The place of the words of one object.
  init<Subject: WordedEntry>(_ object: Subject, alias: String, in directory: DirectoryState) {
    self.init(
      directory: directory, alias: alias, tenant: object.tenantOfNames, holdsRoles: object.holdsRoles)
    if let app = object as? Application {
      application = app
      tenantsWithApp = directory.tenants(having: app)
    }
  }
}

extension String {
  /// `a group`, `an app`.
  fileprivate var withArticle: String { ("aeio".utf8.contains(utf8.first ?? 0) ? "an " : "a ") + self }
}
