import Expectations
import Scenarios
import Testing

@testable import MockIdPCommand

struct HelpTests {
  private static let names = CommandLineProgram.commands.map { $0.manual.name }

  private func help(_ name: String) -> String {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run([name, "--help"], on: recorder.console()), .success)
    #expect(recorder.errors.isEmpty)
    return recorder.output
  }

  @Test(arguments: names) func fitsATerminal(_ name: String) {
    for line in help(name).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: names) func tellsOfEveryOptionAndShowsExamples(_ name: String) throws {
    let text = help(name)
    let manual = try #require(CommandLineProgram.type(named: name)).manual
    for option in manual.options { #expect(text.contains("  \(option.spelling)")) }
    #expect(!manual.examples.isEmpty)
    for example in manual.examples { #expect(text.contains("  \(example.line)\n")) }
    for form in manual.forms { #expect(form.hasPrefix(name)) }
  }

  /// An example that no longer parses would be found by a reader first.
  @Test func examplesParse() throws {
    for type in CommandLineProgram.commands {
      for example in type.manual.examples where example.line.hasPrefix("mockidp ") {
        let words = example.line.prefix { $0 != ">" && $0 != "|" }.split(separator: " ").dropFirst().map(String.init)
        #expect(throws: Never.self, "\(example.line)") { try CommandLineProgram.command(words) }
      }
    }
  }

  /// Help that names a scenario nobody has would send its first reader astray.
  @Test func scenariosInHelpExist() {
    let texts = Self.names.map(help) + [HelpText.overview(.plain)]
    for text in texts {
      for rest in text.split(separator: "--scenario ").dropFirst() {
        let name = String(rest.prefix { !$0.isWhitespace })
        guard name != "NAME|FILE]", name != "NAME|FILE", !ScenarioLibrary.isPath(name) else { continue }
        #expect(ScenarioLibrary.names.contains(name), "\(name)")
      }
    }
  }

  @Test func overviewNamesEveryCommandWithinATerminal() {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["help"], on: recorder.console()), .success)
    for name in Self.names { #expect(recorder.output.contains("\n  \(name) ")) }
    for line in recorder.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  struct ColourCase: CustomTestStringConvertible {
    let isTerminal: Bool
    let environment: [String: String]
    let isColoured: Bool
    let testDescription: String
  }

  @Test(arguments: [
    ColourCase(isTerminal: true, environment: [:], isColoured: true, testDescription: "a terminal"),
    ColourCase(isTerminal: false, environment: [:], isColoured: false, testDescription: "a pipe"),
    ColourCase(isTerminal: true, environment: ["NO_COLOR": "1"], isColoured: false, testDescription: "NO_COLOR"),
    ColourCase(isTerminal: true, environment: ["NO_COLOR": ""], isColoured: true, testDescription: "NO_COLOR, empty"),
    ColourCase(
      isTerminal: false, environment: ["CLICOLOR_FORCE": "1"], isColoured: true, testDescription: "a pipe, forced"),
    ColourCase(
      isTerminal: false, environment: ["CLICOLOR_FORCE": "0"], isColoured: false, testDescription: "not forced"),
    ColourCase(
      isTerminal: true, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isColoured: false,
      testDescription: "both"),
    ColourCase(isTerminal: true, environment: ["CLICOLOR": "0"], isColoured: false, testDescription: "CLICOLOR=0"),
    ColourCase(isTerminal: true, environment: ["TERM": "dumb"], isColoured: false, testDescription: "a dumb terminal"),
  ])
  func coloursOnlyWhereTheyShow(_ c: ColourCase) {
    let recorder = Recorder()
    let console = recorder.console(environment: c.environment, outputIsTerminal: c.isTerminal)
    expectEqual(CommandLineProgram.run(["help"], on: console), .success)
    expectEqual(recorder.output.contains("\u{1B}["), c.isColoured)
  }
}
