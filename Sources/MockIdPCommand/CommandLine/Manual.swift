/// Everything that the help prints about a command.
struct Manual: Sendable {
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The word after `mockidp`.
  let name: String
  /// For the list of commands: one line, no full stop.
  let summary: String
  /// The forms of the command, without `mockidp`.
  let forms: [String]
  /// The paragraphs of the help.
  var details: [String] = []
  var options: [Option] = []
  /// The words that the first operand may be, for the completions of shells. Empty when it may be any text.
  var words: [String] = []
  /// Whether the first operand begins another command, so that all words after it belong to that command.
  var takesCommand = false
  let examples: [Example]
}
