/// Prints the script with which a shell completes command lines of this program.
struct CompletionsCommand: ActionCommand {
  var chosen = ChosenAction()

  static let noun = "shell"

  static let actions: [CommandAction<Self>] = [
    prints("bash") { BashCompletions($0).text }, prints("zsh") { ZshCompletions($0).text },
    prints("fish") { FishCompletions($0).text },
  ]

  static let manual = Manual(
    name: "completions", summary: "print what a shell needs to complete commands",
    forms: ["completions bash | zsh | fish"],
    details: [
      "The output is a script for the shell, made from the table of commands and options of this very program."
    ],
    words: words,
    examples: [
      .init("eval \"$(mockidp completions bash)\"", "In ~/.bashrc."),
      .init("mockidp completions zsh > ~/.zfunc/_mockidp", "For zsh, in a directory of its fpath."),
      .init("mockidp completions fish > ~/.config/fish/completions/mockidp.fish", "For fish."),
    ])

  private static func prints(_ shell: String, _ script: @escaping @Sendable ([Manual]) -> String) -> CommandAction<Self>
  {
    .does(shell) { _, console in
      console.copy(script(CommandLineProgram.commands.map { $0.manual }))
      return .success
    }
  }
}
