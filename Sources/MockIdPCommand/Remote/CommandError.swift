/// Why a command could not do its work.
struct CommandError: Error, Hashable, CustomStringConvertible {
  /// One sentence with the cause and the remedy.
  let description: String
  /// The exit code of the process.
  let code: ExitCode

  init(_ description: String, _ code: ExitCode = .failure) {
    self.description = description
    self.code = code
  }
}
