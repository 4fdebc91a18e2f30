import JSON

/// Asks a running server which habits of its clients will cause trouble with the real service.
struct AdviceCommand: Command {
  @Given(.flag("--strict", "Exit with 1 when there is any advice.")) var isStrict: Bool
  @Given(.flag("--json", "Print the advice as JSON.")) var isJSON: Bool
  var server = ServerLocation()

  static let manual = Manual(
    name: "advice", summary: "tell what clients do that will hurt them elsewhere",
    forms: ["advice [--strict] [--json]"],
    details: [
      """
      Looks through the journal of a running server for things that work against a mock and are unsafe, slow or refused \
      with the real service: sign-ins without PKCE or state, secrets in browsers, loops, tokens fetched again and again. \
      'mockidp explain ID' tells about one of them without a server.
      """
    ],
    options: Self().options,
    examples: [
      .init("mockidp advice", "After a test run."),
      .init("mockidp advice --strict", "As a step of a CI job that fails on any."),
    ])

  func run(on console: Console) throws -> ExitCode {
    let answer = try RemoteServer.find(server, on: console).control("GET", "/advice")
    let report = AdviceReport(answer: answer)
    if isJSON {
      console.print(answer.prettyText)
    } else if report.isEmpty {
      console.print("nothing to advise")
    } else {
      console.write(report.text(console.palette))
    }
    return isStrict && !report.isEmpty ? .failure : .success
  }
}
