/// Lists, shows and checks scenarios.
struct ScenarioCommand: Command {
  static let json = Option.flag("--json", "Print list as JSON.")

  static let manual = Manual(
    name: "scenario", summary: "list, show and check scenarios",
    forms: ["scenario list [--json]", "scenario show NAME", "scenario check FILE..."],
    details: [
      "check prints one line for each mistake, FILE:LINE:COLUMN first, and exits with 1 when there is any."
    ],
    options: [json],
    words: ["list", "show", "check"],
    examples: [
      .init("mockidp scenario list", "What there is, with one sentence each."),
      .init("mockidp scenario show expired-refresh > mine.yaml", "A scenario as a start for your own."),
      .init("mockidp scenario check tests/*.yaml", "For a commit hook or a CI job."),
    ])

  enum Action: Sendable, Hashable {
    case list(isJSON: Bool)
    case show(String)
    case check([String])
  }

  let action: Action

  init(_ arguments: inout Arguments) throws(UsageError) {
    let isJSON = arguments.has(Self.json)
    let word = try arguments.word("action", among: Self.manual.words)
    if isJSON, word != "list" { throw arguments.error("--json goes with list only") }
    switch word {
    case "list": action = .list(isJSON: isJSON)
    case "show": action = .show(try arguments.next("NAME"))
    default: action = .check([try arguments.next("FILE")] + arguments.remaining())
    }
  }
}
