/// Prints the script with which a shell completes command lines of this program.
struct CompletionsCommand: Command {
  static let manual = Manual(
    name: "completions", summary: "print what a shell needs to complete commands",
    forms: ["completions bash | zsh | fish"],
    details: [
      "The output is a script for the shell, made from the table of commands and options of this very program."
    ],
    words: Shell.allCases.map(\.rawValue),
    examples: [
      .init("eval \"$(mockidp completions bash)\"", "In ~/.bashrc."),
      .init("mockidp completions zsh > ~/.zfunc/_mockidp", "For zsh, in a directory of its fpath."),
      .init("mockidp completions fish > ~/.config/fish/completions/mockidp.fish", "For fish."),
    ])

  enum Shell: String, Sendable, CaseIterable {
    case bash
    case zsh
    case fish
  }

  let shell: Shell

  init(_ arguments: inout Arguments) throws(UsageError) {
    let word = try arguments.word("shell", among: Self.manual.words)
    shell = Shell(rawValue: word) ?? .bash
  }

  func run(on console: Console) throws -> ExitCode {
    let manuals = CommandLineProgram.commands.map { $0.manual }
    switch shell {
    case .bash: console.copy(BashCompletions(manuals).text)
    case .zsh: console.copy(ZshCompletions(manuals).text)
    case .fish: console.copy(FishCompletions(manuals).text)
    }
    return .success
  }
}
