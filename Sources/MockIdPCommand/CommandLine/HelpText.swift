/// Makes the printed help from the manuals.
enum HelpText {
  /// Columns of a line.
  static let width = 80

  /// The list of commands.
  static func overview(_ palette: Palette) -> String {
    let manuals = CommandLineProgram.commands.map { $0.manual }
    let margin = (manuals.map(\.name.count).max() ?? 0) + 4
    var lines = ["mockidp — a Microsoft Entra ID and Microsoft Graph to test against", ""]
    lines += [palette.bold("Usage"), "  mockidp COMMAND [options]", "", palette.bold("Commands")]
    for manual in manuals {
      lines += Columns.labelled("  \(manual.name)", manual.summary, indent: margin, width: width)
    }
    lines += ["", palette.bold("Examples")]
    lines += Columns.table(
      [
        ["mockidp serve", "Everybody gets in."],
        ["mockidp serve --scenario expired-refresh", "Refresh tokens are too old."],
        ["mockidp token --decode", "What is in a token."],
        ["mockidp explain AADSTS50173", "What an error means."],
      ], indent: 2)
    lines += ["", "'mockidp COMMAND --help' tells more about one of them."]
    return lines.joined(separator: "\n") + "\n"
  }

  static func page(_ manual: Manual, _ palette: Palette) -> String {
    var lines = ["mockidp \(manual.name) — \(manual.summary)", "", palette.bold("Usage")]
    lines += manual.forms.map { "  mockidp \($0)" }
    for paragraph in manual.details { lines += [""] + Columns.lines(paragraph, width: width) }
    if !manual.options.isEmpty {
      lines += ["", palette.bold("Options")]
      for option in manual.options {
        let label = "  \(option.spelling)"
        let indent = 28
        let text = Columns.labelled(
          label.count < indent - 1 ? label : "", option.meaning, indent: indent, width: width)
        lines += label.count < indent - 1 ? text : [label] + text
      }
    }
    lines += ["", palette.bold("Examples")]
    for example in manual.examples {
      lines += ["  \(example.line)"] + Columns.labelled("", example.meaning, indent: 6, width: width)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
