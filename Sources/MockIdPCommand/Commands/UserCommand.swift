import Bytes
import Directory
import JSON
import Scenarios

/// Shows, creates and changes the users of a running server.
struct UserCommand: ControlCommand {
  @Given(
    .value(
      "--set", "KEY=VALUE", isRepeatable: true,
      "A word of a scenario's world.users: displayName, mfa, enabled, roles, …"))
  var settings: [Setting]
  @Given(.value("--to", "PASSWORD", "The new password, for changePassword and resetPassword.")) var password: String?
  @Given(.flag("--revoke", "End every session too, with resetPassword.")) var revokes: Bool
  @Given(.flag("--unregistered", "With requireMfa: a method must be registered first.")) var isUnregistered: Bool
  @Given(.flag("--trusted", "With changeLocation: the user is back in a place that the tenant trusts."))
  var isTrusted: Bool
  @Given(.flag("--json", "Print the answer as JSON.")) var isJSON: Bool
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] =
    [
      .calls("list") { try $1.report($1.get("/users")) { table($0["users"]?.array ?? []) } },
      .calls("show", .one("NAME")) { try $1.report($1.get($0.path), Columns.facts) },
      .calls("create", .one("NAME"), options: [\.$settings]) { command, call in
        let body = Setting.mapping(command.settings, alias: command.operand)
        try call.report(call.server.control("POST", "/users", bytes: body), Columns.facts)
      },
      .calls("change", .one("NAME"), options: [\.$settings]) { command, call in
        let body = Setting.mapping(command.settings)
        try call.report(call.server.control("PATCH", command.path, bytes: body), Columns.facts)
      },
    ] + Verb<User>.all.map(action)

  /// A verb takes the options that give its parameters.
  private static func action(_ verb: Verb<User>) -> CommandAction<Self> {
    .calls(verb.word, .oneOrMore("NAME"), options: verb.parameters.compactMap { parameters[$0.name] }) {
      command, call in
      let users = try command.chosen.operands.map { try call.post("\(path($0))/\(verb.word)", command.body) }
      call.report(users.count == 1 ? users.first ?? .null : .array(users)) { _ in table(users) }
    }
  }

  /// The parameters of the verbs, and the options that give them.
  private static let parameters: [String: any PartialKeyPath<Self> & Sendable] = [
    "to": \.$password, "revoke": \.$revokes, "registered": \.$isUnregistered, "trusted": \.$isTrusted,
  ]

  static let manual = Manual(
    name: "user", summary: "show, make and change the users of a running server",
    forms: [
      "user list", "user show NAME", "user create NAME --set displayName=TEXT", "user change NAME --set KEY=VALUE...",
      "user VERB NAME... [--to PASSWORD]",
    ],
    details: [
      "VERB is one of \(Verb<User>.all.map(\.word).joined(separator: ", ")). NAME is an alias, a sign-in name or an object id.",
      "A list is written as in a scenario file: --set 'roles=[Global Administrator]'.",
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp user list", "Who there is."),
      .init("mockidp user create carol --set displayName=Carol --set mfa=required", "One more."),
      .init("mockidp user changePassword alice --to N3w-passw0rd", "Her refresh tokens die."),
      .init("mockidp user disable alice bob", "Two accounts are switched off."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if chosen.word == "change", settings.isEmpty { throw arguments.error("say what changes: --set KEY=VALUE") }
  }

  private var body: JSONValue? {
    var body = JSONObject()
    body.append("to", password)
    if revokes { body.append("revoke", true) }
    if isUnregistered { body.append("registered", false) }
    if isTrusted { body.append("trusted", true) }
    return body.members.isEmpty ? nil : .object(body)
  }

  private static func path(_ name: String) -> String { "/users/" + Percent.encode(name) }

  private var path: String { Self.path(operand) }

  private static func table(_ users: [JSONValue]) -> [String] {
    Columns.table(
      users.map { user in
        [
          user["alias"]?.string ?? "", user["displayName"]?.string ?? "", user["userPrincipalName"]?.string ?? "",
          state(user),
        ]
      })
  }

  /// The states of a user that are not the usual ones, such as disabled or locked.
  private static func state(_ user: JSONValue) -> String {
    var words: [String] = []
    if user["deleted"]?.bool == true { words.append("deleted") }
    if user["enabled"]?.bool == false { words.append("disabled") }
    if user["locked"]?.bool == true { words.append("locked") }
    if user["passwordExpired"]?.bool == true { words.append("password expired") }
    if let mfa = user["mfa"]?.string, mfa != "none" { words.append("MFA \(mfa)") }
    return words.joined(separator: ", ")
  }
}
