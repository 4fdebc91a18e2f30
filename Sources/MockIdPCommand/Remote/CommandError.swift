/// Why a command could not do its work, in one sentence that says what to do about it.
struct CommandError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
