/// One command of the program. Parsing makes the value; `run` does the work. Its options are its members (`OptionGroup`).
protocol Command: OptionGroup {
  /// The source of the help, of the completions, and of what the reader of arguments accepts.
  static var manual: Manual { get }

  /// Takes the words that are not options. The options have been read.
  ///
  /// - Throws: `UsageError` for words that the command does not understand. The exit code is 2 then.
  mutating func take(_ arguments: inout Arguments) throws(UsageError)

  /// Does the work. The program prints an error that it throws on standard error, and ends with the code of a
  /// `CommandError`, with 2 for a `UsageError` or `ScenarioError`, else with 1.
  func run(on console: Console) throws -> ExitCode
}

extension Command {
  /// The command that the words after its name describe.
  static func parse(_ words: [String]) throws(UsageError) -> Self {
    var arguments = try Arguments(words, for: manual)
    var command = Self()
    for member in command.members { try member.read(arguments) }
    try command.take(&arguments)
    try command.check(arguments)
    try arguments.finish()
    return command
  }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {}
}
