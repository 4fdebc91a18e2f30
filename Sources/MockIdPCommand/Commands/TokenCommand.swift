import Bytes
import JSON
import MockIdP
import Scenarios
import Worlds

/// Signs a user in and prints the access token; mints tokens; lists, revokes and inspects the tokens of a running
/// server.
struct TokenCommand: ControlCommand {
  @Given(.value("--user", "NAME", "Who signs in, by alias or sign-in name (default: the first user)."))
  var user: String?
  @Given(.value("--client", "NAME", "The app, by alias or client id (default: the first app).")) var client: String?
  @Given(
    .value("--scope", "SCOPES", "What the token is for (default \"openid profile offline_access User.Read\")."))
  var scope: String?
  @Given(.value("--scenario", "NAME|FILE", "Whose users and apps are meant, and what a server of its own runs."))
  var scenario: String?
  @Given(.flag("--decode", "Print header and claims in place of the token, with times explained.")) var decodes: Bool
  @Given(.flag("--json", "Print the whole answer as JSON.")) var isJSON: Bool
  var order = MintOrder()
  @Given(
    .value(
      "--issuer", "HOST",
      "The name by which the app reaches the server, such as login.microsoftonline.com (default: the server's own)."))
  var issuer: String?
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let usual: String? = ""

  static let actions: [CommandAction<Self>] = [
    .does("") { try $0.signIn(on: $1) },
    .calls("mint", options: [\.order]) { try $0.mint($1) },
    .calls("list") { try $0.list($1) },
    .calls("revoke") { try $0.revoke($1) },
    .calls("inspect", .one("TOKEN")) { try $0.inspect($1) },
  ]

  static let manual = Manual(
    name: "token", summary: "sign in and print an access token, or mint any token",
    forms: [
      "token [--user NAME] [--client NAME] [--scope SCOPES] [--decode]",
      "token --scenario NAME|FILE [--user NAME]",
      "token mint --client NAME [--user NAME] [--claim NAME=VALUE]...",
      "token list [--user NAME] [--client NAME]", "token revoke [--user NAME] [--client NAME]",
      "token inspect TOKEN",
    ],
    details: [
      """
      Without a word it goes the way an app goes: the authorize endpoint with PKCE, where the server answers the pages in the \
      user's place, then the token endpoint. When no server is named and none is found, one is started for this call alone.
      """,
      """
      Users and apps are those of the server's world. A server that has a control token wants it for this command, too.
      """,
      """
      mint makes a token without asking whether it may be issued; without --user it is the app's own. list and revoke are \
      about refresh tokens. inspect tells whose a token is, and why it is good or not; - is the standard input.
      """,
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp token", "An access token for Microsoft Graph."),
      .init("mockidp token --user bob --decode", "What is in Bob's token."),
      .init("mockidp token --client spa --scope User.Read --json", "The whole answer, as a single-page app gets it."),
      .init("TOKEN=$(mockidp token)", "For a script that calls Graph."),
      .init("mockidp token mint --client mobile --user alice --damage expired", "What does the API say to that?"),
      .init(
        "mockidp token mint --client spa --issuer login.windows.net --damage expired",
        "For an API that trusts Microsoft's name: refused for its age, not for its issuer."),
      .init("mockidp token mint --client daemon --claim 'roles=[\"Admin\"]' --decode", "An app with a role."),
      .init("mockidp token list --user alice", "Which refresh tokens she has, and why they work or not."),
      .init("mockidp token --scenario ./mine.yaml --user carol", "A user whom a file adds."),
    ])

  static let defaultScope = "openid profile offline_access User.Read"

  func check(_ arguments: Arguments) throws(UsageError) {
    if chosen.word == "mint", client == nil { throw arguments.error("mint needs the app: --client NAME") }
    if let issuer, !["", "mint"].contains(chosen.word) {
      throw arguments.error("--issuer \(issuer) goes with a sign-in and with mint only")
    }
  }

  private func signIn(on console: Console) throws -> ExitCode {
    let given = try scenario.map { try ScenarioSource.scenario($0) }
    let answer = try withServer(console, running: given) { server in
      let world = try server.control("GET", "/world")
      var party = try SignInFlow.Party(
        user: user.map { SignInFlow.Party.alias(of: $0, among: "users", in: world) ?? $0 },
        client: client.map { SignInFlow.Party.alias(of: $0, among: "apps", in: world) ?? $0 },
        scope: scope ?? Self.defaultScope, scenario: given ?? server.exportedScenario())
      party.move(to: world)
      let name = issuer ?? (try? server.control("GET", "/health"))?["issuer"]?.string
      let flow = SignInFlow(party, at: server, origin: name.map(Self.origin))
      return try console.waiting("Signing in at \(server.url)") { try flow.run() }
    }
    guard let token = answer["access_token"]?.string else {
      throw CommandError("the token endpoint's answer has no access token")
    }
    switch (decodes, isJSON) {
    case (false, false): console.print(token)
    case (false, true): console.print(answer.prettyText)
    case (true, false): console.write(try DecodedToken(token).text(console.palette))
    case (true, true): console.print(try DecodedToken(token).json.prettyText)
    }
    return .success
  }

  /// The beginning of the URLs of the server by that name.
  private static func origin(_ issuer: String) -> String {
    issuer.firstPlace(of: "://") == nil ? "https://" + issuer : RemoteServer.origin(of: issuer)
  }

  /// Gives `body` the server that runs, or one of its own that stops when `body` ends.
  private func withServer(
    _ console: Console, running scenario: Scenario?, _ body: (RemoteServer) throws -> JSONValue
  ) throws -> JSONValue {
    let running: RemoteServer
    do {
      running = try RemoteServer.find(server, on: console)
    } catch is NoServer {
      return try Self.withOwnServer(console, running: scenario) { server in
        console.note("No server runs here; this token is from one that lived for this call alone.")
        return try body(server)
      }
    }
    return try body(running)
  }

  static func withOwnServer(
    _ console: Console, running scenario: Scenario? = nil, _ body: (RemoteServer) throws -> JSONValue
  ) throws -> JSONValue {
    var options = ServerOptions(
      scenario: try scenario ?? ScenarioSource.scenario(ScenarioSource.defaultName),
      home: HomeFiles(environment: console.environment).directory)
    options.httpsPort = 0
    options.httpPort = 0
    let server = try MockIdPServer.start(options)
    defer { server.stop(grace: .zero) }
    return try body(
      RemoteServer(
        url: RemoteServer.origin(of: server.endpoints.https), certificateAuthorityPEM: server.certificateAuthorityPEM))
  }

  // MARK: The control API

  private func mint(_ call: ControlCall) throws {
    var body = JSONObject()
    body.append("client", client)
    body.append("user", user)
    body.append("scope", scope)
    body.append("issuer", issuer)
    order.add(to: &body)
    let answer = try call.post("/tokens", .object(body))
    let token = answer["token"]?.string ?? ""
    if !isJSON, decodes, answer["claims"] != nil {
      call.console.write(try DecodedToken(token).text(call.console.palette))
    } else {
      call.report(answer) { _ in [token] }
    }
  }

  private func list(_ call: ControlCall) throws {
    let answer = try call.get("/tokens?" + selection)
    call.report(answer) { answer in
      let tokens = answer["tokens"]?.array ?? []
      if tokens.isEmpty { return ["no refresh token was handed out"] }
      return Columns.table(
        tokens.map { token in
          [
            String((token["id"]?.string ?? "").prefix(8)), token["user"]?.string ?? "", token["client"]?.string ?? "",
            token["issuedAt"]?.string ?? "", token["valid"]?.bool == true ? "good" : "bad", Self.reason(token),
          ]
        })
    }
  }

  private func revoke(_ call: ControlCall) throws {
    let answer = try call.server.control("DELETE", "/tokens?" + selection)
    call.report(answer) { ["\($0["removed"]?.integer ?? 0) revoked"] }
  }

  private func inspect(_ call: ControlCall) throws {
    let token = operand
    let text = token == "-" ? try TextFile.read("/dev/stdin") : token
    let trimmed = String(text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    let answer = try call.post("/tokens/introspect", ["token": .string(trimmed)])
    call.report(answer) { answer in
      let party = ["user", "client", "tenant", "resource"].compactMap { name in
        answer[name]?.string.map { "\(name) \($0)" }
      }
      let verdict =
        answer["valid"]?.bool == true ? call.console.palette.green("good") : call.console.palette.red("not good")
      let title =
        "\(answer["kind"]?.string ?? "token"), \(verdict)\(party.isEmpty ? "" : ": ")\(party.joined(separator: ", "))"
      let rows = (answer["checks"]?.array ?? []).map { check in
        [check["ok"]?.bool == true ? "ok" : "NO", check["check"]?.string ?? "", check["reason"]?.string ?? ""]
      }
      let remarks = (answer["remarks"]?.strings ?? []).map { "  " + $0 }
      return [title] + Columns.table(rows, indent: 2) + remarks
    }
  }

  private var selection: String {
    var query = FormFields()
    if let user { query.append("user", user) }
    if let client { query.append("client", client) }
    return query.encoded
  }

  /// The reason of the first check that the token does not pass; empty when it passes all.
  private static func reason(_ token: JSONValue) -> String {
    token["checks"]?.array?.first { $0["ok"]?.bool == false }?["reason"]?.string ?? ""
  }
}
