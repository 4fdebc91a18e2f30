/// Signs a user in and prints the access token; mints tokens; lists, revokes and inspects the tokens of a running
/// server.
struct TokenCommand: Command {
  static let user = Option.value("--user", "NAME", "Who signs in, by alias or sign-in name (default: the first user).")
  static let client = Option.value("--client", "NAME", "The app, by alias or client id (default: the first app).")
  static let scope = Option.value(
    "--scope", "SCOPES", "What the token is for (default \"openid profile offline_access User.Read\").")
  static let scenario = Option.value(
    "--scenario", "NAME|FILE", "Whose users and apps are meant, and what a server of its own runs.")
  static let decode = Option.flag("--decode", "Print header and claims in place of the token, with times explained.")
  static let json = Option.flag("--json", "Print the whole answer as JSON.")
  static let kind = Option.value("--kind", "KIND", "With mint: accessToken (default), idToken or refreshToken.")
  static let claim = Option.value(
    "--claim", "NAME=VALUE", isRepeatable: true, "With mint: this claim, in the place of the one of that name.")
  static let without = Option.value("--without", "NAME", isRepeatable: true, "With mint: no such claim.")
  static let damage = Option.value(
    "--damage", "FAULT", isRepeatable: true, "With mint: wrong in this way, such as expired or badSignature.")
  static let issuer = Option.value(
    "--issuer", "HOST",
    "The name by which the app reaches the server, such as login.microsoftonline.com (default: the server's own).")
  static let lifetime = Option.value("--lifetime", "DURATION", "With mint: how long the token lives.")

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
    options: [user, client, scope, scenario, decode, json, kind, claim, without, damage, lifetime, issuer]
      + ServerLocation.worldOptions,
    words: ["mint", "list", "revoke", "inspect"],
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

  enum Action: Sendable, Hashable {
    case signIn
    case mint
    case list
    case revoke
    case inspect(String)
  }

  var action: Action
  var user: String?
  var client: String?
  var scope: String?
  var scenario: String?
  var decodes: Bool
  var isJSON: Bool
  var issuer: String?
  var order: MintOrder
  var server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    user = arguments.value(Self.user)
    client = arguments.value(Self.client)
    scope = arguments.value(Self.scope)
    scenario = arguments.value(Self.scenario)
    decodes = arguments.has(Self.decode)
    isJSON = arguments.has(Self.json)
    issuer = arguments.value(Self.issuer)
    order = try MintOrder(arguments)
    server = try ServerLocation(arguments)
    action = try Self.action(&arguments)
    if action != .mint, order != MintOrder() {
      throw arguments.error("--kind, --claim, --without, --damage and --lifetime go with mint only")
    }
    if action == .mint, client == nil { throw arguments.error("mint needs the app: --client NAME") }
    if let issuer, action != .signIn, action != .mint {
      throw arguments.error("--issuer \(issuer) goes with a sign-in and with mint only")
    }
  }

  private static func action(_ arguments: inout Arguments) throws(UsageError) -> Action {
    guard arguments.hasOperands else { return .signIn }
    switch try arguments.word("action", among: Self.manual.words) {
    case "mint": return .mint
    case "list": return .list
    case "revoke": return .revoke
    default: return .inspect(try arguments.next("TOKEN"))
    }
  }
}
