import JSON

/// Takes a world of a running server back to the start of its scenario.
struct ResetCommand: Command {
  var server = ServerLocation()

  static let manual = Manual(
    name: "reset", summary: "put a running server back to how its scenario begins", forms: ["reset"],
    details: ["Users, apps, consents, clock, rules and journal go back; every session, code and token is forgotten."],
    options: Self().options, examples: [.init("mockidp reset", "Between two tests.")])

  func run(on console: Console) throws -> ExitCode {
    let answer = try RemoteServer.find(server, on: console).control("POST", "/reset")
    console.print("\(answer["scenario"]?.string ?? "the scenario"): back at its beginning")
    return .success
  }
}
