/// The completion script for fish.
struct FishCompletions {
  let manuals: [Manual]

  init(_ manuals: [Manual]) { self.manuals = manuals }

  var text: String {
    let names = manuals.map(\.name)
    var lines = ["# fish completion for mockidp", "complete -c mockidp -f"]
    for manual in manuals {
      lines.append("complete -c mockidp -n __fish_use_subcommand -a \(manual.name) -d \(quoted(manual.summary))")
      let condition = "-n '__fish_seen_subcommand_from \(manual.name)'"
      for option in manual.options {
        lines.append(
          "complete -c mockidp \(condition) -l \(option.name.dropFirst(2))"
            + value(option) + " -d \(quoted(option.meaning))")
      }
      lines.append("complete -c mockidp \(condition) -l help -d 'Print all about the command.'")
      let operands = Completion(of: manual, commands: names)
      if manual.takesCommand {
        lines.append("complete -c mockidp \(condition) -F -a '(__fish_complete_subcommand)'")
      } else if !operands.isEmpty {
        let words = operands.words.joined(separator: " ")
        if !words.isEmpty {
          // A verb that is there already is not offered again. `help` is among its own words.
          let others = operands.words.filter { $0 != manual.name }.joined(separator: " ")
          let first = "-n '__fish_seen_subcommand_from \(manual.name); and not __fish_seen_subcommand_from \(others)'"
          lines.append("complete -c mockidp \(first) -a \(quoted(words))")
        }
        if operands.takesFiles { lines.append("complete -c mockidp \(condition) -F") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func value(_ option: Option) -> String {
    guard option.takesNextWord else { return "" }
    let completion = Completion(of: option)
    if completion.takesDirectories { return " -x -a '(__fish_complete_directories)'" }
    let words = completion.words.isEmpty ? "" : " -a \(quoted(completion.words.joined(separator: " ")))"
    return (completion.takesFiles ? " -r -F" : " -x") + words
  }

  private func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
