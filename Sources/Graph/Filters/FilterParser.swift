import Bytes
import JSON
import Time

/// Reads `$filter`: comparisons, `startswith`, `endswith`, `in`, `any`, `all` and `isof`, joined by `not`, `and` and `or`. `not` binds more
/// than `and`, and `and` more than `or`.
struct FilterParser {
  /// The type that is filtered: its name in messages, its properties, and the properties that a filter may use.
  struct Target {
    let type: String
    let version: GraphVersion
    let declaredName: (String) -> String?
    let filterable: Set<String>
    /// Of these the lists, of which a filter asks for one element: `otherMails/any(m:…)`.
    let collections: Set<String>
    /// The declared spelling of what a filter may name beside properties; nil for anything else.
    let filterablePath: (String) -> String?
  }

  private static let maximumDepth = 32
  private static let maximumLength = 8_192

  private let bytes: [UInt8]
  private let target: Target
  private var index = 0
  /// The name of an element within `any(i:…)`; nil outside of one.
  private var element: String?

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
    if ASCII.lowercased(name).hasSuffix("/any") { return try any(String(name.dropLast(4)), depth: depth) }
    if ASCII.lowercased(name).hasSuffix("/all") { return try every(String(name.dropLast(4)), depth: depth) }
    if ASCII.lowercased(name).hasSuffix("/$count") { return try count(String(name.dropLast(7))) }
    if take("(") {
      if ASCII.equalIgnoringCase(name, "isof"), target.filterable.contains("@odata.type") {
        let type = try text()
        try require(")")
        return .equals("@odata.type", .string("#" + type))
      }
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
    if takeWord("ge") { return .atLeast(property, try literal()) }
    if takeWord("le") { return .atMost(property, try literal()) }
    if takeWord("gt") { return .above(property, try literal()) }
    if takeWord("lt") { return .below(property, try literal()) }
    if takeWord("in") {
      try require("(")
      var values = [Filter.equals(property, try literal())]
      while take(",") { values.append(.equals(property, try literal())) }
      try require(")")
      return .any(values)
    }
    throw syntaxError
  }

  /// `assignedLicenses/$count eq 0`: how many elements a collection has.
  private mutating func count(_ collection: String) throws(GraphError) -> Filter {
    let property = try property(collection, isCollection: true)
    let sign = try word()
    let text = try word()
    guard text.utf8.count < 10, text.utf8.allSatisfy(ASCII.isDigit), let number = Int(text) else { throw syntaxError }
    switch ASCII.lowercased(sign) {
    case "eq": return .count(property, number...number)
    case "ne": return .not(.count(property, number...number))
    case "ge": return .count(property, number...Int.max)
    case "gt": return .count(property, number + 1...Int.max)
    case "le": return .count(property, 0...number)
    case "lt": return number == 0 ? .any([]) : .count(property, 0...(number - 1))
    default: throw syntaxError
    }
  }

  /// `otherMails/any(m:m eq 'a@b.c')`: a condition that one element of a collection has to meet. Without a condition:
  /// the collection has an element.
  private mutating func any(_ collection: String, depth: Int) throws(GraphError) -> Filter {
    let property = try property(collection, isCollection: true)
    guard element == nil else { throw .invalidFilter("'any' cannot stand within 'any'.") }
    try require("(")
    if take(")") { return .count(property, 1...Int.max) }
    return .contains(property, try ofElement(depth: depth))
  }

  /// `tags/all(t:t ne 'old')`: a condition that every element of a collection has to meet.
  private mutating func every(_ collection: String, depth: Int) throws(GraphError) -> Filter {
    let property = try property(collection, isCollection: true)
    guard element == nil else { throw .invalidFilter("'all' cannot stand within 'any'.") }
    try require("(")
    return .every(property, try ofElement(depth: depth))
  }

  /// The condition behind the name of an element, to the closing parenthesis.
  private mutating func ofElement(depth: Int) throws(GraphError) -> Filter {
    element = try word()
    try require(":")
    let condition = try alternatives(depth: depth + 1)
    element = nil
    try require(")")
    return condition
  }

  private func property(_ name: String, isCollection: Bool = false) throws(GraphError) -> String {
    if let element {
      // The element itself has the empty name.
      if name == element { return "" }
      guard name.hasPrefix(element + "/") else { throw syntaxError }
      return String(name.dropFirst(element.count + 1))
    }
    if let path = target.filterablePath(name) { return path }
    guard let declared = target.declaredName(name) else {
      if target.version == .beta { throw .notServed("the property '\(name)' of \(target.type) in beta") }
      throw .invalidFilter("Could not find a property named '\(name)' on type 'microsoft.graph.\(target.type)'.")
    }
    guard target.filterable.contains(declared), target.collections.contains(declared) == isCollection else {
      throw .cannotFilter(by: declared, of: target.type)
    }
    return declared
  }

  private mutating func literal() throws(GraphError) -> JSONValue {
    skipBlanks()
    if index < bytes.count, bytes[index] == 0x27 { return .string(try text()) }
    if let id = takeGUID() { return .string(id) }
    if index < bytes.count, ASCII.isDigit(bytes[index]) { return try time() }
    let name = try word()
    switch name {
    case "true": return true
    case "false": return false
    case "null": return nil
    default: throw syntaxError
    }
  }

  /// An id without quotes, as of `skuId`. The answer has ids as texts.
  private mutating func takeGUID() -> String? {
    guard index + 36 <= bytes.count, let id = GUID(String(decoding: bytes[index..<index + 36], as: UTF8.self)) else {
      return nil
    }
    index += 36
    return "\(id)"
  }

  /// A time without quotes, such as `2026-01-05T09:00:00Z`, in the form in which Graph shows times.
  private mutating func time() throws(GraphError) -> JSONValue {
    let start = index
    while index < bytes.count, ASCII.isAlphanumeric(bytes[index]) || [0x2B, 0x2D, 0x2E, 0x3A].contains(bytes[index]) {
      index += 1
    }
    guard let time = UnixTime(iso8601: String(decoding: bytes[start..<index], as: UTF8.self)) else {
      index = start
      throw syntaxError
    }
    return .string(time.iso8601)
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
    while index < bytes.count, Self.isWordPart(bytes[index]) { index += 1 }
    guard index > start else { throw syntaxError }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Letters, digits, `/`, `_` and the `$` of `$count`.
  private static func isWordPart(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2F || byte == 0x5F || byte == 0x24
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
