import Bytes
import Directory
package import JSON
import Time
import YAML

/// A kind of object that has a table of words.
package protocol Worded: Hashable, Sendable {
  associatedtype ID: Hashable & Sendable

  /// Every word, in the order in which files are applied and written and in which answers show them.
  static var words: [Word<Self>] { get }
  /// What makes the references of an object a world's own, out of the words that are references.
  static var references: [@Sendable (inout Self, Ownership) -> Void] { get }
}

extension Worded {
  /// A kind of object that many worlds have in great number keeps them.
  package static var references: [@Sendable (inout Self, Ownership) -> Void] { words.compactMap(\.own) }
}

/// One word that files, the control API and exports have for something of an object.
///
/// From this one row follow the decoder of scenario files, their JSON Schema, the bodies of the control API with its OpenAPI description,
/// what `show` answers, what an export writes, what a made world has for its own, and the line of the documentation.
package struct Word<Subject: Worded>: Sendable {
  package let name: String
  /// Other names that a file may use for the word, such as Microsoft Graph's. Answers and exports use `name`.
  package let synonyms: [String]
  /// One sentence for people.
  package let sentence: String
  /// The type as the documentation names it.
  package let label: String
  /// What a new object has without the word, as the documentation says it.
  package let initial: String
  /// What may stand in a file; nil for a word that answers show and that nobody can write.
  package let written: Shape?
  /// What an answer shows; nil for a word that no answer shows.
  package let shown: Shape?
  /// Whether every answer shows it; others leave it out where an object has nothing to show.
  package let isAlwaysShown: Bool
  /// Whether an entry without it is refused.
  package let isRequired: Bool
  /// Whether it belongs to new objects alone, and an object that is there keeps what it has.
  let isForNew: Bool
  let read: @Sendable (FileValue, WordPlace, Subject) throws(ScenarioError) -> Setting<Subject>
  /// What a file must say so that an object like the second becomes like the first; nil where they do not differ.
  let difference: @Sendable (Subject, Subject, Comparison) -> JSONValue?
  /// What an answer shows; nil for nothing.
  let show: @Sendable (Subject, Names) -> JSONValue?
  /// Makes the references of an object a world's own.
  let own: (@Sendable (inout Subject, Ownership) -> Void)?
  /// For a word that stands for many keys. Its values are objects with these keys. Nil: the word is one key.
  package var family: NameFamily?
}

/// Keys that begin alike and are one word, such as `extension_…`.
package struct NameFamily: Sendable, Hashable {
  /// How every key begins. A key that begins so and is not well formed is a mistake in the word's value.
  package let prefix: String
  /// The form of a key, as a regular expression.
  package let pattern: String
  /// A key, for tests.
  package let example: String
}

/// A word with the value that a file gives it, read and found good.
package struct Setting<Subject: Worded>: Sendable, Hashable {
  enum Effect: Sendable {
    /// Changes the object and nothing else.
    case object(@Sendable (inout Subject) -> Void)
    /// Changes more of the directory than the object.
    case directory(@Sendable (Subject.ID, inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) -> Void)
  }

  package let name: String
  /// The value as a file says it.
  package let value: JSONValue
  let effect: Effect

  package static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.value == right.value }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }
}

/// The value, or nothing to say. (`condition ? nil : value` would be JSON's null, which says something.)
func said(_ value: JSONValue, unless isSame: Bool) -> JSONValue? {
  if isSame { return Optional.none }
  return value
}

/// What a word that adds to a list has to say so that the second list becomes like the first: the new elements, or null where the first
/// one is empty. A list that lost some of its elements cannot be said; whoever reads back what was said finds that out.
func added<Element: Hashable>(
  _ now: [Element], to base: [Element], _ write: ([Element]) -> JSONValue
) -> JSONValue? {
  let before = Set(base)
  let new = now.filter { !before.contains($0) }
  if new.isEmpty, before.isSubset(of: now) { return Optional.none }
  return now.isEmpty ? .null : write(new)
}

/// What is needed to tell a world from what the reader of its file has so far.
struct Comparison: Sendable {
  /// Of the world.
  let now: Names
  /// Of the reader.
  let before: Names
  /// The passwords and secrets that the world's scenario gave, by short names: these can be written down.
  let passwords: [String: String]
  let secrets: [String: String]
  /// The secrets that the reader has so far, by short names.
  let secretsBefore: [Application.ID: String]
  /// The world's time, and the time of the reader's directory.
  let time: (now: UnixTime, before: UnixTime)
}

extension Word {
  /// What answers show of a word that has more than one member behind it.
  typealias Shown = (shape: Shape, isAlways: Bool, value: @Sendable (Subject, Names) -> JSONValue?)

  /// Whether and when answers show a word.
  enum Showing {
    case always
    /// Where the object has something else than every new object.
    case present
    case never
  }

  /// A word for one member of the object.
  static func member<Value: Hashable & Sendable>(
    _ name: String, _ path: any (WritableKeyPath<Subject, Value> & Sendable), _ type: WordType<Value>,
    _ sentence: String,
    new initial: String = "none", show: Showing = .present, unless usual: Value? = nil, isRequired: Bool = false,
    synonyms: [String] = []
  ) -> Self {
    value(
      name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 }, type, sentence, new: initial, show: show,
      unless: usual, isRequired: isRequired, synonyms: synonyms)
  }

  /// A word for a property whose form in files is another one than Graph's.
  static func member<Value: Hashable & Sendable>(
    _ row: Property<Subject>, _ path: any (WritableKeyPath<Subject, Value> & Sendable), _ type: WordType<Value>,
    show: Showing = .present, unless usual: Value? = nil
  ) -> Self where Subject: PropertyHolder {
    member(
      row.word, path, type, row.sentence, new: row.initial, show: show, unless: usual, synonyms: row.synonyms)
  }

  /// A word for one value that the object gives and takes.
  static func value<Value: Hashable & Sendable>(
    _ name: String, get: @escaping @Sendable (Subject) -> Value,
    set: @escaping @Sendable (inout Subject, Value) -> Void, _ type: WordType<Value>, _ sentence: String,
    new initial: String, show: Showing, unless usual: Value?, isRequired: Bool = false, synonyms: [String]
  ) -> Self {
    let usual = usual ?? type.absent
    var own: (@Sendable (inout Subject, Ownership) -> Void)?
    if let owned = type.owned {
      own = { subject, ownership in set(&subject, owned(get(subject), ownership)) }
    }
    return Self(
      name: name, synonyms: synonyms, sentence: sentence, label: type.label, initial: initial, written: type.written,
      shown: show == .never ? nil : type.shown, isAlwaysShown: show == .always, isRequired: isRequired, isForNew: false,
      read: { value, place, _ throws(ScenarioError) in
        let new: Value
        if value.node.isNull, let absent = type.absent { new = absent } else { new = try type.read(value, place) }
        return Setting(
          name: name, value: type.write(new, Names(place.directory)) ?? .null, effect: .object { set(&$0, new) })
      },
      difference: { now, base, comparison in
        let value = type.write(get(now), comparison.now)
        return said(value ?? .null, unless: value == type.write(get(base), comparison.before))
      },
      show: { subject, names in
        let value = get(subject)
        return show == .always || value != usual ? type.write(value, names) : nil
      },
      own: own)
  }

  /// A word that answers show and that no file says.
  static func shown<Value: Hashable & Sendable>(
    _ name: String, _ type: WordType<Value>, _ sentence: String, always: Bool = true,
    _ value: @escaping @Sendable (Subject, Names) -> Value?
  ) -> Self {
    Self(
      name: name, synonyms: [], sentence: sentence, label: type.label, initial: "", written: nil, shown: type.shown,
      isAlwaysShown: always, isRequired: false, isForNew: false,
      read: { value, _, _ throws(ScenarioError) in throw value.error("'\(name)' cannot be written") },
      difference: { _, _, _ in nil },
      show: { subject, names in value(subject, names).flatMap { type.write($0, names) } },
      own: nil)
  }

  /// A word that names a new object, or settles what can't be changed later. The entry takes its value; see `WordedEntry.begin`.
  static func beginning<Value: Hashable & Sendable>(
    _ name: String, _ type: WordType<Value>, _ sentence: String, new initial: String, show: Bool = true,
    always: Bool = true, synonyms: [String] = [], _ value: @escaping @Sendable (Subject, Names) -> Value?
  ) -> Self {
    Self(
      name: name, synonyms: synonyms, sentence: sentence, label: type.label, initial: initial,
      written: .either([type.shape, .null], expected: type.shape.expected),
      shown: show ? type.shown : nil, isAlwaysShown: show && always, isRequired: false, isForNew: true,
      read: { value, place, _ throws(ScenarioError) in
        Setting(
          name: name, value: type.write(try type.read(value, place), Names(place.directory)) ?? .null,
          effect: .object { _ in })
      },
      difference: { _, _, _ in nil },
      show: { subject, names in show ? value(subject, names).flatMap { type.write($0, names) } : Optional.none },
      own: nil)
  }

  /// A word whose value changes more than one member of the object, or adds to what is there.
  static func action<Value: Hashable & Sendable>(
    _ name: String, _ type: WordType<Value>, _ sentence: String, new initial: String = "none",
    synonyms: [String] = [],
    difference: @escaping @Sendable (Subject, Subject, Comparison) -> JSONValue? = { _, _, _ in nil },
    show: Shown? = nil,
    own: (@Sendable (inout Subject, Ownership) -> Void)? = nil,
    _ effect: @escaping @Sendable (Value, Subject) -> Setting<Subject>.Effect
  ) -> Self {
    let nothing: @Sendable (Subject, Names) -> JSONValue? = { _, _ in nil }
    return Self(
      name: name, synonyms: synonyms, sentence: sentence, label: type.label, initial: initial, written: type.written,
      shown: show?.shape,
      isAlwaysShown: show?.isAlways ?? false, isRequired: false, isForNew: false,
      read: { value, place, subject throws(ScenarioError) in
        let new: Value
        if value.node.isNull, let absent = type.absent { new = absent } else { new = try type.read(value, place) }
        return Setting(
          name: name, value: type.write(new, Names(place.directory)) ?? .null, effect: effect(new, subject))
      },
      difference: difference, show: show?.value ?? nothing, own: own)
  }
}

extension Word {
  /// All names that a file may use, the word's own name first.
  var names: [String] { [name] + synonyms }

  /// The sentence for one of `names`. That of a synonym points to the word's own name.
  func sentence(for name: String) -> String {
    name == self.name ? plainSentence : "Another name of '\(self.name)'."
  }

  /// The sentence without the links of Markdown, for those who read it elsewhere.
  package var plainSentence: String {
    var text = ""
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstPlace(of: "]("),
      let end = rest[close.upperBound...].firstIndex(of: ")")
    {
      text += rest[..<open] + rest[rest.index(after: open)..<close.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}
