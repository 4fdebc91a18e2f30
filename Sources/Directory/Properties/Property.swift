package import JSON

/// What an object has, for all who speak of it: the words of scenario files, Graph's properties, claims mapping and exports.
///
/// One row says the name, the member that keeps the value, the type, how Graph treats it, and a sentence. A property that decides nothing,
/// such as `department`, needs no member: `PlainProperties` keeps it by its name.
package struct Property<Object: PropertyHolder>: Sendable {
  /// Graph's name, which is the word of scenario files too, unless `word` is another.
  package let name: String
  package let kind: PropertyKind
  package let filter: FilterOperators
  package let traits: PropertyTraits
  /// What an object has without the property, as the documentation says it.
  package let initial: String
  /// The value of an object that was not given one; nil for none.
  package let usual: @Sendable (Object) -> JSONValue?
  /// One sentence for people.
  package let sentence: String
  /// The word of scenario files.
  package let word: String
  /// Other names of the word.
  package let synonyms: [String]
  /// Graph's object within the object that the property stands in, such as `web`, or the path to it. Nil: it stands in the object itself.
  package let holder: String?
  /// Whether the object has no member for it.
  package let isPlain: Bool
  /// Whether no object is without a value.
  package let isAlwaysThere: Bool
  /// The value that the object was given; nil for none.
  package let get: @Sendable (Object) -> JSONValue?
  /// Gives the object a value of the kind; nil takes it away.
  package let set: @Sendable (inout Object, JSONValue?) -> Void
  /// The value of a flag that nobody set; nil for another type.
  package var standard: JSONValue?
  /// How many characters Graph takes at most in the text, or in each text of the list (Microsoft: the page of the object's type). Nil: the page
  /// names none.
  package private(set) var longest: Int?

  /// Whether Graph takes an empty text, so that a file can say one.
  package var takesEmptyText: Bool { Object.takesEmptyTexts && !traits.contains(.isRequired) }

  /// The row with a limit of characters.
  func upTo(_ longest: Int) -> Self {
    var row = self
    row.longest = longest
    return row
  }

  /// The value that the object was given, else the usual one.
  package func value(of object: Object) -> JSONValue? { get(object) ?? usual(object) }
}

extension Property {
  /// A property that decides nothing.
  static func plain(
    _ name: String, _ kind: PropertyKind, _ sentence: String, filter: FilterOperators = [],
    _ traits: PropertyTraits = [], new initial: String = "none",
    usual: any (KeyPath<Object, JSONValue?> & Sendable) = \.noValue
  ) -> Self {
    // A path takes ten times as long as what most have in its place: nothing.
    let value: @Sendable (Object) -> JSONValue?
    if usual as AnyKeyPath == \Object.noValue { value = { _ in Optional.none } } else { value = { $0[keyPath: usual] } }
    return Self(
      name: name, kind: kind, filter: filter, traits: traits, initial: initial,
      usual: value, sentence: sentence, word: name, synonyms: [],
      holder: nil, isPlain: true, isAlwaysThere: false, get: { $0.properties[name] }, set: { $0.properties[name] = $1 })
  }

  /// A text that may be missing. The kind is one of texts.
  static func member(
    _ name: String, _ path: any WritableKeyPath<Object, String?> & Sendable, as kind: PropertyKind = .text,
    _ sentence: String, filter: FilterOperators = [], _ traits: PropertyTraits = [], new initial: String = "none",
    synonyms: [String] = [], in holder: String? = nil
  ) -> Self {
    Self(
      name: name, kind: kind, filter: filter, traits: traits, initial: initial, usual: { _ in Optional.none },
      sentence: sentence, word: name, synonyms: synonyms, holder: holder, isPlain: false, isAlwaysThere: false,
      get: { $0[keyPath: path].map { .string($0) } }, set: { $0[keyPath: path] = $1?.string })
  }

  /// A text that every object has.
  static func member(
    _ name: String, _ path: any WritableKeyPath<Object, String> & Sendable, _ sentence: String,
    filter: FilterOperators = [], _ traits: PropertyTraits = [], new initial: String
  ) -> Self {
    Self(
      name: name, kind: .text, filter: filter, traits: traits.union(.isRequired), initial: initial,
      usual: { _ in Optional.none }, sentence: sentence, word: name, synonyms: [], holder: nil, isPlain: false,
      isAlwaysThere: true,
      get: { .string($0[keyPath: path]) },
      set: { object, value in if let text = value?.string { object[keyPath: path] = text } })
  }

  /// A list of texts, empty where nothing is said.
  static func member(
    _ name: String, _ path: any WritableKeyPath<Object, [String]> & Sendable, _ sentence: String,
    filter: FilterOperators = [], _ traits: PropertyTraits = []
  ) -> Self {
    Self(
      name: name, kind: .texts, filter: filter, traits: traits, initial: "none", usual: { _ in Optional.none },
      sentence: sentence, word: name, synonyms: [], holder: nil, isPlain: false, isAlwaysThere: false,
      get: { object in object[keyPath: path].isEmpty ? Optional.none : .strings(object[keyPath: path]) },
      set: { $0[keyPath: path] = $1?.strings ?? [] })
  }

  /// One of the words of a type, which every object has.
  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ sentence: String,
    filter: FilterOperators = [], new initial: String, word: String
  ) -> Self {
    Self(
      name: name, kind: .choice(Value.allCases.map(\.rawValue)), filter: filter, traits: [.isRequired],
      initial: initial, usual: { _ in Optional.none }, sentence: sentence, word: word, synonyms: [name], holder: nil,
      isPlain: false, isAlwaysThere: true, get: { .string($0[keyPath: path].rawValue) },
      set: { object, value in
        if let value = value?.string.flatMap(Value.init(rawValue:)) { object[keyPath: path] = value }
      })
  }

  /// A property whose form in files is another one than Graph's, so its word has a type of its own.
  static func formed(
    _ name: String, _ kind: PropertyKind, _ sentence: String, filter: FilterOperators = [],
    new initial: String = "none", in holder: String? = nil, get: @escaping @Sendable (Object) -> JSONValue?,
    set: @escaping @Sendable (inout Object, JSONValue?) -> Void
  ) -> Self {
    Self(
      name: name, kind: kind, filter: filter, traits: [], initial: initial, usual: { _ in Optional.none },
      sentence: sentence, word: name, synonyms: [], holder: holder, isPlain: false, isAlwaysThere: false, get: get,
      set: set)
  }

  /// A flag that every object has. `usual` is what an object has that nobody gave another one.
  static func flag(
    _ name: String, _ path: any WritableKeyPath<Object, Bool> & Sendable, usual: Bool, _ sentence: String,
    filter: FilterOperators = [], _ traits: PropertyTraits = [], new initial: String, word: String? = nil,
    in holder: String? = nil
  ) -> Self {
    Self(
      name: name, kind: .flag, filter: filter, traits: traits, initial: initial, usual: { _ in .bool(usual) },
      sentence: sentence, word: word ?? name, synonyms: word == nil ? [] : [name], holder: holder, isPlain: false,
      isAlwaysThere: true,
      get: { object in object[keyPath: path] == usual ? Optional.none : .bool(!usual) },
      set: { $0[keyPath: path] = $1?.bool ?? usual }, standard: .bool(usual))
  }
}
