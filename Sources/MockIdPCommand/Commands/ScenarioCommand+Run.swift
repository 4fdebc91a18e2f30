import Bytes
import JSON
import Scenarios
import Worlds

extension ScenarioCommand {
  func run(on console: Console) throws -> ExitCode {
    switch action {
    case .list(let words, let isJSON): try list(words, isJSON: isJSON, on: console)
    case .show(let name): try show(name, on: console)
    case .new(let name, let base): try begin(name, from: base, on: console)
    case .check(let files, let isJSON): return check(files, isJSON: isJSON, on: console)
    case .fromArchive(let file, let output): try makeScenario(of: file, output: output, on: console)
    case .schema: console.print(ScenarioSchema.document.prettyText)
    }
    return .success
  }

  /// One line for each scenario, by theme: the first sentence of its summary. JSON has the whole summary.
  private func list(_ words: [String], isJSON: Bool, on console: Console) throws {
    var rows: [JSONValue] = []
    var lines: [String] = []
    let indent = (ScenarioLibrary.names.map(\.count).max() ?? 0) + 4
    for (title, names) in ScenarioLibrary.themes {
      var section: [String] = []
      for name in names {
        let summary = try ScenarioSource.scenario(name).summary
        let text = ASCII.lowercased("\(title) \(name) \(summary)")
        guard words.allSatisfy({ text.firstPlace(of: ASCII.lowercased($0)) != nil }) else { continue }
        rows.append(["name": .string(name), "theme": .string(title), "summary": .string(summary)])
        let first = summary.firstPlace(of: ". ").map { summary[..<$0.lowerBound] + "." } ?? summary[...]
        section.append(
          "  " + Columns.padded(name, to: indent - 2) + Columns.cut(String(first), to: HelpText.width - indent))
      }
      if !section.isEmpty { lines += (lines.isEmpty ? [] : [""]) + [console.palette.bold(title)] + section }
    }
    guard !rows.isEmpty else {
      throw CommandError("no scenario is about \(words.joined(separator: " ")); 'mockidp scenario list' lists all")
    }
    guard !isJSON else {
      console.print(JSONValue.array(rows).prettyText)
      return
    }
    for line in lines { console.print(line) }
  }

  private func show(_ name: String, on console: Console) throws {
    if let text = ScenarioLibrary.text(named: name) {
      console.copy(text)
    } else {
      // A file is shown only when it is a scenario. For an unknown name the error suggests the most similar one.
      _ = try ScenarioSource.scenario(name)
      console.copy(try TextFile.read(name))
    }
  }

  private func begin(_ name: String, from base: String?, on console: Console) throws {
    let path = name.hasSuffix(".yaml") ? name : name + ".yaml"
    let text = ScenarioStarter.text(
      named: String((path.split(separator: "/").last ?? "").dropLast(5)), extending: base)
    // Before anything is written, so that a bad name or base leaves no file behind.
    _ = try ScenarioDecoder.scenario(
      from: Array(text.utf8), file: path, extending: ScenarioBases(of: path) { try TextFile.bytes($0) })
    guard !TextFile.exists(path) else { throw CommandError("\(path) is there already; choose another name") }
    try TextFile.replace(path, with: text)
    let shown = path.utf8.contains(0x2F) ? path : "./" + path
    console.print("\(path) is written. Change it, then: \(console.program) serve --scenario \(shown)")
  }

  /// Reads every file, also after one with a mistake.
  private func check(_ files: [String], isJSON: Bool, on console: Console) -> ExitCode {
    let checks = files.map { ScenarioCheck($0) }
    if isJSON { console.print(JSONValue.array(checks.map(\.json)).prettyText) }
    for check in checks where !isJSON {
      for line in check.lines {
        if check.isGood { console.print(line) } else { console.complain(line) }
      }
    }
    if checks.contains(where: \.isRefused) { return .usage }
    return checks.allSatisfy(\.isGood) ? .success : .failure
  }
}
