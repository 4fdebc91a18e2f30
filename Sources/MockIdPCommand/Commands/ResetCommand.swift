/// Takes a world of a running server back to the start of its scenario.
struct ResetCommand: Command {
  static let manual = Manual(
    name: "reset", summary: "put a running server back to how its scenario begins", forms: ["reset"],
    details: ["Users, apps, consents, clock, rules and journal go back; every session, code and token is forgotten."],
    options: ServerLocation.worldOptions, examples: [.init("mockidp reset", "Between two tests.")])

  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) { server = try ServerLocation(arguments) }
}
