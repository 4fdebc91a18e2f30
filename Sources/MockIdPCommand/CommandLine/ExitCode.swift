/// The exit code of the process.
struct ExitCode: RawRepresentable, Sendable, Hashable {
  let rawValue: Int32

  static let success = Self(rawValue: 0)
  static let failure = Self(rawValue: 1)
  /// The arguments, or a scenario file that they name, have a mistake.
  static let usage = Self(rawValue: 2)
  /// `exec`: the command ended well, but an expectation was not met.
  static let unmet = Self(rawValue: 3)
  /// `exec`: no server could be started for the command. `timeout` and `env` have the same code for their own
  /// failures.
  static let notStarted = Self(rawValue: 125)
  /// `exec`: the command was found but cannot be run; shells have the same code.
  static let notExecutable = Self(rawValue: 126)
  /// `exec`: there is no such command; shells have the same code.
  static let notFound = Self(rawValue: 127)
  /// A second signal ended the process before it had stopped in order.
  static let interrupted = Self(rawValue: 130)
}
