import Bytes
import JSON
import Scenarios
import Time

extension Shape {
  /// Refuses a value that has another shape, with a JSON pointer (RFC 6901) to the place of the mistake. `name` is the
  /// member that has the value. `expected` is what the problem says in the place of the shape's own words.
  func check(_ value: JSONValue, at pointer: String = "", name: String = "", expected: String? = nil) throws(Problem) {
    switch self {
    case .anything: return
    case .null: try require(value == .null, value, pointer, name, expected)
    case .text(let kind): try require(kind.admits(value), value, pointer, name, expected)
    case .choice(let words):
      if let word = value.string, !words.contains(word) {
        throw .unknownWord(name, word, known: words).at(pointer)
      }
      try require(value.string != nil, value, pointer, name, expected)
    case .flag: try require(value.bool != nil, value, pointer, name, expected)
    case .number(let range):
      try require(value.integer.map(range.contains) ?? false, value, pointer, name, expected)
    case .list(let shape):
      guard let items = value.array else { throw mismatch(value, pointer, name, expected) }
      for (index, item) in items.enumerated() { try shape.check(item, at: "\(pointer)/\(index)", name: name) }
    case .map(let shape):
      guard let object = value.object else { throw mismatch(value, pointer, name, expected) }
      for member in object.members {
        try shape.check(member.value, at: Self.pointer(pointer, member.name), name: member.name)
      }
    case .object(let members): try check(value, members, at: pointer, name: name)
    case .either(let shapes, _):
      for shape in shapes where shape.admits(value) { return }
      throw mismatch(value, pointer, name, expected)
    case .named(_, let shape): try shape.check(value, at: pointer, name: name, expected: expected)
    }
  }

  /// Whether `check` lets the value pass.
  func admits(_ value: JSONValue) -> Bool {
    do throws(Problem) {
      try check(value)
      return true
    } catch { return false }
  }

  private func check(_ value: JSONValue, _ members: [Member], at pointer: String, name: String) throws(Problem) {
    guard let object = value.object else { throw mismatch(value, pointer, name, nil) }
    let known = members.map(\.name)
    let families = members.filter { $0.family != nil }
    for stranger in object.members
    where !known.contains(stranger.name) || families.contains(where: { $0.name == stranger.name }) {
      guard let family = families.first(where: { stranger.name.hasPrefix($0.family?.prefix ?? "") }) else {
        throw .unknownMember(stranger.name, known: known).at(Self.pointer(pointer, stranger.name))
      }
      try family.shape.check(
        stranger.value, at: Self.pointer(pointer, stranger.name), name: stranger.name, expected: family.expected)
    }
    for member in members where member.family == nil {
      guard let value = object[member.name] else {
        if member.isRequired { throw .missingMember(member.name, member.expected).at(pointer) }
        continue
      }
      try member.shape.check(
        value, at: Self.pointer(pointer, member.name), name: member.name, expected: member.expected)
    }
  }

  private func require(
    _ isFine: Bool, _ value: JSONValue, _ pointer: String, _ name: String, _ expected: String?
  ) throws(Problem) {
    guard isFine else { throw mismatch(value, pointer, name, expected) }
  }

  private func mismatch(_ value: JSONValue, _ pointer: String, _ name: String, _ expected: String?) -> Problem {
    if pointer.isEmpty { return .notAnObject }
    let found: String? = if case .text(let kind) = self, kind.isSecret { nil } else { value.text }
    return .badValue(name, found: found, expected: expected ?? self.expected).at(pointer)
  }

  private static func pointer(_ pointer: String, _ name: String) -> String {
    var token = ""
    for character in name.unicodeScalars {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(character)
      }
    }
    return pointer + "/" + token
  }
}

extension Shape.Member {
  /// What a problem says that the value should be: the member's meaning, and the shape's words when they say more than
  /// "a text".
  var expected: String {
    switch shape {
    case .text(.word), .text(.free), .text(.secret), .text(.plain), .text(.plainSecret), .text(.plainOrEmpty), .object,
      .map, .anything:
      meaning
    default: shape.expected
    }
  }
}

extension Shape.TextKind {
  var isSecret: Bool {
    switch self {
    case .secret, .plainSecret: true
    default: false
    }
  }

  /// Whether a value is a text of this kind. A plain text may be written as a number or a boolean.
  func admits(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (_, .string(let text)): admits(text)
    case (.plain, .bool), (.plain, .integer), (.plain, .double): true
    case (.plainOrEmpty, .bool), (.plainOrEmpty, .integer), (.plainOrEmpty, .double): true
    case (.plainSecret, .bool), (.plainSecret, .integer), (.plainSecret, .double): true
    default: false
    }
  }

  private func admits(_ text: String) -> Bool {
    switch self {
    case .free, .plainOrEmpty: true
    case .word, .secret, .plain, .plainSecret: !text.isEmpty
    // The decoder of scenario files checks the form.
    case .pattern: !text.isEmpty
    case .span: Duration(text: text).map { $0 > .zero } ?? false
    case .duration: Duration(text: text) != nil
    case .time: UnixTime(iso8601: text) != nil
    case .guid: GUID(text) != nil
    }
  }
}
