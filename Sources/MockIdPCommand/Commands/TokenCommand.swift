/// Signs a user in through the real endpoints and prints the access token.
struct TokenCommand: Command {
  static let user = Option.value("--user", "NAME", "Who signs in, by alias or sign-in name (default: the first user).")
  static let password = Option.value("--password", "PASSWORD", "The user's, where a test has changed it.")
  static let client = Option.value("--client", "NAME", "The app, by alias or client id (default: the first app).")
  static let scope = Option.value(
    "--scope", "SCOPES", "What the token is for (default \"openid profile offline_access User.Read\").")
  static let scenario = Option.value(
    "--scenario", "NAME|FILE", "Whose users and apps are meant, and what a server of its own runs.")
  static let decode = Option.flag("--decode", "Print header and claims in place of the token, with times explained.")
  static let json = Option.flag("--json", "Print the whole answer of the token endpoint as JSON.")

  static let manual = Manual(
    name: "token", summary: "sign in and print an access token",
    forms: ["token [--user NAME] [--client NAME] [--scope SCOPES] [--scenario NAME|FILE] [--decode]"],
    details: [
      """
      Goes the way an app goes: the authorize endpoint with PKCE, the sign-in pages filled in with the user's password, \
      then the token endpoint. When no server is named and none is found, one is started for this call alone.
      """,
      """
      Passwords are those the scenario begins with. A server tells the name of its scenario; where that came from a file, \
      give the file with --scenario.
      """,
    ],
    options: [user, password, client, scope, scenario, decode, json] + ServerLocation.options,
    examples: [
      .init("mockidp token", "An access token for Microsoft Graph."),
      .init("mockidp token --user bob --decode", "What is in Bob's token."),
      .init("mockidp token --client spa --scope User.Read --json", "The whole answer, as a single-page app gets it."),
      .init("mockidp token --scenario ./mine.yaml --user carol", "A user whom a file adds."),
      .init(
        "TOKEN=$(mockidp token)",
        "For a script that calls Graph."),
    ])

  static let defaultScope = "openid profile offline_access User.Read"

  var user: String?
  var password: String?
  var client: String?
  var scope: String
  var scenario: String?
  var decodes: Bool
  var isJSON: Bool
  var server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    user = arguments.value(Self.user)
    password = arguments.value(Self.password)
    client = arguments.value(Self.client)
    scope = arguments.value(Self.scope) ?? Self.defaultScope
    scenario = arguments.value(Self.scenario)
    decodes = arguments.has(Self.decode)
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
  }
}
