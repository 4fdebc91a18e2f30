import Bytes
import JSON

/// An expression of an attribute mapping, such as `Join(" ", [givenName], [surname])` (Microsoft: "Reference for writing expressions for
/// attribute mappings").
package struct MappingExpression: Sendable {
  /// Why a text is not one, with the remedy.
  package struct Fault: Error, Sendable, Hashable {
    package let text: String
    package init(_ text: String) { self.text = text }
  }

  /// The most characters of an expression.
  package static let longest = 10_000

  /// The functions that are carried out, with the least and the most arguments.
  static let functions: [String: ClosedRange<Int>] = [
    "Append": 2...2, "AppRoleAssignmentsComplex": 1...1, "CBool": 1...1, "CStr": 1...1, "Coalesce": 1...64,
    "IIF": 3...3, "IsNullOrEmpty": 1...1, "IsPresent": 1...1, "Item": 2...2, "Join": 2...64, "Left": 2...2,
    "Mid": 3...3, "NormalizeDiacritics": 1...1, "Not": 1...1, "Replace": 2...7, "SingleAppRoleAssignment": 1...1,
    "Split": 2...2, "StripSpaces": 1...1, "Switch": 4...64, "ToLower": 1...2, "ToUpper": 1...2,
  ]

  /// Functions of the service that are not carried out here.
  private static let others: Set<String> = [
    "AssertiveAppRoleAssignmentsComplex", "BitAnd", "CDate", "ConvertToBase64", "ConvertToUTF8Hex", "Count", "DateAdd",
    "DateDiff", "DateFromNum", "FormatDateTime", "Guid", "IgnoreFlowIfNullOrEmpty", "InStr", "IsNull", "IsString",
    "Now", "NumFromDate", "PCase", "RandomString", "Redact", "RemoveDuplicates", "SelectUniqueValue", "Word",
  ]

  package indirect enum Node: Sendable, Hashable {
    case attribute(String)
    case text(String)
    case number(Int)
    /// An argument that was left out.
    case nothing
    case call(String, [Node])
    case comparison(Node, String, Node)
  }

  package let root: Node

  /// Reads an expression.
  /// - Throws: `Fault` for a text that is not one, and for functions and attributes that are not known here.
  package init(_ text: String) throws(Fault) {
    guard text.count <= Self.longest else {
      throw Fault("the expression has \(text.count) characters, and \(Self.longest) is the most; shorten it")
    }
    var reader = Reader(rest: text[...])
    root = try reader.expression(depth: 0)
    reader.skipBlanks()
    guard reader.rest.isEmpty else {
      throw Fault("'\(reader.rest.prefix(20))' follows the end of the expression; leave it out")
    }
  }

  /// The attributes that it reads, each once.
  package var attributes: [String] { Self.attributes(of: root) }

  private static func attributes(of node: Node) -> [String] {
    var names: [String] = []
    func add(_ node: Node) { for name in attributes(of: node) where !names.contains(name) { names.append(name) } }
    switch node {
    case .attribute(let name): names = [name]
    case .call(_, let arguments): arguments.forEach(add)
    case .comparison(let left, _, let right): [left, right].forEach(add)
    case .text, .number, .nothing: break
    }
    return names
  }

  /// The name of the one function that the expression is, such as `SingleAppRoleAssignment`. Nil for every other.
  package var outermost: String? { if case .call(let name, _) = root { name } else { nil } }

  private struct Reader {
    var rest: Substring

    mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace } }

    mutating func take(_ sign: Character) -> Bool {
      skipBlanks()
      guard rest.first == sign else { return false }
      rest.removeFirst()
      return true
    }

    mutating func expression(depth: Int) throws(Fault) -> Node {
      guard depth < 32 else { throw Fault("the expression is nested too deeply; take it apart") }
      let left = try value(depth: depth)
      skipBlanks()
      guard let sign = ["<>", ">=", "<=", "=", ">", "<"].first(where: { rest.hasPrefix($0) }) else { return left }
      rest.removeFirst(sign.count)
      return .comparison(left, sign, try value(depth: depth))
    }

    private mutating func value(depth: Int) throws(Fault) -> Node {
      skipBlanks()
      guard let first = rest.first else { throw Fault("the expression ends too early; add what is missing") }
      if first == "[" { return try attribute() }
      if first == "\"" { return .text(try text()) }
      if first.isNumber || first == "-" {
        let digits = rest.prefix { $0.isNumber || $0 == "-" }
        guard let number = Int(digits) else { throw Fault("'\(digits)' is not a number; write digits") }
        rest.removeFirst(digits.count)
        return .number(number)
      }
      let name = String(rest.prefix { $0.isLetter || $0.isNumber })
      guard !name.isEmpty else {
        throw Fault("'\(rest.prefix(20))' is not understood; write a function, a text or [attribute]")
      }
      rest.removeFirst(name.count)
      if !take("(") {
        if name.lowercased() == "true" || name.lowercased() == "false" { return .text(name) }
        throw Fault("'\(name)' needs '(' behind it, or brackets around it if it is an attribute")
      }
      return .call(name, try arguments(of: name, depth: depth))
    }

    private mutating func attribute() throws(Fault) -> Node {
      rest.removeFirst()
      let name = String(rest.prefix { $0 != "]" })
      rest.removeFirst(name.count)
      guard take("]") else { throw Fault("the bracket before '\(name)' is not closed; add ']'") }
      guard SourceAttribute.isKnown(name) else {
        let hint = Suggestion.nearest(to: name, among: SourceAttribute.names).map { "; did you mean '\($0)'?" }
        throw Fault("unknown attribute '\(name)'" + (hint ?? "; take one of the directory"))
      }
      return .attribute(name)
    }

    private mutating func text() throws(Fault) -> String {
      rest.removeFirst()
      var text = ""
      while let sign = rest.popFirst() {
        if sign == "\"" {
          // A quote is written twice.
          guard rest.first == "\"" else { return text }
          rest.removeFirst()
        }
        text.append(sign)
      }
      throw Fault("a text is not closed; add a quote at its end")
    }

    private mutating func arguments(of name: String, depth: Int) throws(Fault) -> [Node] {
      guard let count = functions[name] else {
        if MappingExpression.others.contains(name) {
          throw Fault("the function '\(name)' is not carried out here; write the mapping without it")
        }
        let known = functions.keys.sorted()
        let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
        throw Fault("unknown function '\(name)'" + (hint ?? ". Known: \(known.joined(separator: ", "))"))
      }
      var arguments: [Node] = []
      while true {
        skipBlanks()
        if rest.first == "," || rest.first == ")" {
          arguments.append(.nothing)
        } else {
          arguments.append(try expression(depth: depth + 1))
        }
        if take(",") { continue }
        guard take(")") else { throw Fault("the arguments of '\(name)' are not closed; add ')'") }
        break
      }
      guard count.contains(arguments.count) else {
        throw Fault(
          "'\(name)' takes \(count.lowerBound)\(count.count > 1 ? " or more" : "") arguments, not \(arguments.count)")
      }
      if name == "Replace", arguments.count > 2, arguments[2] != .nothing {
        throw Fault("'Replace' works without a regular expression here; give a text to replace")
      }
      return arguments
    }
  }
}
