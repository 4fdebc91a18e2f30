import JSON

/// Asks a running server whether the expectations are met.
struct VerifyCommand: Command {
  @Given(InlineExpectation.option, or: nil, InlineExpectation.values) var inline: JSONValue?
  @Given(.value("--file", "FILE", "Expect what this file does: a list, or a scenario's expect.")) var file: String?
  @Given(.flag("--json", "Print the answer as JSON.")) var isJSON: Bool
  @Given(.junit) var junit: String?
  var server = ServerLocation()

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
    options: Self().options,
    examples: [
      .init("mockidp verify", "The last step of a CI job."),
      .init("mockidp verify --expect event=token.refused,code=AADSTS700082,count=1", "A question of one test."),
      .init("mockidp verify --expect event=signIn,after=token.refused", "Did the app ask the user again?"),
      .init("mockidp verify --file expected.yaml --junit result.xml", "From a file, for a CI system to show."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if inline != nil, file != nil { throw arguments.error("give --expect or --file, not both") }
  }

  func run(on console: Console) throws -> ExitCode {
    let body = try body()
    let remote = try RemoteServer.find(server, on: console)
    let answer = try ask(remote, body)
    if let junit {
      let rules = try remote.control("GET", "/rules")["rules"]?.array ?? []
      let report = JUnitReport(answer: answer, remarks: RuleCommand.remarks(about: rules))
      try TextFile.replace(junit, with: report.text)
    }
    let report = VerdictReport(answer: answer)
    if isJSON {
      console.print(answer.prettyText)
    } else if answer["expectations"]?.array?.isEmpty != false {
      console.print("the scenario expects nothing; say what you do with --expect event=signIn,count=1")
    } else {
      console.write(report.text(console.palette))
      if let incomplete = answer["incomplete"]?.string { console.note(incomplete) }
    }
    return report.isOK ? .success : .failure
  }

  /// The text of the file is sent unchanged, so that the server's errors have the lines of the file.
  private func body() throws(CommandError) -> [UInt8] {
    if let file { return Array(try TextFile.read(file).utf8) }
    return inline.map { JSONValue.object(["expect": $0]).serialized } ?? []
  }

  /// Turns the server's refusal of malformed expectations into a mistake of the command line.
  private func ask(_ server: RemoteServer, _ body: [UInt8]) throws -> JSONValue {
    do {
      return try server.control("POST", "/verify", bytes: body)
    } catch let error as RemoteRefusal where error.status == 400 {
      throw CommandError(file.map { "\($0): \(error.detail)" } ?? "\(error)", .usage)
    }
  }
}
