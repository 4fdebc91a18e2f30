import Testing

@testable import MockIdPCommand

/// docs/command-line.md and the table of commands say the same.
struct DocumentationTests {
  private static let page: String = {
    let here = "\(#filePath)"
    let directory = here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex)
    return (try? TextFile.read("\(directory)/../../docs/command-line.md")) ?? ""
  }()

  /// The text under `## name`, to the next heading of that rank.
  private func section(_ name: String) throws -> String {
    let parts = Self.page.split(separator: "\n## ", omittingEmptySubsequences: false)
    return String(
      try #require(parts.first { $0.hasPrefix("\(name)\n") }, "docs/command-line.md has no section \(name)"))
  }

  @Test(arguments: CommandLineProgram.commands.map { $0.manual.name })
  func everyCommandHasASection(_ name: String) throws {
    let section = try section(name)
    let manual = try #require(CommandLineProgram.type(named: name)).manual
    for form in manual.forms { #expect(section.contains("mockidp \(form)\n"), "\(form)") }
    for option in manual.options where !ServerLocation().options.contains(option) {
      #expect(section.contains(option.name), "\(option.name)")
    }
  }

  @Test func theSectionOnFindingAServerNamesItsOptionsAndItsCommands() throws {
    let section = try section("Finding a running server")
    for option in ServerLocation().options { #expect(section.contains(option.name)) }
    for manual in CommandLineProgram.commands.map({ $0.manual })
    where Set(ServerLocation.ofServer.options).isSubset(of: manual.options) {
      #expect(section.contains("`\(manual.name)`"), "\(manual.name)")
    }
  }

  @Test func everyExitCodeIsExplained() throws {
    let section = try section("Exit codes")
    for code in [ExitCode.success, .failure, .usage, .unmet, .notStarted, .notExecutable, .notFound, .interrupted] {
      #expect(section.contains("\(code.rawValue)"))
    }
  }
}
