import Directory
import Scenarios

/// Shows, creates and changes the users of a running server.
struct UserCommand: Command {
  static let set = Option.value(
    "--set", "KEY=VALUE", isRepeatable: true,
    "A word of a scenario's world.users: displayName, mfa, enabled, roles, …")
  static let to = Option.value("--to", "PASSWORD", "The new password, for changePassword and resetPassword.")
  static let revoke = Option.flag("--revoke", "End every session too, with resetPassword.")
  static let unregistered = Option.flag("--unregistered", "With requireMfa: a method must be registered first.")
  static let trusted = Option.flag(
    "--trusted", "With changeLocation: the user is back in a place that the tenant trusts.")
  static let json = Option.flag("--json", "Print the answer as JSON.")

  private static let verbs = Verb<User>.all.map(\.word)

  /// The parameters of the verbs, and the option that gives each.
  private static let parameters = [
    "to": to, "revoke": revoke, "registered": unregistered, "trusted": trusted,
  ]

  static let manual = Manual(
    name: "user", summary: "show, make and change the users of a running server",
    forms: [
      "user list", "user show NAME", "user create NAME --set displayName=TEXT", "user change NAME --set KEY=VALUE...",
      "user VERB NAME... [--to PASSWORD]",
    ],
    details: [
      "VERB is one of \(verbs.joined(separator: ", ")). NAME is an alias, a sign-in name or an object id.",
      "A list is written as in a scenario file: --set 'roles=[Global Administrator]'.",
    ],
    options: [set, to, revoke, unregistered, trusted, json] + ServerLocation.worldOptions,
    words: ["list", "show", "create", "change"] + verbs,
    examples: [
      .init("mockidp user list", "Who there is."),
      .init("mockidp user create carol --set displayName=Carol --set mfa=required", "One more."),
      .init("mockidp user changePassword alice --to N3w-passw0rd", "Her refresh tokens die."),
      .init("mockidp user disable alice bob", "Two accounts are switched off."),
    ])

  enum Action: Sendable, Hashable {
    case list
    case show(String)
    case create(String)
    case change(String)
    case verb(String, names: [String])
  }

  let action: Action
  let settings: [Setting]
  let password: String?
  let revokes: Bool
  let isUnregistered: Bool
  let isTrusted: Bool
  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    settings = try Setting.all(Self.set, arguments)
    password = arguments.value(Self.to)
    revokes = arguments.has(Self.revoke)
    isUnregistered = arguments.has(Self.unregistered)
    isTrusted = arguments.has(Self.trusted)
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
    action = try Self.action(&arguments)
    try checkOptions(arguments)
  }

  private static func action(_ arguments: inout Arguments) throws(UsageError) -> Action {
    let word = try arguments.word("action", among: Self.manual.words)
    switch word {
    case "list": return .list
    case "show": return .show(try arguments.next("NAME"))
    case "create": return .create(try arguments.next("NAME"))
    case "change": return .change(try arguments.next("NAME"))
    default: return .verb(word, names: [try arguments.next("NAME")] + arguments.remaining())
    }
  }

  private func checkOptions(_ arguments: Arguments) throws(UsageError) {
    var verb: String?
    if case .verb(let word, _) = action { verb = word }
    switch action {
    case .create, .change: break
    case .list, .show, .verb:
      if !settings.isEmpty { throw arguments.error("--set goes with create and change only") }
    }
    for (name, option) in Self.parameters.sorted(by: { $0.key < $1.key }) where arguments.has(option) {
      let verbs = Verb<User>.all.filter { $0.parameters.contains { $0.name == name } }.map(\.word)
      if verb.map({ verbs.contains($0) }) != true {
        throw arguments.error("\(option.name) goes with \(verbs.joined(separator: " and ")) only")
      }
    }
    if case .change = action, settings.isEmpty { throw arguments.error("say what changes: --set KEY=VALUE") }
  }
}
