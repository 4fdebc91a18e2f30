import Directory
import MockIdP

/// The values that snippets contain.
struct SnippetFacts: Sendable {
  let server: ServerFacts
  let trust: TrustFiles

  /// The path of the authority's certificate.
  var certificateAuthority: String { trust.authority }
  var bundle: String { trust.bundle }
  var trustStore: String { trust.trustStore }

  /// The authority with the tenant. It has the id and not the domain, since some libraries compare it with the
  /// issuer.
  var authority: String { "\(server.authority)/\(server.tenantID)" }
  /// The base URL of Microsoft Graph with its version.
  var graph: String { server.graph + "/v1.0" }
  /// The host and the port of the authority.
  var host: String { String(server.authority.split(separator: "/").last ?? "") }
  var tenant: String { server.tenantID }
  var user: String { server.people.first?.signInName ?? "" }

  /// The mobile or desktop app, whose users sign in without a secret.
  var native: ServerFacts.App { app("mobile") { $0.isNative } }
  var singlePage: ServerFacts.App { app("spa") { $0.redirectURIs.contains { $0.platform == .spa } } }
  var web: ServerFacts.App {
    app("web") { $0.secret != nil && $0.redirectURIs.contains { $0.platform == .web } }
  }
  var daemon: ServerFacts.App { app("daemon") { $0.secret != nil } }
  /// The API that checks the tokens it gets.
  var api: ServerFacts.App { app("api") { _ in true } }

  /// The app with that alias, as in the seeds, else the first one that `fits`.
  private func app(_ alias: String, _ fits: (ServerFacts.App) -> Bool) -> ServerFacts.App {
    server.apps.first { $0.alias == alias } ?? server.apps.first(where: fits)
      ?? ServerFacts.App(alias: alias, clientID: "CLIENT_ID")
  }
}

extension ServerFacts.App {
  /// The registered redirect URI that begins with `start`, else a placeholder that the developer replaces.
  func redirect(_ start: String, else placeholder: String) -> String {
    redirectURIs.first { $0.uri.hasPrefix(start) }?.uri ?? placeholder
  }

  var secretText: String { secret ?? "CLIENT_SECRET" }
}
