import Directory
import MockIdP
import Policy

/// The values that snippets contain.
struct SnippetFacts: Sendable {
  let server: ServerFacts
  let trust: TrustFiles
  /// The files of the published certificate.
  let files: AppFiles

  /// The path of the authority's certificate.
  var certificateAuthority: String { trust.authority }
  var bundle: String { trust.bundle }
  var trustStore: String { trust.trustStore }
  private var hasPublishedCertificate: Bool { daemon.alias == "daemon" }
  /// The certificate of the daemon with its key. A daemon of the user's own has another, so a placeholder stands for its files.
  var daemonPEM: String { hasPublishedCertificate ? files.pem : "CERTIFICATE.pem" }
  var daemonPFX: String { hasPublishedCertificate ? files.pfx : "CERTIFICATE.pfx" }

  /// The authority with the tenant. It has the id and not the domain, since some libraries compare it with the
  /// issuer.
  var authority: String { "\(server.authority)/\(server.tenantID)" }
  /// The base URL of Microsoft Graph with its version.
  var graph: String { server.graph + "/v1.0" }
  /// The host and the port of the authority.
  var host: String { String(server.authority.split(separator: "/").last ?? "") }
  /// The host alone, as lists of trusted hosts want it.
  var hostName: String { String(host.prefix { $0 != ":" }) }
  var tenant: String { server.tenantID }
  var user: String { server.person?.signInName ?? "" }

  /// The mobile or desktop app, whose users sign in without a secret.
  var native: ServerFacts.App { app(.publicApp) }
  var singlePage: ServerFacts.App { app(.singlePageApp) }
  var web: ServerFacts.App { app(.webApp) }
  var daemon: ServerFacts.App { app(.daemon) }
  /// The API that checks the tokens it gets.
  var api: ServerFacts.App { app(.api) }
  /// The first app that signs its users in with SAML.
  var provider: ServerFacts.App {
    server.apps.first { $0.entityID != nil } ?? ServerFacts.App(alias: "saml", clientID: "CLIENT_ID")
  }
  /// The name of that app.
  var entityID: String { provider.entityID ?? "ENTITY_ID" }
  /// Where its Responses go. The address that every new app has is not meant.
  var responses: String {
    let known = provider.redirectURIs.map(\.uri)
    return known.first { $0 != "http://localhost" } ?? known.first ?? "ACS_URL"
  }
  /// Its metadata, which has the addresses and the certificates of the identity provider.
  var metadata: String {
    "\(authority)/federationmetadata/2007-06/federationmetadata.xml?appid=\(provider.clientID)"
  }
  /// The client id of the managed identity that has an id of its own.
  var identity: String { server.apps.first { $0.alias == "identity" }?.clientID ?? "CLIENT_ID" }

  /// The app of that part, else one with placeholders that the developer replaces.
  private func app(_ part: PrincipalParties.Part) -> ServerFacts.App {
    server.app(part) ?? ServerFacts.App(alias: part.rawValue, clientID: "CLIENT_ID")
  }
}

extension ServerFacts.App {
  /// The registered redirect URI that begins with `start`, else a placeholder that the developer replaces.
  func redirect(_ start: String, else placeholder: String) -> String {
    redirectURIs.first { $0.uri.hasPrefix(start) }?.uri ?? placeholder
  }

  /// The path of that redirect URI, for a program that knows its own address.
  func redirectPath(_ start: String, else placeholder: String) -> String {
    let uri = redirect(start, else: placeholder)
    let parts = uri.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 3 ? "/" + parts[3] : uri
  }

  /// That redirect URI at a port of this machine. The service does not look at the port of `localhost`.
  func redirect(_ start: String, port: Int, else placeholder: String) -> String {
    let (uri, host) = (redirect(start, else: placeholder), "http://localhost/")
    return uri.hasPrefix(host) ? "http://localhost:\(port)/" + uri.dropFirst(host.utf8.count) : uri
  }

  var secretText: String { secret ?? "CLIENT_SECRET" }
}
