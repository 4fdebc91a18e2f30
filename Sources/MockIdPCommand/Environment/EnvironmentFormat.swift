/// The syntaxes in which variables are printed, one for each program that reads them.
enum EnvironmentFormat: String, CaseIterable, Sendable {
  case sh
  case fish
  case powershell
  case dotenv
  case github
  case compose
  case launchctl

  func text(_ environment: RuntimeEnvironment) -> String {
    let lines = environment.variables.map { line($0.name, $0.value) } + environment.removed.compactMap(removal)
    return ((self == .compose ? ["environment:"] : []) + lines).joined(separator: "\n") + "\n"
  }

  /// What a shell evaluates in the place of the variables when there are none: it fails, so that `eval "$(…)" && run-tests`
  /// ends there. Nil for formats that no shell evaluates.
  var failure: String? {
    switch self {
    case .sh, .fish, .launchctl: "false\n"
    case .powershell: "throw 'mockidp env failed'\n"
    case .dotenv, .github, .compose: nil
    }
  }

  /// What takes a variable away. Nil where no line can: an empty value is another thing to some libraries.
  private func removal(_ name: String) -> String? {
    switch self {
    case .sh: "unset \(name)"
    case .fish: "set -e \(name)"
    case .powershell: "Remove-Item Env:\(name) -ErrorAction SilentlyContinue"
    case .launchctl: "launchctl unsetenv \(name)"
    case .dotenv, .github, .compose: nil
    }
  }

  private func line(_ name: String, _ value: String) -> String {
    switch self {
    case .sh: "export \(name)=\(Self.quoted(value, "'", escapedAs: "'\\''"))"
    case .fish: "set -gx \(name) \(Self.quoted(value.replaced("\\", by: "\\\\"), "'", escapedAs: "\\'"))"
    case .powershell: "$env:\(name) = \(Self.quoted(value, "'", escapedAs: "''"))"
    case .dotenv:
      "\(name)=\(Self.quoted(value.replaced("\\", by: "\\\\").replaced("$", by: "\\$"), "\"", escapedAs: "\\\""))"
    // GitHub reads the rest of the line without quotation marks.
    case .github: "\(name)=\(value)"
    // Compose substitutes variables, so a dollar sign is doubled.
    case .compose:
      "  \(name): \(Self.quoted(value.replaced("\\", by: "\\\\").replaced("$", by: "$$"), "\"", escapedAs: "\\\""))"
    case .launchctl: "launchctl setenv \(name) \(Self.quoted(value, "'", escapedAs: "'\\''"))"
    }
  }

  private static func quoted(_ value: String, _ mark: Character, escapedAs escaped: String) -> String {
    "\(mark)" + value.replaced(mark, by: escaped) + "\(mark)"
  }
}

extension String {
  fileprivate func replaced(_ part: Character, by other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
