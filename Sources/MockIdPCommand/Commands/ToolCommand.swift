import Bytes
import Directory
import JSON
import Time

/// Answers in the place of a developer's tool: `az` and `azd`, as far as libraries call them.
struct ToolCommand: Command {
  @Given(.value("--session", "FILE", "The sign-in of the tool, as exec --as wrote it.")) var session: String?
  var call = ToolCall(.az, [])

  static let manual = Manual(
    name: "tool", summary: "answer as az or azd for a library",
    forms: ["tool --session FILE az|azd [ARGUMENT]..."],
    details: [
      """
      exec --as azure-cli and env --as azure-cli put a program named az on PATH, which runs this. It knows what libraries call: \
      az account get-access-token, az account show, azd auth token, and the version of both. The token is that of the user who \
      is signed in, from the server's token endpoint, so policies and rules hold for it.
      """
    ],
    options: Self().options, takesCommand: true,
    examples: [
      .init("mockidp exec --as azure-cli -- ./run-tests", "The tests find an az that is signed in."),
      .init("mockidp exec --as azure-cli -- az account show", "Who is signed in."),
    ])

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    if session == nil { throw arguments.error("--session FILE is missing") }
    let words = arguments.remaining()
    guard let tool = words.first.flatMap(ToolCall.Tool.init(rawValue:)) else {
      throw arguments.error("name the tool: az or azd")
    }
    call = ToolCall(tool, Array(words.dropFirst()))
  }

  /// What the tools call themselves in their answers.
  private static let versions: [ToolCall.Tool: String] = [.az: "2.90.0", .azd: "1.24.0"]

  func run(on console: Console) throws -> ExitCode {
    let file = session ?? ""
    guard let session = ToolSession(parsing: try TextFile.read(file)) else {
      throw CommandError("\(file) is not a sign-in of a tool; begin one with exec --as azure-cli")
    }
    switch call.action {
    case .version:
      let version = Self.versions[call.tool] ?? ""
      answer(
        call.tool == .az ? ["azure-cli": .string(version)] : ["azd": .object(["version": .string(version)])], console)
    case .account: answer(account(session), console)
    case .unknown(let words):
      return fail(
        "mockidp stands in for \(call.tool.rawValue) where libraries ask for tokens; it has no '\(words)'", console)
    case .token(let scopes, let tenant, let claims):
      guard !scopes.isEmpty else { return fail("a scope is missing: --scope SCOPE", console) }
      switch try session.token(scopes: scopes, tenant: tenant, claims: claims) {
      case .token(let token, let end): answer(tokens(token, end, tenant ?? session.tenant), console)
      case .refused(let reason): return fail(reason, console)
      }
    }
    return .success
  }

  private func tokens(_ token: String, _ end: Int64, _ tenant: String) -> JSONObject {
    let time = UnixTime(seconds: end).iso8601
    guard call.tool == .az else { return ["token": .string(token), "expiresOn": .string(time)] }
    // The service's tool writes the machine's local time here; newer libraries read `expires_on`.
    let date = time.prefix { $0 != "Z" && $0 != "." }.split(separator: "T").joined(separator: " ")
    return [
      "accessToken": .string(token), "expiresOn": .string(date + ".000000"), "expires_on": .integer(end),
      "subscription": "\(ManagedIdentityResource.subscription)", "tenant": .string(tenant), "tokenType": "Bearer",
    ]
  }

  private func account(_ session: ToolSession) -> JSONObject {
    [
      "environmentName": "AzureCloud", "homeTenantId": .string(session.tenant),
      "id": "\(ManagedIdentityResource.subscription)", "isDefault": true, "name": "mockidp", "state": "Enabled",
      "tenantId": .string(session.tenant),
      "user": .object(["name": .string(session.user), "type": "user"]),
    ]
  }

  /// Prints the answer, or the member of it that `--query` names.
  private func answer(_ members: JSONObject, _ console: Console) {
    let value = call.query.map { members[$0] ?? .null } ?? .object(members)
    switch call.output {
    case "none": return
    case "tsv": console.copy(Self.plain(value) + "\n")
    default: console.copy(value.prettyText + "\n")
    }
  }

  private static func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .object(let object): object.members.map { plain($0.value) }.joined(separator: "\t")
    default: value.text
    }
  }

  /// Each tool tells of a failure in a form of its own.
  private func fail(_ reason: String, _ console: Console) -> ExitCode {
    switch call.tool {
    case .az:
      console.note(
        "ERROR: \(reason)\nInteractive authentication is needed. Please run:\naz logout\naz login")
    case .azd:
      let line: JSONValue = [
        "type": "consoleMessage",
        "data": .object(["message": .string("\nERROR: fetching token: \(reason)\n")]),
      ]
      console.note(line.text)
    }
    return .failure
  }
}
