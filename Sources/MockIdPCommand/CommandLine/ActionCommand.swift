import Scenarios

/// A command whose first word says what it does. Each of these words is a row.
protocol ActionCommand: Command {
  static var actions: [CommandAction<Self>] { get }

  /// What the words are, in messages.
  static var noun: String { get }

  /// What helps somebody who asks for a word that there is not; nil when the list of words says enough.
  static var remedy: String? { get }

  /// The word that counts when there is none.
  static var usual: String? { get }

  /// What the command line says, which is made by `take`.
  var chosen: ChosenAction { get set }
}

extension ActionCommand {
  static var noun: String { "action" }
  static var usual: String? { nil }
  static var remedy: String? { nil }

  /// The words as the help and the completions have them.
  static var words: [String] { actions.map(\.word).filter { !$0.isEmpty } }

  /// The first of the words behind the action's.
  var operand: String { chosen.operands.first ?? "" }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    if let usual = Self.usual, !arguments.hasOperands {
      chosen.word = usual
    } else {
      chosen.word = try arguments.word(Self.noun, among: Self.words, or: Self.remedy)
    }
    let action = Self.actions.first { $0.word == chosen.word }
    chosen.operands = try action?.operands.take(&arguments) ?? []
    for option in options where arguments.has(option) {
      let words = words(with: option)
      guard !words.isEmpty, !words.contains(chosen.word) else { continue }
      let names = options.filter { self.words(with: $0) == words }.map(\.name)
      let verb = names.count == 1 ? "goes" : "go"
      throw arguments.error("\(names.spoken("and")) \(verb) with \(words.spoken("and")) only")
    }
  }

  func run(on console: Console) throws -> ExitCode {
    guard let action = Self.actions.first(where: { $0.word == chosen.word }) else { return .usage }
    return try action.perform(self, console)
  }

  /// The actions that an option belongs to; empty for one that belongs to all.
  private func words(with option: Option) -> [String] {
    Self.actions.filter { action in
      action.options.contains { (self[keyPath: $0] as? any OptionReader)?.options.contains(option) == true }
    }.map(\.word)
  }
}
