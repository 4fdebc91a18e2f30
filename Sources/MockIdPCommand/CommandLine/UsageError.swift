import Bytes

/// Arguments that the program does not understand.
struct UsageError: Error, Hashable, CustomStringConvertible {
  /// One sentence, without the program's name.
  let message: String
  /// The command whose help tells more; nil for the help of the program.
  var command: String?

  init(_ message: String, in command: String? = nil) {
    self.message = message
    self.command = command
  }

  var description: String {
    let program = ["mockidp", command].compactMap(\.self).joined(separator: " ")
    return "\(program): \(message)\nTry '\(program) --help'."
  }

  /// A word that is not one of the known ones; the message suggests the most similar one.
  static func unknown(_ what: String, _ word: String, known: some Collection<String>, in command: String?) -> UsageError
  {
    let message = "there is no \(what) \(word)"
    guard let nearest = Suggestion.nearest(to: word, among: known) else { return UsageError(message, in: command) }
    return UsageError("\(message); did you mean \(nearest)?", in: command)
  }
}
