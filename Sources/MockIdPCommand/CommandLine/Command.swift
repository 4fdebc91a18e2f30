/// One thing the program does. Parsing makes the value, running uses it.
protocol Command: Sendable {
  static var manual: Manual { get }

  init(_ arguments: inout Arguments) throws(UsageError)

  /// Does it. What it throws is printed as one line, and the exit code is 1.
  func run(on console: Console) throws -> ExitCode
}
