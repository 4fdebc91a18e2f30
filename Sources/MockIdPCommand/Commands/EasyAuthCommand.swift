import Bytes
import Gates

/// Stands before an app as App Service authentication does: signs users in, and tells the app who they are.
struct EasyAuthCommand: Command {
  static let style = Option.value(
    "--as", "SERVICE", "app-service, container-apps or static-web-apps (default app-service).")
  static let client = Option.value(
    "--client", "NAME",
    "The app registration, by alias or client id, as it is (default: the web app, which is given the addresses).")
  static let config = Option.value(
    "--config", "FILE", "The service's own settings: authsettingsV2, or staticwebapp.config.json.")
  static let unauthenticated = Option.value(
    "--unauthenticated", "WHAT", "What a request without a sign-in meets: redirect, 401, 403, 404 or anonymous.")
  static let exclude = Option.value(
    "--exclude", "PATH", isRepeatable: true, "A path that needs no sign-in; /* at its end stands for all below.")
  static let audience = Option.value(
    "--audience", "URI", isRepeatable: true, "A further audience of bearer tokens.")
  static let application = Option.value(
    "--application", "CLIENT-ID", isRepeatable: true,
    "The one client that bearer tokens may come from, or one of several.")
  static let loginParameter = Option.value(
    "--login-parameter", "NAME=VALUE", isRepeatable: true, "A parameter of the sign-in, such as scope=…")
  static let externalRedirect = Option.value(
    "--external-redirect", "URL", isRepeatable: true, "Another site that a sign-in may end at.")
  static let role = Option.value(
    "--role", "USER=ROLE", isRepeatable: true, "Static Web Apps: a role of a user, as by invitation.")
  static let noTokenStore = Option.flag("--no-token-store", "Keep no tokens for the app.")

  static let manual = Manual(
    name: "easyauth", summary: "stand before an app as App Service authentication does",
    forms: ["easyauth --upstream URL [--as SERVICE] [--config FILE] [options]"],
    details: [
      """
      The app gets its requests with X-MS-CLIENT-PRINCIPAL and the other fields of App Service, Container Apps or Static Web \
      Apps, and the browser finds /.auth/login/aad, /.auth/me, /.auth/refresh and /.auth/logout. What a client sends under the \
      names of these fields is removed.
      """,
      """
      The server has to run. Sign-ins last eight hours of the world's clock, so 'mockidp clock advance 9h' ends them. A refused \
      request is told on standard error, with the reason.
      """,
    ],
    options: [
      style, client, config, unauthenticated, exclude, audience, application, loginParameter, externalRedirect, role,
      noTokenStore,
    ] + GateOptions.options + ServerLocation.worldOptions,
    examples: [
      .init("mockidp easyauth --upstream http://localhost:3000", "Open https://localhost:4433."),
      .init(
        "mockidp easyauth --upstream http://localhost:3000 --unauthenticated 401", "An API that takes bearer tokens."),
      .init(
        "mockidp easyauth --upstream http://localhost:3000 --as static-web-apps",
        "Routes and roles, by --config and --role."),
    ])

  let style: AuthSettings.Style
  let client: String?
  let config: String?
  let action: AuthSettings.Action?
  let excluded: [String]
  let audiences: [String]
  let applications: [String]
  let loginParameters: [String]
  let externalRedirects: [String]
  let roles: [(user: String, role: String)]
  let hasTokenStore: Bool
  let gate: GateOptions
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    style = try Self.choice(Self.style, arguments) ?? .appService
    action = try Self.choice(Self.unauthenticated, arguments)
    client = arguments.value(Self.client)
    config = arguments.value(Self.config)
    excluded = arguments.values(Self.exclude)
    audiences = arguments.values(Self.audience)
    applications = arguments.values(Self.application)
    loginParameters = arguments.values(Self.loginParameter)
    externalRedirects = arguments.values(Self.externalRedirect)
    roles = try arguments.values(Self.role).map { text throws(UsageError) in
      guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
        throw arguments.error("--role takes USER=ROLE, such as alice@contoso.onmicrosoft.com=editor, not \"\(text)\"")
      }
      return (ASCII.lowercased(String(text[..<equals])), String(text[text.index(after: equals)...]))
    }
    hasTokenStore = !arguments.has(Self.noTokenStore)
    gate = try GateOptions(arguments)
    server = try ServerLocation(arguments)
    if !roles.isEmpty, style != .staticWebApps { throw arguments.error("--role goes with --as static-web-apps") }
  }

  private static func choice<Value: RawRepresentable & CaseIterable>(
    _ option: Option, _ arguments: Arguments
  ) throws(UsageError) -> Value? where Value.RawValue == String {
    guard let text = arguments.value(option) else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw arguments.error("\(option.name) takes one of \(known), not \"\(text)\"")
    }
    return value
  }
}
