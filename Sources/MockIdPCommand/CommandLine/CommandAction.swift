/// A row: one of the things that a command does, by the word behind the command's name.
struct CommandAction<Owner: ActionCommand>: Sendable {
  typealias Members = [any PartialKeyPath<Owner> & Sendable]

  let word: String
  let operands: Operands
  /// The options that go with this action and not with every other one.
  let options: Members
  let perform: @Sendable (Owner, Console) throws -> ExitCode

  /// An action that does its work here.
  static func does(
    _ word: String, _ operands: Operands = .none, options: Members = [],
    _ perform: @escaping @Sendable (Owner, Console) throws -> ExitCode
  ) -> Self {
    Self(word: word, operands: operands, options: options, perform: perform)
  }
}

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
