import Bytes
import JSON

/// Shows, grants and withdraws consents on a running server.
struct ConsentCommand: ControlCommand {
  @Given(.value("--client", "NAME", "The app, by alias or client id.")) var client: String?
  @Given(.value("--user", "NAME", "The user; without one an administrator consents for everybody.")) var user: String?
  @Given(
    .value(
      "--scope", "SCOPE", isRepeatable: true, "What is granted (default: all that the app's registration lists)."))
  var scopes: [String]
  @Given(.flag("--json", "Print the consents as JSON.")) var isJSON: Bool
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .calls("list") { try $1.report($1.get($0.path), rows) },
    .calls("grant", options: [\.$scopes]) { try $1.report($1.post("/consents", .object($0.body)), rows) },
    .calls("withdraw") { command, call in
      try call.delete(command.path)
      try call.report(call.get(command.path), rows)
    },
  ]

  static let manual = Manual(
    name: "consent", summary: "show, grant and withdraw consents on a running server",
    forms: [
      "consent list [--client NAME] [--user NAME]", "consent grant --client NAME [--scope SCOPE]... [--user NAME]",
      "consent withdraw --client NAME [--user NAME]",
    ],
    details: [
      "Withdrawing without --user takes away everything, what an administrator granted for everybody included."
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp consent list --client mobile", "What the app may do."),
      .init("mockidp consent withdraw --client mobile", "The next silent call fails with AADSTS65001."),
      .init("mockidp consent grant --client mobile --scope User.Read --user alice", "Alice agrees to that much."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if chosen.word != "list", client == nil { throw arguments.error("\(chosen.word) needs the app: --client NAME") }
  }

  private var path: String {
    var query = FormFields()
    if let client { query.append("client", client) }
    if let user { query.append("user", user) }
    return "/consents?" + query.encoded
  }

  private var body: JSONObject {
    var body = JSONObject()
    body.append("client", client)
    if !scopes.isEmpty { body.append("scopes", .strings(scopes)) }
    body.append("user", user)
    return body
  }

  private static func rows(_ answer: JSONValue) -> [String] {
    let consents = answer["consents"]?.array ?? []
    if consents.isEmpty { return ["nothing is granted"] }
    return Columns.table(
      consents.map { consent in
        [
          consent["client"]?.string ?? "", consent["tenant"]?.string ?? "", consent["user"]?.string ?? "everybody",
          consent["resource"]?.string ?? "", (consent["scopes"]?.strings ?? []).joined(separator: " "),
        ]
      })
  }
}
