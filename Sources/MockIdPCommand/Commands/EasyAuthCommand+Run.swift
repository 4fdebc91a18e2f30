import Bytes
import Crypto
import Directory
import Gates
import HTTPWire
import JSON
import MockIdP
import Platform
import Policy

extension EasyAuthCommand {
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
    if !hasTokenStore { settings.hasTokenStore = false }
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
