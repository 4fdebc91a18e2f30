/// Lists, shows, starts and checks scenario files, and makes one of an HTTP archive.
struct ScenarioCommand: Command {
  static let json = Option.flag("--json", "Print list or check as JSON.")
  static let from = Option.value("--from", "NAME|FILE", "The scenario that a new one extends.")

  static let output = Option.value(
    "--output", "FILE", "Write what from-har makes into FILE, which must not be there yet.")

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
    options: [json, from, output],
    words: ["list", "show", "new", "check", "from-har", "schema"],
    examples: [
      .init("mockidp scenario list", "What there is, with one sentence each."),
      .init("mockidp scenario list consent", "Those about consent."),
      .init("mockidp scenario show expired-refresh > mine.yaml", "A scenario as a start for your own."),
      .init("mockidp scenario new slow-login", "The same with comments, in slow-login.yaml."),
      .init("mockidp scenario check tests/*.yaml", "For a commit hook or a CI job."),
      .init("mockidp scenario from-har login.har --output login.yaml", "What happened in production, for a test."),
      .init("mockidp scenario schema > scenario.schema.json", "For editors; the first line of a new file names it."),
    ])

  enum Action: Sendable, Hashable {
    case list([String], isJSON: Bool)
    case show(String)
    case new(String, from: String?)
    case check([String], isJSON: Bool)
    case fromArchive(String, output: String?)
    case schema
  }

  let action: Action

  init(_ arguments: inout Arguments) throws(UsageError) {
    let isJSON = arguments.has(Self.json)
    let from = arguments.value(Self.from)
    let output = arguments.value(Self.output)
    let word = try arguments.word("action", among: Self.manual.words)
    if isJSON, word != "list", word != "check" { throw arguments.error("--json goes with list and check only") }
    if from != nil, word != "new" { throw arguments.error("--from goes with new only") }
    if output != nil, word != "from-har" { throw arguments.error("--output goes with from-har only") }
    switch word {
    case "list": action = .list(arguments.remaining(), isJSON: isJSON)
    case "show": action = .show(try arguments.next("NAME"))
    case "new": action = .new(try arguments.next("NAME"), from: from)
    case "schema": action = .schema
    case "from-har": action = .fromArchive(try arguments.next("FILE"), output: output)
    default: action = .check([try arguments.next("FILE")] + arguments.remaining(), isJSON: isJSON)
    }
  }
}
