/// All that a command says about itself.
struct Manual: Sendable {
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The word behind `mockidp`.
  let name: String
  /// For the list of commands: one line, no full stop.
  let summary: String
  /// The forms of the command, without `mockidp`.
  let forms: [String]
  /// A paragraph each.
  var details: [String] = []
  var options: [Option] = []
  /// What the first operand may be, for shells to complete; empty where anything may stand there.
  var words: [String] = []
  /// Whether the first operand begins another command, to which every word behind it belongs.
  var takesCommand = false
  let examples: [Example]
}
