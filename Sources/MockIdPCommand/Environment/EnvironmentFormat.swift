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
    let lines = environment.variables.map { line($0.name, $0.value) }
    return ((self == .compose ? ["environment:"] : []) + lines).joined(separator: "\n") + "\n"
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
