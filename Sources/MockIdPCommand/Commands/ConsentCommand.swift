/// Shows, grants and withdraws consents on a running server.
struct ConsentCommand: Command {
  static let client = Option.value("--client", "NAME", "The app, by alias or client id.")
  static let user = Option.value("--user", "NAME", "The user; without one an administrator consents for everybody.")
  static let scope = Option.value(
    "--scope", "SCOPE", isRepeatable: true, "What is granted (default: all that the app's registration lists).")
  static let json = Option.flag("--json", "Print the consents as JSON.")

  static let manual = Manual(
    name: "consent", summary: "show, grant and withdraw consents on a running server",
    forms: [
      "consent list [--client NAME] [--user NAME]", "consent grant --client NAME [--scope SCOPE]... [--user NAME]",
      "consent withdraw --client NAME [--user NAME]",
    ],
    details: [
      "Withdrawing without --user takes away everything, what an administrator granted for everybody included."
    ],
    options: [client, user, scope, json] + ServerLocation.worldOptions,
    words: Action.allCases.map(\.rawValue),
    examples: [
      .init("mockidp consent list --client mobile", "What the app may do."),
      .init("mockidp consent withdraw --client mobile", "The next silent call fails with AADSTS65001."),
      .init("mockidp consent grant --client mobile --scope User.Read --user alice", "Alice agrees to that much."),
    ])

  enum Action: String, Sendable, CaseIterable {
    case list
    case grant
    case withdraw
  }

  let action: Action
  let client: String?
  let user: String?
  let scopes: [String]
  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    client = arguments.value(Self.client)
    user = arguments.value(Self.user)
    scopes = arguments.values(Self.scope)
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
    let word = try arguments.word("action", among: Self.manual.words)
    action = Action(rawValue: word) ?? .list
    if action != .list, client == nil { throw arguments.error("\(word) needs the app: --client NAME") }
    if action != .grant, !scopes.isEmpty { throw arguments.error("--scope goes with grant only") }
  }
}
