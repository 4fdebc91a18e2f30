package import JSON

/// The form of a JSON value, as data. The control API checks bodies by it, its OpenAPI description and the JSON Schema of scenario files
/// are written from it, and tests hold answers against it.
package indirect enum Shape: Sendable {
  case anything
  case null
  case text(TextKind)
  case choice([String])
  case flag
  case number(ClosedRange<Int64>)
  case list(Shape)
  /// These members and no others.
  case object([Member])
  /// Members of any name.
  case map(Shape)
  /// Any one of these; `expected` says it in words.
  case either([Shape], expected: String)
  /// A shape with a name of its own in the description.
  case named(String, Shape)

  /// What a text says.
  package enum TextKind: Sendable {
    /// Anything that is not empty.
    case word
    /// Anything, even nothing.
    case free
    /// As `word`, and never repeated in an error.
    case secret
    /// As `word`, in a scenario file: a plain number or boolean is taken as it is written.
    case plain
    /// As `plain`, or nothing.
    case plainOrEmpty
    /// As `plain`, and never repeated in an error.
    case plainSecret
    /// Which texts there are, as a regular expression; the words say it to a reader.
    case pattern(String, String)
    case duration
    /// A duration longer than none.
    case span
    case time
    case guid
  }

  /// One member of an object.
  package struct Member: Sendable {
    package let name: String
    package let shape: Shape
    /// What it is, as it reads on from "it is" in an error: "the new password, a text that is not empty".
    package let meaning: String
    package let isRequired: Bool
    /// Nil for one name. Else the member stands for all names of the family, each with a value of the shape.
    package let family: NameFamily?

    package init(
      _ name: String, _ shape: Shape, _ meaning: String, isRequired: Bool = false, family: NameFamily? = nil
    ) {
      self.family = family
      self.name = name
      self.shape = shape
      self.meaning = meaning
      self.isRequired = isRequired
    }

    package static func required(_ name: String, _ shape: Shape, _ meaning: String) -> Member {
      Member(name, shape, meaning, isRequired: true)
    }
  }

  package static let word = Shape.text(.word)
  package static let duration = Shape.text(.duration)
  package static let time = Shape.text(.time)
  package static let guid = Shape.text(.guid)
  package static let count = Shape.number(0...Int64.max)

  /// One of the words of `type`.
  package static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Shape {
    .choice(Word.allCases.map(\.rawValue))
  }

  /// A list of such values, or one of them alone.
  package static func oneOrMany(_ item: Shape) -> Shape {
    .either([item, .list(item)], expected: "\(item.expected), or a list of such")
  }

  /// The spelling of a GUID, in either case.
  static let guidPattern = "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"

  /// One of a few words, whatever their ASCII case.
  static func choiceInAnyCase(_ words: [String]) -> Shape {
    let patterns = words.map { word in
      word.unicodeScalars.map { scalar in
        let (small, capital) = (scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping)
        return scalar.isASCII && small != capital ? "[\(capital)\(small)]" : String(scalar)
      }.joined()
    }
    let choice = Shape.choice(words)
    return .either(
      [choice, .text(.pattern("^(\(patterns.joined(separator: "|")))$", choice.expected))], expected: choice.expected)
  }

  /// An object with one list in it.
  package static func listing(_ name: String, of shape: Shape, _ meaning: String) -> Shape {
    .object([.required(name, .list(shape), meaning)])
  }

  /// The members of an object, those of a named one too.
  package var members: [Member] {
    switch self {
    case .object(let members): members
    case .named(_, let shape): shape.members
    default: []
    }
  }

  /// How an error names what was expected.
  package var expected: String {
    switch self {
    case .anything: "any value"
    case .null: "null"
    case .text(.word): "a text that is not empty"
    case .text(.free), .text(.plainOrEmpty): "a text"
    case .text(.secret), .text(.plain), .text(.plainSecret): "a text that is not empty"
    case .text(.pattern(_, let words)): words
    case .text(.span): #"a duration such as "90d", "1h30m" or "500ms""#
    case .text(.duration): #"a duration such as "90d", "1h30m" or "500ms", with "-" in front to turn it round"#
    case .text(.time): #"a time such as "2026-01-05T09:00:00Z", or a date alone"#
    case .text(.guid): "a GUID"
    case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .flag: "true or false"
    case .number(let range):
      range.upperBound == .max
        ? "a number from \(range.lowerBound) on" : "a number from \(range.lowerBound) to \(range.upperBound)"
    case .list(let shape): "a list, in which each is \(shape.expected)"
    case .object, .map: "an object"
    case .either(_, let expected): expected
    case .named(_, let shape): shape.expected
    }
  }
}

extension Shape {
  /// What answers show of one kind of object.
  package static func shown<Subject: Worded>(_ words: [Word<Subject>]) -> [Member] {
    words.compactMap { word in
      word.shown.map {
        Member(word.name, $0, word.plainSentence, isRequired: word.isAlwaysShown, family: word.family)
      }
    }
  }

  /// What a body may say of one kind of object: the words of scenario files.
  package static func written<Subject: Worded>(_ words: [Word<Subject>]) -> [Member] {
    words.flatMap { word -> [Member] in
      guard let shape = word.written else { return [] }
      // A word with synonyms is never required by its own name. The decoder knows whether it is there.
      let isRequired = word.isRequired && word.synonyms.isEmpty
      return word.names.map {
        Member($0, shape, word.sentence(for: $0), isRequired: isRequired, family: word.family)
      }
    }
  }
}

extension Worded {
  /// The object as answers show it: with the words of which the shape tells.
  package func shown(_ names: Names) -> JSONObject {
    var members = JSONObject()
    for word in Self.words where word.shown != nil {
      if let value = word.show(self, names) { members.append(word, value) }
    }
    return members
  }
}

extension JSONObject {
  /// Adds the value of a word. That of a family of keys is an object with these keys.
  mutating func append<Subject: Worded>(_ word: Word<Subject>, _ value: JSONValue) {
    guard word.family != nil else { return append(word.name, value) }
    for member in value.object?.members ?? [] { append(member.name, member.value) }
  }
}
