/// The words that an action takes.
enum Operands: Sendable {
  typealias Check = @Sendable (String, Arguments) throws(UsageError) -> String

  case none
  /// One with that name; `Check` writes it as the server reads it.
  case one(String, Check? = nil)
  case atMostOne
  case oneOrMore(String)
  case any

  func take(_ arguments: inout Arguments) throws(UsageError) -> [String] {
    switch self {
    case .none: return []
    case .one(let name, let check):
      let text = try arguments.next(name)
      return [try check?(text, arguments) ?? text]
    case .atMostOne: return arguments.next().map { [$0] } ?? []
    case .oneOrMore(let name): return [try arguments.next(name)] + arguments.remaining()
    case .any: return arguments.remaining()
    }
  }
}
