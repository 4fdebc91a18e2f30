import Bytes
import Directory
import JSON
import Time

/// Reads `$filter`: comparisons, `startswith`, `endswith`, `contains`, `in`, `any`, `all` and `isof`, joined by `not`, `and` and `or`. `not` binds
/// more than `and`, and `and` more than `or`. What it cannot read the front refuses; what it can read is the directory's to refuse.
struct FilterParser {
  /// The type that is filtered.
  struct Target {
    let type: ObjectType
    let version: GraphVersion
  }

  /// A filter that could be read, and what it does with which property.
  struct Result {
    let filter: Filter
    let uses: [FilterUse]
  }

  private static let maximumDepth = 32
  private static let maximumLength = 8_192

  private let bytes: [UInt8]
  private let target: Target
  private var index = 0
  /// The name of an element within `any(i:…)`; nil outside of one.
  private var element: String?
  /// The list that the element is of.
  private var list = ""
  private var uses: [FilterUse] = []

  private init(_ text: String, _ target: Target) {
    bytes = Array(text.utf8)
    self.target = target
  }

  static func parse(_ text: String, _ target: Target) throws(GraphError) -> Result {
    var parser = FilterParser(text, target)
    guard parser.bytes.count <= maximumLength else { throw .invalidFilter("The clause is too long.") }
    let filter = try parser.alternatives(depth: 0)
    parser.skipBlanks()
    guard parser.index == parser.bytes.count else { throw parser.syntaxError }
    return Result(filter: filter, uses: parser.uses)
  }

  private var syntaxError: GraphError {
    .invalidFilter("Syntax error at position \(index) in '\(String(decoding: bytes, as: UTF8.self))'.")
  }

  // MARK: Conditions

  private mutating func alternatives(depth: Int) throws(GraphError) -> Filter {
    guard depth < Self.maximumDepth else { throw .invalidFilter("The clause is nested too deep.") }
    var conditions = [try conjunction(depth: depth)]
    while takeWord("or") { conditions.append(try conjunction(depth: depth)) }
    guard conditions.count == 1 || !target.type.refusesOr else { throw .orNotSupported }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private mutating func conjunction(depth: Int) throws(GraphError) -> Filter {
    var conditions = [try condition(depth: depth)]
    while takeWord("and") { conditions.append(try condition(depth: depth)) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func condition(depth: Int) throws(GraphError) -> Filter {
    guard depth < Self.maximumDepth else { throw .invalidFilter("The clause is nested too deep.") }
    if takeWord("not") {
      let start = uses.count
      let condition = try condition(depth: depth + 1)
      for use in uses[start...] {
        uses.append(FilterUse(property: use.property, operation: .not, isUnknown: use.isUnknown))
      }
      return .not(condition)
    }
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
      if ASCII.equalIgnoringCase(name, "isof"), target.type.filterable["@odata.type"] != nil {
        let type = try text()
        try require(")")
        return .equals("@odata.type", .string("#" + type))
      }
      let isStart = ASCII.equalIgnoringCase(name, "startswith")
      let isPart = ASCII.equalIgnoringCase(name, "contains") && target.type.takesParts
      guard isStart || isPart || ASCII.equalIgnoringCase(name, "endswith") else {
        throw .invalidFilter("An unknown function with name '\(name)' was found.")
      }
      let property = try property(try word(), isStart ? .startsWith : .endsWith)
      try require(",")
      let text = try text()
      try require(")")
      if isPart { return .hasPart(property, text) }
      return isStart ? .startsWith(property, text) : .endsWith(property, text)
    }
    return try comparison(name)
  }

  private mutating func comparison(_ name: String) throws(GraphError) -> Filter {
    if takeWord("in") {
      let property = try property(name, .among)
      try require("(")
      var values = [Filter.equals(property, try literal(for: name, "Equal"))]
      while take(",") { values.append(.equals(property, try literal(for: name, "Equal"))) }
      try require(")")
      return .any(values)
    }
    if takeWord("eq") { return try equality(name, .equal, "Equal") }
    if takeWord("ne") { return .not(try equality(name, .notEqual, "NotEqual")) }
    if takeWord("ge") { return .atLeast(try property(name, .atLeast), try literal(for: name, "GreaterThanOrEqual")) }
    if takeWord("le") { return .atMost(try property(name, .atMost), try literal(for: name, "LessThanOrEqual")) }
    if takeWord("gt") { return .above(try property(name, .atLeast), try literal(for: name, "GreaterThan")) }
    if takeWord("lt") { return .below(try property(name, .atMost), try literal(for: name, "LessThan")) }
    throw syntaxError
  }

  /// Whether no value of the property can be the one of the filter (observed 2024-02 and 2026-11).
  private static func isImpossible(_ value: JSONValue, for property: String) -> Bool {
    guard let text = value.string else { return false }
    return text.isEmpty || property == "onPremisesSecurityIdentifier" && !text.hasPrefix("S-1-")
  }

  private mutating func equality(
    _ name: String, _ operation: FilterOperators, _ sign: String
  ) throws(GraphError) -> Filter {
    let property = try property(name, operation)
    let value = try literal(for: name, sign)
    if let last = uses.indices.last, Self.isImpossible(value, for: uses[last].property) {
      uses[last].isImpossible = true
    }
    if value == .null, operation == .equal, element == nil, let use = uses.popLast() {
      uses.append(FilterUse(property: use.property, operation: .null, isUnknown: use.isUnknown))
    }
    return .equals(property, value)
  }

  /// `assignedLicenses/$count eq 0`: how many elements a collection has.
  private mutating func count(_ collection: String) throws(GraphError) -> Filter {
    let sign = try word()
    let text = try word()
    guard text.utf8.count < 10, text.utf8.allSatisfy(ASCII.isDigit), let number = Int(text) else { throw syntaxError }
    // Counts are compared with nothing and with one, for equality alone (documented).
    let isEquality = ["eq", "ne"].contains(ASCII.lowercased(sign))
    let operation: FilterOperators = isEquality && number == 0 ? .isEmpty : isEquality && number == 1 ? .isOne : []
    let property: String
    if let relation = target.type.countable.keys.first(where: { ASCII.equalIgnoringCase($0, collection) }) {
      uses.append(FilterUse(property: relation, operation: operation))
      property = Filter.relation(relation)
    } else {
      property = try self.property(collection, operation, isCollection: true)
    }
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
    guard element == nil else { throw .invalidFilter("'any' cannot stand within 'any'.") }
    try require("(")
    if take(")") { return .count(try property(collection, .equal, isCollection: true), 1...Int.max) }
    let property = try declared(collection, isCollection: true)
    return .contains(property, try ofElement(of: property, depth: depth))
  }

  /// `tags/all(t:t ne 'old')`: a condition that every element of a collection has to meet.
  private mutating func every(_ collection: String, depth: Int) throws(GraphError) -> Filter {
    guard element == nil else { throw .invalidFilter("'all' cannot stand within 'any'.") }
    try require("(")
    let property = try declared(collection, isCollection: true)
    return .every(property, try ofElement(of: property, depth: depth))
  }

  /// The condition behind the name of an element of that list, to the closing parenthesis.
  private mutating func ofElement(of collection: String, depth: Int) throws(GraphError) -> Filter {
    element = try word()
    list = collection
    let start = uses.count
    try require(":")
    let condition = try alternatives(depth: depth + 1)
    element = nil
    try require(")")
    if uses.count > start + 1 { for place in start..<uses.count { uses[place].isComplex = true } }
    return condition
  }

  /// The property that a condition names, and what the condition does with it is noted. Within a list it is a member of the element, and the
  /// list is what the directory asks about.
  private mutating func property(
    _ name: String, _ operation: FilterOperators, isCollection: Bool = false
  ) throws(GraphError) -> String {
    if let element {
      uses.append(FilterUse(property: list, operation: operation))
      // The element itself has the empty name.
      if name == element { return "" }
      guard name.hasPrefix(element + "/") else { throw syntaxError }
      return String(name.dropFirst(element.count + 1))
    }
    let declared = try declared(name, isCollection: isCollection)
    let isUnknown = target.type.filterablePath(name) == nil && target.type.declaredName(name, target.version) == nil
    uses.append(FilterUse(property: declared, operation: operation, isUnknown: isUnknown))
    return declared
  }

  private func declared(_ name: String, isCollection: Bool) throws(GraphError) -> String {
    let type = target.type
    if let path = type.filterablePath(name) { return path }
    guard let declared = type.declaredName(name, target.version) else {
      if target.version == .beta { throw .notServed("the property '\(name)' of \(type.name) in beta") }
      guard type.isOpen else {
        throw .invalidFilter("Could not find a property named '\(name)' on type 'microsoft.graph.\(type.name)'.")
      }
      return name
    }
    guard type.filterable[declared] == nil || type.collections.contains(declared) == isCollection else {
      throw .cannotFilter(by: declared, of: type.capitalizedName)
    }
    return declared
  }

  /// A value that the property of that name can be compared with.
  private mutating func literal(for name: String, _ sign: String) throws(GraphError) -> JSONValue {
    let literal = try literal()
    let property = element == nil ? target.type.declaredName(name, target.version) : name == element ? list : nil
    if let kind = literal.kind, let expected = property.flatMap(target.type.literal), kind != expected {
      throw .incompatibleTypes(expected, kind, sign)
    }
    return literal.value
  }

  private mutating func literal() throws(GraphError) -> FilterLiteral {
    skipBlanks()
    if index < bytes.count, bytes[index] == 0x27 { return FilterLiteral(value: .string(try text()), kind: .text) }
    if let id = takeGUID() { return FilterLiteral(value: .string(id), kind: .guid) }
    if let number = takeNumber() { return FilterLiteral(value: .integer(number), kind: nil) }
    if index < bytes.count, ASCII.isDigit(bytes[index]) { return FilterLiteral(value: try time(), kind: .time) }
    let name = try word()
    switch name {
    case "true": return FilterLiteral(value: true, kind: .flag)
    case "false": return FilterLiteral(value: false, kind: .flag)
    case "null": return FilterLiteral(value: .null, kind: nil)
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

  /// A whole number, such as that of an error.
  private mutating func takeNumber() -> Int64? {
    let digits = bytes[index...].prefix(while: ASCII.isDigit)
    let next = digits.endIndex < bytes.count ? bytes[digits.endIndex] : 0x20
    guard !digits.isEmpty, digits.count < 10, next == 0x20 || next == 0x29 || next == 0x2C else { return nil }
    index = digits.endIndex
    return Int64(String(decoding: digits, as: UTF8.self))
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
