/// One command of the program. Parsing makes the value; `run` does the work.
protocol Command: Sendable {
  /// The source of the help, of the completions, and of what the reader of arguments accepts.
  static var manual: Manual { get }

  /// - Throws: `UsageError` for arguments that the command does not understand. The exit code is 2 then.
  init(_ arguments: inout Arguments) throws(UsageError)

  /// Does the work. The program prints an error that it throws as one line, and ends with code 1 or the error's own
  /// code.
  func run(on console: Console) throws -> ExitCode
}
