/// What the process says at its end.
struct ExitCode: RawRepresentable, Sendable, Hashable {
  let rawValue: Int32

  static let success = Self(rawValue: 0)
  static let failure = Self(rawValue: 1)
  /// The arguments, or a scenario file that they name, make no sense.
  static let usage = Self(rawValue: 2)
  /// `exec`: the command went well, but what was expected did not happen.
  static let unmet = Self(rawValue: 3)
  /// `exec`: no server could be started for the command, as `timeout` and `env` say it of themselves.
  static let notStarted = Self(rawValue: 125)
  /// `exec`: the command was found and cannot be run, as shells say it.
  static let notExecutable = Self(rawValue: 126)
  /// `exec`: there is no such command, as shells say it.
  static let notFound = Self(rawValue: 127)
  /// A second signal cut the orderly end short.
  static let interrupted = Self(rawValue: 130)
}
