/// Why a command could not do its work, in one sentence that says what to do about it.
struct CommandError: Error, Hashable, CustomStringConvertible {
  let description: String
  let code: ExitCode

  init(_ description: String, _ code: ExitCode = .failure) {
    self.description = description
    self.code = code
  }
}
