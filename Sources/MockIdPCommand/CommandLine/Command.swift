/// One command of the program. Parsing makes the value; `run` does the work.
protocol Command: Sendable {
  /// The source of the help, of the completions, and of what the reader of arguments accepts.
  static var manual: Manual { get }

  /// - Throws: `UsageError` for arguments that the command does not understand. The exit code is 2 then.
  init(_ arguments: inout Arguments) throws(UsageError)

  /// Does the work. The program prints an error that it throws on standard error, and ends with the code of a
  /// `CommandError`, with 2 for a `UsageError` or `ScenarioError`, else with 1.
  func run(on console: Console) throws -> ExitCode
}
