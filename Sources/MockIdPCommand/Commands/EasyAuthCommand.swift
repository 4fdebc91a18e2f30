import Bytes
import Crypto
import Directory
import Gates
import HTTPWire
import JSON
import MockIdP
import Platform
import Policy

/// Stands before an app as App Service authentication does: signs users in, and tells the app who they are.
struct EasyAuthCommand: Command {
  @Given(
    .value("--as", "SERVICE", "app-service, container-apps or static-web-apps (default app-service)."),
    or: .appService, { option, arguments throws(UsageError) in try choice(option, arguments) ?? .appService })
  var style: AuthSettings.Style
  @Given(
    .value(
      "--client", "NAME",
      "The app registration, by alias or client id, as it is (default: the web app, which is given the addresses)."))
  var client: String?
  @Given(.value("--config", "FILE", "The service's own settings: authsettingsV2, or staticwebapp.config.json."))
  var config: String?
  @Given(
    .value(
      "--unauthenticated", "WHAT", "What a request without a sign-in meets: redirect, 401, 403, 404 or anonymous."),
    or: nil, choice)
  var action: AuthSettings.Action?
  @Given(
    .value(
      "--exclude", "PATH", isRepeatable: true, "A path that needs no sign-in; /* at its end stands for all below."))
  var excluded: [String]
  @Given(.value("--audience", "URI", isRepeatable: true, "A further audience of bearer tokens."))
  var audiences: [String]
  @Given(
    .value(
      "--application", "CLIENT-ID", isRepeatable: true,
      "The one client that bearer tokens may come from, or one of several."))
  var applications: [String]
  @Given(
    .value("--login-parameter", "NAME=VALUE", isRepeatable: true, "A parameter of the sign-in, such as scope=…"))
  var loginParameters: [String]
  @Given(.value("--external-redirect", "URL", isRepeatable: true, "Another site that a sign-in may end at."))
  var externalRedirects: [String]
  @Given(
    .value("--role", "USER=ROLE", isRepeatable: true, "Static Web Apps: a role of a user, as by invitation."),
    or: [], roles)
  var roles: [(user: String, role: String)]
  @Given(.flag("--no-token-store", "Keep no tokens for the app.")) var dropsTokens: Bool
  var gate = GateOptions()
  var server = ServerLocation()

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
    options: Self().options,
    examples: [
      .init("mockidp easyauth --upstream http://localhost:3000", "Open https://localhost:4433."),
      .init(
        "mockidp easyauth --upstream http://localhost:3000 --unauthenticated 401", "An API that takes bearer tokens."),
      .init(
        "mockidp easyauth --upstream http://localhost:3000 --as static-web-apps",
        "Routes and roles, by --config and --role."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if !roles.isEmpty, style != .staticWebApps { throw arguments.error("--role goes with --as static-web-apps") }
  }

  private static func roles(_ option: Option, _ arguments: Arguments) throws(UsageError) -> [(
    user: String, role: String
  )] {
    try arguments.values(option).map { text throws(UsageError) in
      guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
        throw arguments.error("--role takes USER=ROLE, such as alice@contoso.onmicrosoft.com=editor, not \"\(text)\"")
      }
      return (ASCII.lowercased(String(text[..<equals])), String(text[text.index(after: equals)...]))
    }
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

  func run(on console: Console) throws -> ExitCode {
    let signals = SignalSet.blocking(SIGTERM, SIGINT)
    let facts = try ServerFacts.found(server, on: console)
    let remote = try RemoteServer.find(server, on: console)
    var settings = AuthSettings()
    settings.style = style
    if style == .staticWebApps { settings.action = .anonymous }
    let registration = try config.map { try take($0, into: &settings) }
    adopt(into: &settings)
    let app = try app(facts, registration?.clientID)
    let secret = try registration?.secretSetting.flatMap(console.variable) ?? secret(of: app)
    let gate = gate
    let handler = EasyAuthFront(
      settings: settings, clientID: app.clientID, secret: secret,
      source: TokenSource(
        authority: facts.authority, tenant: facts.tenantID, http: remote.http, fields: remote.worldFields),
      relay: try gate.relay(authority: facts.certificateAuthorityPEM), clock: WorldTime(of: remote),
      entropy: SystemEntropy(),
      log: { line in if !gate.isQuiet { console.note("easyauth: \(line)") } })
    return try gate.serve(
      handler, signals: signals, facts: ["client": .string(app.clientID), "as": .string(style.rawValue)], on: console
    ) { site, plain in
      handler.listens(onSecure: HTTPAuthority(site.dropFirst("https://".count))?.port ?? 443)
      let addresses = ([site] + [plain].compactMap(\.self)).flatMap { EasyAuthFront.addresses(of: $0, settings) }
      if client == nil, registration?.clientID == nil {
        _ = try remote.control(
          "PATCH", "/apps/\(Percent.encodeForm(app.clientID))",
          ["redirectUris": .strings(addresses), "enableIdTokenIssuance": true])
      } else if !app.redirectURIs.contains(where: { $0.uri == addresses[0] }) {
        console.note(
          "easyauth: '\(app.alias)' has no redirect URI \(addresses[0]), so a sign-in meets AADSTS50011 unless another one fits"
        )
      }
      return [
        "\(site)  before \(gate.upstream), as \(style.rawValue)",
        "users sign in to '\(app.alias)' (\(app.clientID)) at \(facts.authority)",
        "sign in at \(site)\(settings.prefix)/login/aad, look at \(site)\(settings.prefix)/me",
      ]
    }
  }

  private func take(_ path: String, into settings: inout AuthSettings) throws -> AuthSettings.Registration {
    let bytes = try TextFile.bytes(path)
    do {
      return try settings.take(try JSONValue.parse(bytes))
    } catch { throw CommandError("\(path): \(error)", .usage) }
  }

  /// The options count before the file.
  private func adopt(into settings: inout AuthSettings) {
    if let action { settings.action = action }
    settings.excludedPaths += excluded
    settings.allowedAudiences += audiences
    if !applications.isEmpty { settings.allowedApplications = applications }
    for parameter in loginParameters { settings.add(loginParameter: parameter) }
    settings.externalRedirects += externalRedirects
    for (user, role) in roles { settings.invitedRoles[user, default: []].append(role) }
    if dropsTokens { settings.hasTokenStore = false }
  }

  private func app(_ facts: ServerFacts, _ clientID: String?) throws(CommandError) -> ServerFacts.App {
    if let name = client ?? clientID { return try facts.app(named: name) }
    guard let app = facts.app(.webApp) else {
      throw CommandError(
        "the scenario has no app that users sign in to through a browser; name one with --client NAME", .usage)
    }
    return app
  }

  /// Without a secret the service can only be asked for an ID token, as App Service does then.
  private func secret(of app: ServerFacts.App) throws -> String? { app.secret }
}
