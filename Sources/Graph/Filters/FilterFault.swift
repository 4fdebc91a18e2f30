/// Why the front cannot read a `$filter`, in the words of the library by which it reads one. Positions count UTF-16 units from 0.
///
/// Source: Microsoft.OData.Core, whose texts Graph shows behind "Invalid filter clause" (observed 2021 to 2026 for several of them).
enum FilterFault: Error, Equatable {
  /// Something stands where nothing can. The position is the end of it.
  case syntax(Int)
  case character(Character, Int)
  case openText(Int)
  case openLiteral(Int)
  case expressionExpected(Int)
  case openParenthesisExpected(Int)
  case closeParenthesisOrOperatorExpected(Int)
  case closeParenthesisOrCommaExpected(Int)
  case unbalancedBracket
  case textWithoutQuotes(String)
  case listExpected
  case unknownFunction(String)
  case otherArguments(function: String)
  case unknownProperty(String, type: String)
  case incompatibleTypes(FilterLiteral.Kind, FilterLiteral.Kind, sign: String)
  case incompatibleType(FilterLiteral.Kind, sign: String)
  case noCondition
  case time(String)
  case tooDeep

  /// The text, for a filter.
  func message(of filter: String) -> String {
    switch self {
    case .syntax(let place): "Syntax error at position \(place) in '\(filter)'."
    case .character(let character, let place):
      "Syntax error: character '\(character)' is not valid at position \(place) in '\(filter)'."
    case .openText(let place): "There is an unterminated string literal at position \(place) in '\(filter)'."
    case .openLiteral(let place): "There is an unterminated literal at position \(place) in '\(filter)'."
    case .expressionExpected(let place): "Expression expected at position \(place) in '\(filter)'."
    case .openParenthesisExpected(let place): "'(' expected at position \(place) in '\(filter)'."
    case .closeParenthesisOrOperatorExpected(let place): "')' or operator expected at position \(place) in '\(filter)'."
    case .closeParenthesisOrCommaExpected(let place): "')' or ',' expected at position \(place) in '\(filter)'."
    case .unbalancedBracket: "Found an unbalanced bracket expression."
    case .textWithoutQuotes(let item): "String item should be single/double quoted: '\(item)'."
    case .listExpected:
      "The right operand for the IN operation is not a collection value. IN operations require the left operand to be a single value "
        + "and the right operand to be a collection value."
    case .unknownFunction(let name):
      "An unknown function with name '\(name)' was found. This may also be a function import or a key lookup on a navigation property, "
        + "which is not allowed."
    case .otherArguments(let name):
      "No function signature for the function with name '\(name)' matches the specified arguments. The function signatures considered "
        + "are: \(name)(Edm.String Nullable=true, Edm.String Nullable=true)."
    case .unknownProperty(let name, let type):
      "Could not find a property named '\(name)' on type 'microsoft.graph.\(type)'."
    case .incompatibleTypes(let property, let value, let sign):
      "A binary operator with incompatible types was detected. Found operand types '\(property.rawValue)' and '\(value.rawValue)' for "
        + "operator kind '\(sign)'."
    case .incompatibleType(let kind, let sign):
      "A unary operator with an incompatible type was detected. Found operand type '\(kind.rawValue)' for operator kind '\(sign)'."
    case .noCondition: "The $filter expression must evaluate to a single boolean value."
    case .time(let text):
      "The DateTimeOffset text '\(text)' should be in format 'yyyy-mm-ddThh:mm:ss('.'s+)?(zzzzzz)?' and each field value is within "
        + "valid range."
    case .tooDeep: "Recursion depth exceeded allowed limit."
    }
  }
}
