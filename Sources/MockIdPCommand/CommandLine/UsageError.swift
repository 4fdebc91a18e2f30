import Bytes

/// Arguments that make no sense, in one sentence.
struct UsageError: Error, Hashable, CustomStringConvertible {
  let message: String
  /// The command whose help would tell more; nil for the program as a whole.
  var command: String?

  init(_ message: String, in command: String? = nil) {
    self.message = message
    self.command = command
  }

  var description: String {
    let program = ["mockidp", command].compactMap(\.self).joined(separator: " ")
    return "\(program): \(message)\nTry '\(program) --help'."
  }

  /// A word that is none of those known, with the nearest of them.
  static func unknown(_ what: String, _ word: String, known: some Collection<String>, in command: String?) -> UsageError
  {
    let message = "there is no \(what) \(word)"
    guard let nearest = Suggestion.nearest(to: word, among: known) else { return UsageError(message, in: command) }
    return UsageError("\(message); did you mean \(nearest)?", in: command)
  }
}
