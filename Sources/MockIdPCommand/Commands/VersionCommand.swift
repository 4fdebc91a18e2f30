import MockIdP

/// Prints the version and, of a release, the commit that it was built from.
struct VersionCommand: Command {
  static let manual = Manual(
    name: "version", summary: "print the version and the commit", forms: ["version"],
    examples: [.init("mockidp version", "One line.")])

  func run(on console: Console) throws -> ExitCode {
    console.print("mockidp \(Version.current)" + (BuildCommit.text.map { " (\($0))" } ?? ""))
    return .success
  }
}
