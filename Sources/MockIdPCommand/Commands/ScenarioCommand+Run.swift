import JSON
import Scenarios

extension ScenarioCommand {
  func run(on console: Console) throws -> ExitCode {
    switch action {
    case .list(let isJSON): try list(isJSON: isJSON, on: console)
    case .show(let name): try show(name, on: console)
    case .check(let files): return try check(files, on: console)
    }
    return .success
  }

  private func list(isJSON: Bool, on console: Console) throws {
    let scenarios = try ScenarioLibrary.names.map(ScenarioSource.scenario)
    if isJSON {
      let rows = scenarios.map { JSONValue.object(["name": .string($0.name), "summary": .string($0.summary)]) }
      console.print(JSONValue.array(rows).prettyText)
      return
    }
    let indent = (scenarios.map(\.name.count).max() ?? 0) + 2
    for scenario in scenarios {
      let lines = Columns.labelled(scenario.name, scenario.summary, indent: indent, width: HelpText.width)
      console.print(lines.joined(separator: "\n"))
    }
  }

  private func show(_ name: String, on console: Console) throws {
    if let text = ScenarioLibrary.text(named: name) {
      console.write(text)
    } else {
      // A file is shown once it has been read as a scenario; any other name is refused with the nearest one.
      _ = try ScenarioSource.scenario(name)
      console.write(try TextFile.read(name))
    }
  }

  /// Reads every file whatever the ones before it held.
  private func check(_ files: [String], on console: Console) throws -> ExitCode {
    var code = ExitCode.success
    for file in files {
      do {
        let text = try TextFile.read(file)
        let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: file)
        console.print(
          "\(file): \(scenario.name), \(scenario.rules.count) rules, \(scenario.expectations.count) expected")
      } catch {
        // Errors of the decoder begin with file, line and column, which editors turn into links.
        console.complain(error is ScenarioError ? "\(error)" : "mockidp: \(error)")
        code = .failure
      }
    }
    return code
  }
}
