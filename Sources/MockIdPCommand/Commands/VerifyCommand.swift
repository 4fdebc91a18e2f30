import JSON

/// Asks a running server whether the expectations are met.
struct VerifyCommand: Command {
  static let file = Option.value("--file", "FILE", "Expect what this file does: a list, or a scenario's expect.")
  static let json = Option.flag("--json", "Print the answer as JSON.")
  static let junit = Option.value("--junit", "FILE", "Also write the result as JUnit XML.")

  static let manual = Manual(
    name: "verify", summary: "ask whether what is expected has happened",
    forms: ["verify [--expect PATTERN]... [--file FILE] [--json] [--junit FILE]"],
    details: [
      """
      Holds what the scenario expects against the journal, or what --expect or --file say. Prints a line for each \
      expectation; one that is not met also shows what was found and what came nearest. Exits with 1 when one is not met.
      """,
      """
      PATTERN has the keys of a scenario's expect, with commas between them: event, endpoint, grant, prompt, client, \
      user, tenant, scope, resource, code, and count (2, 1..3, 2..), never=true, after, before.
      """,
    ],
    options: [InlineExpectation.option, file, json, junit] + ServerLocation.worldOptions,
    examples: [
      .init("mockidp verify", "The last step of a CI job."),
      .init("mockidp verify --expect event=token.refused,code=AADSTS700082,count=1", "A question of one test."),
      .init("mockidp verify --expect event=signIn,after=token.refused", "Did the app ask the user again?"),
      .init("mockidp verify --file expected.yaml --junit result.xml", "From a file, for a CI system to show."),
    ])

  let inline: JSONValue?
  let file: String?
  let isJSON: Bool
  let junit: String?
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    inline = try InlineExpectation.values(arguments)
    file = arguments.value(Self.file)
    isJSON = arguments.has(Self.json)
    junit = arguments.value(Self.junit)
    server = try ServerLocation(arguments)
    if inline != nil, file != nil { throw arguments.error("give --expect or --file, not both") }
  }
}
