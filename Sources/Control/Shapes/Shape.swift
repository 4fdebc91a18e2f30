/// What a JSON value looks like, as data: bodies are checked against it, tests hold answers against it, and the OpenAPI
/// description is written from it.
indirect enum Shape: Sendable {
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
  enum TextKind: Sendable {
    /// Anything that is not empty.
    case word
    /// Anything, even nothing.
    case free
    /// As `word`, and never repeated in an error.
    case secret
    case duration
    case time
    case guid
  }

  /// One member of an object.
  struct Member: Sendable {
    let name: String
    let shape: Shape
    /// What it is, as it reads on from "it is" in an error: "the new password, a text that is not empty".
    let meaning: String
    let isRequired: Bool

    init(_ name: String, _ shape: Shape, _ meaning: String, isRequired: Bool = false) {
      self.name = name
      self.shape = shape
      self.meaning = meaning
      self.isRequired = isRequired
    }

    static func required(_ name: String, _ shape: Shape, _ meaning: String) -> Member {
      Member(name, shape, meaning, isRequired: true)
    }
  }

  static let word = Shape.text(.word)
  static let duration = Shape.text(.duration)
  static let time = Shape.text(.time)
  static let guid = Shape.text(.guid)
  static let count = Shape.number(0...Int64.max)

  /// One of the words of `type`.
  static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Shape {
    .choice(Word.allCases.map(\.rawValue))
  }

  /// An object with one list in it.
  static func listing(_ name: String, of shape: Shape, _ meaning: String) -> Shape {
    .object([.required(name, .list(shape), meaning)])
  }

  /// The members of an object, those of a named one too.
  var members: [Member] {
    switch self {
    case .object(let members): members
    case .named(_, let shape): shape.members
    default: []
    }
  }

  /// How an error names what was expected.
  var expected: String {
    switch self {
    case .anything: "any value"
    case .null: "null"
    case .text(.word): "a text that is not empty"
    case .text(.free): "a text"
    case .text(.secret): "a text that is not empty"
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
