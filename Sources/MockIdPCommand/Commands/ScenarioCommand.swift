import Bytes
import Intake
import JSON
import Policy
import Scenarios
import Worlds

/// Lists, shows, starts and checks scenario files, and makes one of an HTTP archive.
struct ScenarioCommand: ActionCommand {
  @Given(.flag("--json", "Print list or check as JSON.")) var isJSON: Bool
  @Given(.value("--from", "NAME|FILE", "The scenario that a new one extends.")) var base: String?
  @Given(.value("--output", "FILE", "Write what from-har makes into FILE, which must not be there yet."))
  var output: String?
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .does("list", .any, options: [\.$isJSON]) { command, console in
      try command.list(on: console)
      return .success
    },
    .does("show", .one("NAME")) { command, console in
      try command.show(command.operand, on: console)
      return .success
    },
    .does("new", .one("NAME"), options: [\.$base]) { command, console in
      try command.begin(on: console)
      return .success
    },
    .does("check", .oneOrMore("FILE"), options: [\.$isJSON]) { $0.check(on: $1) },
    .does("from-har", .one("FILE"), options: [\.$output]) { command, console in
      try command.makeScenario(of: command.operand, output: command.output, on: console)
      return .success
    },
    .does("schema") { _, console in
      console.print(ScenarioSchema.document.prettyText)
      return .success
    },
  ]

  static let manual = Manual(
    name: "scenario", summary: "list, show, begin and check scenarios",
    forms: [
      "scenario list [WORD...] [--json]", "scenario show NAME", "scenario new NAME [--from NAME|FILE]",
      "scenario check FILE... [--json]", "scenario from-har FILE [--output FILE]", "scenario schema",
    ],
    details: [
      "list prints the scenarios by theme, those whose theme, name or summary has every WORD in it.",
      "new writes NAME.yaml here, with comments that say what goes where; a file that is there stays as it is.",
      """
      check prints one line for each file that has a mistake, FILE:LINE:COLUMN first, and then exits with 2. When a file \
      cannot be read and none has a mistake, it exits with 1.
      """,
      """
      from-har reads an HTTP archive (HAR) that was recorded against the real service, and writes a scenario in which the \
      same happens: tenant, apps, users, prompts, consent, and the refusals in their order. No secret of the archive is \
      copied. What the archive does not tell stands in comments and on standard error.
      """,
      "schema prints the JSON Schema by which editors complete and check scenario files.",
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp scenario list", "What there is, with one sentence each."),
      .init("mockidp scenario list consent", "Those about consent."),
      .init("mockidp scenario show expired-refresh > mine.yaml", "A scenario as a start for your own."),
      .init("mockidp scenario new slow-login", "The same with comments, in slow-login.yaml."),
      .init("mockidp scenario check tests/*.yaml", "For a commit hook or a CI job."),
      .init("mockidp scenario from-har login.har --output login.yaml", "What happened in production, for a test."),
      .init("mockidp scenario schema > scenario.schema.json", "For editors; the first line of a new file names it."),
    ])

  /// One line for each scenario, by theme: the first sentence of its summary. JSON has the whole summary.
  private func list(on console: Console) throws {
    let words = chosen.operands
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

  private func begin(on console: Console) throws {
    let name = operand
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
  private func check(on console: Console) -> ExitCode {
    let checks = chosen.operands.map { ScenarioCheck($0) }
    if isJSON { console.print(JSONValue.array(checks.map(\.json)).prettyText) }
    for check in checks where !isJSON {
      for line in check.lines {
        if check.isGood { console.print(line) } else { console.complain(line) }
      }
    }
    if checks.contains(where: \.isRefused) { return .usage }
    return checks.allSatisfy(\.isGood) ? .success : .failure
  }

  /// Makes a scenario of an HTTP archive. Nothing is written before the scenario has been read as `serve` reads it.
  private func makeScenario(of file: String, output: String?, on console: Console) throws {
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
