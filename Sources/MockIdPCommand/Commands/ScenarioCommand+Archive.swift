import Intake
import Policy
import Scenarios

extension ScenarioCommand {
  /// Makes a scenario of an HTTP archive. Nothing is written before the scenario has been read as `serve` reads it.
  func makeScenario(of file: String, output: String?, on console: Console) throws {
    if let output, TextFile.exists(output) { throw CommandError("\(output) is there already; choose another name") }
    let bytes = try TextFile.bytes(file)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    let made: ArchiveScenario
    do {
      made = try ArchiveScenario(bytes, file: name, named: stem) { Catalogue.kind(code: $0) != nil }
    } catch {
      throw CommandError("\(error)")
    }
    for line in made.report { console.note(line) }
    do throws(ScenarioError) {
      _ = try ScenarioDecoder.scenario(from: Array(made.text.utf8), file: output ?? "scenario", extending: .library)
    } catch {
      console.note("\nThe scenario needs a hand before it runs: \(error)")
    }
    guard let output else {
      console.write(made.text)
      return
    }
    try TextFile.replace(output, with: made.text)
    let shown = output.utf8.contains(0x2F) ? output : "./" + output
    console.note("\n\(output) is written. Next: \(console.program) serve --scenario \(shown)")
  }
}
