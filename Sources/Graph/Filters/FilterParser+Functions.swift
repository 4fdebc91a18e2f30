import Bytes
import Directory
import JSON

/// Functions in a `$filter`.
extension FilterParser {
  /// Functions of OData that the library knows and no service of Graph that is here carries out.
  private static let otherFunctions: Set = [
    "cast", "ceiling", "concat", "date", "day", "floor", "fractionalseconds", "hour", "indexof", "length",
    "maxdatetime", "mindatetime", "minute", "month", "now", "round", "second", "substring", "time", "tolower",
    "totaloffsetminutes", "toupper", "trim", "year",
  ]

  /// A function, whose name has been read.
  mutating func function(_ name: String, _ lowercased: String) throws(GraphError) -> Filter {
    try advance()
    switch lowercased {
    case "isof" where target.type.filterable["@odata.type"] != nil:
      guard next.kind == .text else { throw .unsupportedFilter("isof has a type without quotes") }
      let type = try text()
      try closeArguments()
      return .equals("@odata.type", .string("#" + type))
    case "startswith", "endswith", "contains":
      let operands = try operands(of: lowercased)
      if later != nil { return .all([]) }
      if lowercased == "contains", !target.type.takesParts { throw .unsupportedOperator("Contains") }
      guard let (name, text) = operands else { throw .unsupportedFilter("\(lowercased) has no property and text") }
      let property = try property(name, lowercased == "startswith" ? .startsWith : .endsWith)
      switch lowercased {
      case "startswith": return .startsWith(property, text)
      case "endswith": return .endsWith(property, text)
      default: return .hasPart(property, text)
      }
    case _ where Self.otherFunctions.contains(lowercased): throw .unsupportedFilter("it has the function '\(name)'")
    default:
      note(.unknownFunction(name))
      try skipArguments()
      return .all([])
    }
  }

  /// Goes behind the parenthesis that closes the arguments of a function that nobody knows.
  private mutating func skipArguments() throws(GraphError) {
    var depth = 1
    while depth > 0 {
      switch next.kind {
      case FilterToken.openParenthesis: depth += 1
      case FilterToken.closeParenthesis: depth -= 1
      case .end: throw fault(.closeParenthesisOrCommaExpected(place))
      default: break
      }
      try advance()
    }
  }

  /// The two operands of a function about texts, to the closing parenthesis. Nil when they are not a property and a text.
  private mutating func operands(of function: String) throws(GraphError) -> (name: String, text: String)? {
    var kinds: [FilterToken.Kind] = []
    var name: String?
    var value: String?
    repeat {
      let kind = next.kind
      switch kind {
      case .word:
        name = try word()
        if next.kind == FilterToken.openParenthesis { throw .unsupportedFilter("it has a function within a function") }
      case .text: value = try text()
      case .number, .guid, .time, .typed, .alias: try advance()
      case .sign, .end: throw fault(.expressionExpected(place))
      }
      kinds.append(kind)
    } while try take(FilterToken.comma)
    try closeArguments()
    guard kinds.count == 2, kinds.allSatisfy({ $0 == .word || $0 == .text }) else {
      note(.otherArguments(function: function))
      return ("", "")
    }
    guard kinds == [.word, .text], let name, let value else { return nil }
    return (name, value)
  }

  mutating func closeArguments() throws(GraphError) {
    guard try take(FilterToken.closeParenthesis) else { throw fault(.closeParenthesisOrCommaExpected(place)) }
  }
}

extension GraphError {
  /// What can be read and is not carried out (the text of old for all such queries; chosen).
  static func unsupportedFilter(_ reason: String) -> Self {
    Self(
      400, .unsupportedQuery, "Unsupported Query.",
      because: "$filter can be read, and nothing carries it out: \(reason)")
  }

  /// Observed 2023-08 for lists of the directory.
  static func unsupportedOperator(_ name: String) -> Self {
    Self(
      400, .unsupportedQuery, "Operator: '\(name)' is not supported.", because: "the directory does not know \(name)")
  }
}
