/// The completion script for zsh.
struct ZshCompletions {
  let manuals: [Manual]

  init(_ manuals: [Manual]) { self.manuals = manuals }

  var text: String {
    let names = manuals.map(\.name)
    let commands = manuals.map { "    \(quoted("\($0.name):\($0.summary)"))\n" }.joined()
    let branches = manuals.map { manual in
      let specifications =
        manual.options.map(specification) + ["--help[Print all about the command.]"]
        + operands(manual, Completion(of: manual, commands: names))
      return "    \(manual.name))\n      _arguments -S \\\n"
        + specifications.map { "        \(quoted($0))" }.joined(separator: " \\\n") + "\n      ;;\n"
    }.joined()
    return """
      #compdef mockidp
      _mockidp() {
        local -a commands
        commands=(
      \(commands)  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(branches)  esac
      }
      if [[ $funcstack[1] == _mockidp ]]; then _mockidp "$@"; else compdef _mockidp mockidp; fi

      """
  }

  /// `*--hostname[A further name …]:NAME: `.
  private func specification(_ option: Option) -> String {
    let head = (option.isRepeatable ? "*" : "") + "\(option.name)[\(escaped(option.meaning))]"
    guard option.takesNextWord, let placeholder = option.placeholder else { return head }
    return "\(head):\(placeholder):\(action(Completion(of: option)))"
  }

  private func operands(_ manual: Manual, _ completion: Completion) -> [String] {
    if manual.takesCommand { return ["*::command:_normal"] }
    if completion.isEmpty { return [] }
    return ["1:\(manual.name):\(action(completion))"] + (completion.takesFiles ? ["*:FILE:_files"] : [])
  }

  /// A colon within an action would end it.
  private func action(_ completion: Completion) -> String {
    let words = completion.words.joined(separator: " ")
    if completion.takesDirectories { return "_files -/" }
    if completion.takesFiles {
      return words.isEmpty ? "_files" : "{_alternative \"names\\:name\\:(\(words))\" \"files\\:file\\:_files\"}"
    }
    return words.isEmpty ? " " : "(\(words))"
  }

  /// Brackets and colons end parts of a specification.
  private func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
