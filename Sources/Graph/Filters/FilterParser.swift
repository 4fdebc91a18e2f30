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

  let lexer: FilterLexer
  let target: Target
  /// The token that comes next.
  var next = FilterToken(kind: .end, range: 0..<0)
  /// The name of an element within `any(i:…)`; nil outside of one.
  private var element: String?
  /// The list that the element is of.
  private var list = ""
  private var uses: [FilterUse] = []
  /// The first fault of what names and values mean. The library tells it when the whole filter could be read.
  var later: FilterFault?

  private init(_ text: String, _ target: Target) {
    lexer = FilterLexer(text)
    self.target = target
  }

  static func parse(_ text: String, _ target: Target) throws(GraphError) -> Result {
    guard text.utf8.count <= maximumLength else { throw .invalidFilter("The clause is too long.") }
    var parser = FilterParser(text, target)
    try parser.advance()
    let filter = try parser.alternatives(depth: 0)
    guard parser.next.kind == .end else { throw parser.syntax }
    if let later = parser.later { throw parser.fault(later) }
    return Result(filter: filter, uses: parser.uses)
  }

  func fault(_ fault: FilterFault) -> GraphError { .invalidFilter(fault.message(of: lexer.filter)) }

  mutating func note(_ fault: FilterFault) { later = later ?? fault }

  /// The fault of a token that cannot stand where it stands.
  private var syntax: GraphError { fault(.syntax(lexer.position(next.range.upperBound))) }

  /// Where the next token begins.
  var place: Int { lexer.position(next.range.lowerBound) }

  // MARK: Conditions

  private mutating func alternatives(depth: Int) throws(GraphError) -> Filter {
    guard depth < Self.maximumDepth else { throw fault(.tooDeep) }
    var conditions = [try conjunction(depth: depth)]
    while try take("or") { conditions.append(try conjunction(depth: depth)) }
    guard conditions.count == 1 || !target.type.refusesOr else { throw .orNotSupported }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private mutating func conjunction(depth: Int) throws(GraphError) -> Filter {
    var conditions = [try condition(depth: depth)]
    while try take("and") { conditions.append(try condition(depth: depth)) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func condition(depth: Int, isNegated: Bool = false) throws(GraphError) -> Filter {
    guard depth < Self.maximumDepth else { throw fault(.tooDeep) }
    if try take("not") { return try negation(depth: depth) }
    try look()
    switch next.kind {
    case FilterToken.openParenthesis:
      try advance()
      let inner = try alternatives(depth: depth + 1)
      guard try take(FilterToken.closeParenthesis) else { throw fault(.closeParenthesisOrOperatorExpected(place)) }
      return inner
    case .word: break
    case .text, .number, .guid, .time, .typed, .alias: throw .unsupportedFilter("a value stands before an operator")
    case .sign, .end: throw fault(.expressionExpected(place))
    }
    let name = try word()
    let lowercased = ASCII.lowercased(name)
    if lowercased.hasSuffix("/any") { return try any(String(name.dropLast(4)), depth: depth) }
    if lowercased.hasSuffix("/all") { return try every(String(name.dropLast(4)), depth: depth) }
    if lowercased.hasSuffix("/$count") { return try count(String(name.dropLast(7))) }
    if next.kind == FilterToken.openParenthesis { return try function(name, lowercased) }
    if isNegated, let kind = kind(of: name), kind != .flag { note(.incompatibleType(kind, sign: "Not")) }
    return try comparison(name)
  }

  /// `not` binds more than `eq`, so a comparison behind it stands in parentheses.
  private mutating func negation(depth: Int) throws(GraphError) -> Filter {
    let start = uses.count
    let condition = try condition(depth: depth + 1, isNegated: true)
    for use in uses[start...] {
      uses.append(FilterUse(property: use.property, operation: .not, isUnknown: use.isUnknown))
    }
    return .not(condition)
  }

  private mutating func comparison(_ name: String) throws(GraphError) -> Filter {
    if try take("in") { return try among(name) }
    if try take("eq") { return try equality(name, .equal, "Equal") }
    if try take("ne") { return .not(try equality(name, .notEqual, "NotEqual")) }
    if try take("ge") { return .atLeast(try property(name, .atLeast), try literal(for: name, "GreaterThanOrEqual")) }
    if try take("le") { return .atMost(try property(name, .atMost), try literal(for: name, "LessThanOrEqual")) }
    if try take("gt") { return .above(try property(name, .atLeast), try literal(for: name, "GreaterThan")) }
    if try take("lt") { return .below(try property(name, .atMost), try literal(for: name, "LessThan")) }
    // What else stands behind a name, the caller refuses.
    guard next.kind == .end || next.kind == FilterToken.closeParenthesis || isWord("and") || isWord("or") else {
      return .all([])
    }
    if kind(of: name) != .flag { note(.noCondition) }
    return .equals(try property(name, .equal), true)
  }

  /// `id in ('a', 'b')`. The list is read as a whole before its items are.
  private mutating func among(_ name: String) throws(GraphError) -> Filter {
    let property = try property(name, .among)
    guard next.kind == FilterToken.openParenthesis else { throw fault(.listExpected) }
    guard lexer.endOfParenthesis(at: next.range.lowerBound) != nil else { throw fault(.unbalancedBracket) }
    try advance()
    var values: [Filter] = []
    repeat {
      if next.kind == .word, kind(of: name) == .text { note(.textWithoutQuotes(lexer.text(of: next))) }
      values.append(.equals(property, try literal(for: name, "Equal")))
    } while try take(FilterToken.comma)
    try closeArguments()
    return .any(values)
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
    guard next.kind == .word else { throw syntax }
    let sign = ASCII.lowercased(try word())
    guard next.kind == .number, let number = Int(lexer.text(of: next)), (0..<1_000_000_000).contains(number) else {
      throw next.kind == .end ? fault(.expressionExpected(place)) : syntax
    }
    try advance()
    // Counts are compared with nothing and with one, for equality alone (documented).
    let isEquality = ["eq", "ne"].contains(sign)
    let operation: FilterOperators = isEquality && number == 0 ? .isEmpty : isEquality && number == 1 ? .isOne : []
    let property: String
    if let relation = target.type.countable.keys.first(where: { ASCII.equalIgnoringCase($0, collection) }) {
      uses.append(FilterUse(property: relation, operation: operation))
      property = Filter.relation(relation)
    } else {
      property = try self.property(collection, operation, isCollection: true)
    }
    switch sign {
    case "eq": return .count(property, number...number)
    case "ne": return .not(.count(property, number...number))
    case "ge": return .count(property, number...Int.max)
    case "gt": return .count(property, number + 1...Int.max)
    case "le": return .count(property, 0...number)
    case "lt": return number == 0 ? .any([]) : .count(property, 0...(number - 1))
    default: throw syntax
    }
  }

  /// `otherMails/any(m:m eq 'a@b.c')`: a condition that one element of a collection has to meet. Without a condition:
  /// the collection has an element.
  private mutating func any(_ collection: String, depth: Int) throws(GraphError) -> Filter {
    guard element == nil else { throw .invalidFilter("'any' cannot stand within 'any'.") }
    guard try take(FilterToken.openParenthesis) else { throw fault(.openParenthesisExpected(place)) }
    if try take(FilterToken.closeParenthesis) {
      return .count(try property(collection, .equal, isCollection: true), 1...Int.max)
    }
    let property = try declared(collection, isCollection: true)
    return .contains(property, try ofElement(of: property, depth: depth))
  }

  /// `tags/all(t:t ne 'old')`: a condition that every element of a collection has to meet.
  private mutating func every(_ collection: String, depth: Int) throws(GraphError) -> Filter {
    guard element == nil else { throw .invalidFilter("'all' cannot stand within 'any'.") }
    guard try take(FilterToken.openParenthesis) else { throw fault(.openParenthesisExpected(place)) }
    let property = try declared(collection, isCollection: true)
    return .every(property, try ofElement(of: property, depth: depth))
  }

  /// The condition behind the name of an element of that list, to the closing parenthesis.
  private mutating func ofElement(of collection: String, depth: Int) throws(GraphError) -> Filter {
    guard next.kind == .word else { throw syntax }
    element = try word()
    list = collection
    let start = uses.count
    guard try take(FilterToken.colon) else { throw syntax }
    let condition = try alternatives(depth: depth + 1)
    element = nil
    try closeArguments()
    if uses.count > start + 1 { for place in start..<uses.count { uses[place].isComplex = true } }
    return condition
  }

  // MARK: Names and values

  /// The property that a condition names, and what the condition does with it is noted. Within a list it is a member of the element, and the
  /// list is what the directory asks about.
  mutating func property(
    _ name: String, _ operation: FilterOperators, isCollection: Bool = false
  ) throws(GraphError) -> String {
    if let element {
      uses.append(FilterUse(property: list, operation: operation))
      // The element itself has the empty name.
      if name == element { return "" }
      guard name.hasPrefix(element + "/") else {
        note(.unknownProperty(name, type: target.type.name))
        return name
      }
      return String(name.dropFirst(element.count + 1))
    }
    let declared = try declared(name, isCollection: isCollection)
    let isUnknown = target.type.filterablePath(name) == nil && target.type.declaredName(name, target.version) == nil
    uses.append(FilterUse(property: declared, operation: operation, isUnknown: isUnknown))
    return declared
  }

  private mutating func declared(_ name: String, isCollection: Bool) throws(GraphError) -> String {
    let type = target.type
    if let path = type.filterablePath(name) { return path }
    guard let declared = type.declaredName(name, target.version) else {
      if target.version == .beta { throw .notServed("the property '\(name)' of \(type.name) in beta") }
      if !type.isOpen || type.refusesUnknownFilter { note(.unknownProperty(name, type: type.name)) }
      return name
    }
    guard type.filterable[declared] == nil || type.collections.contains(declared) == isCollection else {
      throw .cannotFilter(by: declared, of: type.capitalizedName)
    }
    return declared
  }

  /// The type of the values that a name is compared with; nil where the front knows none.
  private func kind(of name: String) -> FilterLiteral.Kind? {
    let property = element == nil ? target.type.declaredName(name, target.version) : name == element ? list : nil
    return property.flatMap(target.type.literal)
  }

  /// A value that the property of that name can be compared with.
  private mutating func literal(for name: String, _ sign: String) throws(GraphError) -> JSONValue {
    let literal = try literal()
    if let kind = literal.kind, let expected = self.kind(of: name), kind != expected {
      note(.incompatibleTypes(expected, kind, sign: sign))
    }
    return literal.value
  }

  private mutating func literal() throws(GraphError) -> FilterLiteral {
    try look()
    let token = next
    switch token.kind {
    case .text: return FilterLiteral(value: .string(try text()), kind: .text)
    case .guid:
      try advance()
      // The answer has ids as texts, in small letters.
      return FilterLiteral(value: .string(ASCII.lowercased(lexer.text(of: token))), kind: .guid)
    case .number:
      guard let number = Int64(lexer.text(of: token)) else { throw syntax }
      try advance()
      return FilterLiteral(value: .integer(number), kind: nil)
    case .time:
      let written = lexer.text(of: token)
      // A date can stand alone. A time of day needs its zone.
      let hasZone =
        written.utf8.count == 10 || ["Z", "z"].contains(written.last)
        || written.dropFirst(11).contains { "+-".contains($0) }
      guard hasZone, let time = UnixTime(iso8601: written) else { throw fault(.time(written)) }
      try advance()
      return FilterLiteral(value: .string(time.iso8601), kind: .time)
    case .word:
      let name = try word()
      switch name {
      case "true": return FilterLiteral(value: true, kind: .flag)
      case "false": return FilterLiteral(value: false, kind: .flag)
      case "null": return FilterLiteral(value: .null, kind: nil)
      default:
        note(.unknownProperty(name, type: target.type.name))
        return FilterLiteral(value: .null, kind: nil)
      }
    case .alias: throw .unsupportedFilter("it has a parameter alias")
    case .typed: throw .unsupportedFilter("it has a value with its type before it")
    case .sign, .end: throw fault(.expressionExpected(place))
    }
  }

  // MARK: Tokens

  mutating func advance() throws(GraphError) {
    do throws(FilterFault) { next = try lexer.token(from: next.range.upperBound) } catch { throw fault(error) }
  }

  /// Looks at the token behind the next one, as the library does before it reads a name or a value. A character that cannot be one is told here.
  private func look() throws(GraphError) {
    do throws(FilterFault) { _ = try lexer.token(from: next.range.upperBound) } catch { throw fault(error) }
  }

  mutating func take(_ kind: FilterToken.Kind) throws(GraphError) -> Bool {
    guard next.kind == kind else { return false }
    try advance()
    return true
  }

  private func isWord(_ expected: String) -> Bool {
    next.kind == .word && ASCII.equalIgnoringCase(lexer.text(of: next), expected)
  }

  /// Takes this word if it comes next, in any letter case.
  private mutating func take(_ expected: String) throws(GraphError) -> Bool {
    guard isWord(expected) else { return false }
    try advance()
    return true
  }

  /// The next token, which is a word.
  mutating func word() throws(GraphError) -> String {
    let word = lexer.text(of: next)
    try advance()
    return word
  }

  /// The next token, which is a text in quotes.
  mutating func text() throws(GraphError) -> String {
    let text = ODataLiteral.unescaped(lexer.text(of: next).dropFirst().dropLast())
    try advance()
    return text
  }
}
