import Bytes
import JSON

/// Reads `$filter`: comparisons, `startswith`, `endswith`, `in` and `any` of a collection of texts, joined by `not`, `and` and `or`. `not` binds more
/// than `and`, and `and` more than `or`.
struct FilterParser {
  /// The type that is filtered: its name in messages, its properties, and the properties that a filter may use.
  struct Target {
    let type: String
    let declaredName: (String) -> String?
    let filterable: Set<String>
  }

  private static let maximumDepth = 32
  private static let maximumLength = 8_192

  private let bytes: [UInt8]
  private let target: Target
  private var index = 0

  private init(_ text: String, _ target: Target) {
    bytes = Array(text.utf8)
    self.target = target
  }

  static func parse(_ text: String, _ target: Target) throws(GraphError) -> Filter {
    var parser = FilterParser(text, target)
    guard parser.bytes.count <= maximumLength else { throw .invalidFilter("The clause is too long.") }
    let filter = try parser.alternatives(depth: 0)
    parser.skipBlanks()
    guard parser.index == parser.bytes.count else { throw parser.syntaxError }
    return filter
  }

  private var syntaxError: GraphError {
    .invalidFilter("Syntax error at position \(index) in '\(String(decoding: bytes, as: UTF8.self))'.")
  }

  // MARK: Conditions

  private mutating func alternatives(depth: Int) throws(GraphError) -> Filter {
    guard depth < Self.maximumDepth else { throw .invalidFilter("The clause is nested too deep.") }
    var conditions = [try conjunction(depth: depth)]
    while takeWord("or") { conditions.append(try conjunction(depth: depth)) }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private mutating func conjunction(depth: Int) throws(GraphError) -> Filter {
    var conditions = [try condition(depth: depth)]
    while takeWord("and") { conditions.append(try condition(depth: depth)) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func condition(depth: Int) throws(GraphError) -> Filter {
    guard depth < Self.maximumDepth else { throw .invalidFilter("The clause is nested too deep.") }
    if takeWord("not") { return .not(try condition(depth: depth + 1)) }
    if take("(") {
      let inner = try alternatives(depth: depth + 1)
      try require(")")
      return inner
    }
    let name = try word()
    if take("(") {
      if name.hasSuffix("/any") { return try element(of: String(name.dropLast("/any".count))) }
      let property = try property(try word())
      try require(",")
      let text = try text()
      try require(")")
      if ASCII.equalIgnoringCase(name, "startswith") { return .startsWith(property, text) }
      if ASCII.equalIgnoringCase(name, "endswith") { return .endsWith(property, text) }
      throw .invalidFilter("An unknown function with name '\(name)' was found.")
    }
    let property = try property(name)
    if takeWord("eq") { return .equals(property, try literal()) }
    if takeWord("ne") { return .not(.equals(property, try literal())) }
    if takeWord("in") {
      try require("(")
      var values = [Filter.equals(property, try literal())]
      while take(",") { values.append(.equals(property, try literal())) }
      try require(")")
      return .any(values)
    }
    throw syntaxError
  }

  /// `x:x eq 'text')`, behind `any(`.
  private mutating func element(of name: String) throws(GraphError) -> Filter {
    let property = try property(name)
    let variable = try word()
    try require(":")
    guard try word() == variable, takeWord("eq") else { throw syntaxError }
    let text = try text()
    try require(")")
    return .contains(property, text)
  }

  private func property(_ name: String) throws(GraphError) -> String {
    guard let declared = target.declaredName(name) else {
      throw .invalidFilter("Could not find a property named '\(name)' on type 'microsoft.graph.\(target.type)'.")
    }
    guard target.filterable.contains(declared) else { throw .cannotFilter(by: declared, of: target.type) }
    return declared
  }

  private mutating func literal() throws(GraphError) -> JSONValue {
    skipBlanks()
    if index < bytes.count, bytes[index] == 0x27 { return .string(try text()) }
    let name = try word()
    switch name {
    case "true": return true
    case "false": return false
    case "null": return nil
    default: throw syntaxError
    }
  }

  // MARK: Tokens

  private mutating func skipBlanks() { while index < bytes.count, bytes[index] == 0x20 { index += 1 } }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  private mutating func require(_ character: Unicode.Scalar) throws(GraphError) {
    guard take(character) else { throw syntaxError }
  }

  /// Takes this word if it comes next. It has to be a whole word: `order` does not count as `or`.
  private mutating func takeWord(_ expected: String) -> Bool {
    let start = index
    guard let next = try? word(), ASCII.equalIgnoringCase(next, expected) else {
      index = start
      return false
    }
    return true
  }

  private mutating func word() throws(GraphError) -> String {
    skipBlanks()
    let start = index
    while index < bytes.count, ASCII.isAlphanumeric(bytes[index]) || bytes[index] == 0x2F { index += 1 }
    guard index > start else { throw syntaxError }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// A text in quotes.
  private mutating func text() throws(GraphError) -> String {
    try require("'")
    let start = index
    while index < bytes.count {
      if bytes[index] == 0x27 {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x27 else { break }
        index += 1
      }
      index += 1
    }
    guard index < bytes.count else { throw syntaxError }
    defer { index += 1 }
    return ODataLiteral.unescaped(String(decoding: bytes[start..<index], as: UTF8.self))
  }
}
