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
