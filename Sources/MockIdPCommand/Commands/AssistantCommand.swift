import Scenarios

/// Speaks the Model Context Protocol with a coding assistant.
struct AssistantCommand: Command {
  static let scenario = Option.value(
    "--scenario", "NAME|FILE", "What the server plays that is started when none runs (default: happy-path).")

  static let manual = Manual(
    name: "mcp", summary: "let a coding assistant use a server (Model Context Protocol)",
    forms: ["mcp [--scenario NAME|FILE]"],
    details: [
      """
      Speaks the Model Context Protocol over standard input and output, revisions 2026-07-28 and 2025-11-25. The assistant's \
      program starts it; a person does not type it. The tools are calls of the control API: journal, worlds, rules, users, \
      clock, verify, scenarios, snippets. The resources are the documentation and the catalogue of refusals.
      """,
      """
      It uses the server that runs. Without one it starts a server of its own, on the usual ports where they are free, and \
      ends it together with itself, when its standard input ends.
      """,
    ],
    options: [scenario] + ServerLocation.worldOptions,
    examples: [
      .init("mockidp mcp", "In the assistant's configuration: command mockidp, arguments [\"mcp\"]."),
      .init("mockidp mcp --scenario ./mine.yaml", "A server of its own has your users and apps."),
    ])

  let scenario: String?
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    scenario = arguments.value(Self.scenario)
    server = try ServerLocation(arguments)
  }
}
