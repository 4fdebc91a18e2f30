import MockIdP

/// The help of all commands as one page for the program `man`, in roff. It is made from the same manuals as `--help`.
struct ManualPage {
  let manuals: [Manual]

  init(_ manuals: [Manual]) { self.manuals = manuals }

  var text: String {
    var lines = [
      ".TH MOCKIDP 1 \"\" \"mockidp \(Version.current)\" \"User Commands\"",
      ".SH NAME", #"mockidp \- a Microsoft Entra ID and Microsoft Graph to test against"#,
      ".SH SYNOPSIS", ".B mockidp", ".I COMMAND", "[options]",
      ".SH DESCRIPTION",
      Self.line(
        """
        Stands in for the sign-in and for /me of Microsoft's cloud, on this machine and for tests. Each command says what it does \
        with 'mockidp COMMAND --help', too.
        """),
      ".SH COMMANDS",
    ]
    for manual in manuals { lines += Self.section(manual) }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B MOCKIDP_HOME", "The directory of the certificate authority and the keys.",
      ".TP", ".B MOCKIDP_URL", "The server that commands speak to.",
      ".TP", ".B MOCKIDP_CONTROL_TOKEN", "The token that the control API demands.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ manual: Manual) -> [String] {
    var lines = [".SS \(line(manual.name))", line(capitalized(manual.summary) + ".")]
    for form in manual.forms { lines += [".PP", ".B mockidp \(line(form))"] }
    for paragraph in manual.details { lines += [".PP", line(paragraph)] }
    for option in manual.options { lines += [".TP", ".B \(line(option.spelling))", line(option.meaning)] }
    for example in manual.examples { lines += [".TP", ".B $ \(line(example.line))", line(example.meaning)] }
    return lines
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A line of text in which nothing has a meaning for roff: a dash stays one, and no text begins a request.
  private static func line(_ text: String) -> String {
    var line = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": line += #"\e"#
      case "-": line += #"\-"#
      case "'": line += #"\(aq"#
      case "\"": line += #"\(dq"#
      case "`": line += #"\(ga"#
      case "\n": line += " "
      default: line.unicodeScalars.append(character)
      }
    }
    return line.hasPrefix(".") ? #"\&"# + line : line
  }
}
