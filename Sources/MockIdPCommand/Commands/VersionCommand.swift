import MockIdP

/// Prints the version.
struct VersionCommand: Command {
  static let manual = Manual(
    name: "version", summary: "print the version", forms: ["version"],
    examples: [.init("mockidp version", "One line.")])

  init() {}

  init(_ arguments: inout Arguments) throws(UsageError) {}

  func run(on console: Console) throws -> ExitCode {
    console.print("mockidp \(Version.current)")
    return .success
  }
}
