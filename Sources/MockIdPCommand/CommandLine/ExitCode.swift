/// What the process says at its end.
enum ExitCode: Int32, Sendable {
  case success = 0
  case failure = 1
  /// The arguments, or a scenario file that they name, make no sense.
  case usage = 2
  /// A second signal cut the orderly end short.
  case interrupted = 130
}
