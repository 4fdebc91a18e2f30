import Directory
import MockIdP
import Scenarios

/// What somebody has to know of a server to point a program at it.
struct ServerFacts: Sendable, Hashable {
  struct App: Sendable, Hashable {
    var alias: String
    var clientID: String
    var secret: String?
    var redirectURIs: [RedirectURIRegistration] = []

    /// Whether people sign in to it without a secret: a mobile or desktop app.
    var isNative: Bool { redirectURIs.contains { $0.platform == .native } }
  }

  struct Person: Sendable, Hashable {
    var alias: String
    var signInName: String
    var password: String
  }

  /// `https://localhost:8443`, without a tenant.
  var authority: String
  /// The base of Graph, without a version.
  var graph: String
  /// The plain HTTP listener, which is the forward proxy too.
  var http: String
  /// Where commands of this program find the server.
  var url: String
  /// The path of the certificate authority, and what stands there.
  var certificateAuthority: String
  var certificateAuthorityPEM: String
  var scenario: String
  var tenantID: String
  var tenantDomain: String
  /// Those of the world itself, without Microsoft's own.
  var apps: [App]
  var people: [Person]
}

extension ServerFacts {
  init(of server: MockIdPServer) {
    let directory = server.world.directory
    let tenant = directory.tenantsInOrder.first
    self.init(
      authority: server.endpoints.authority, graph: server.endpoints.graph, http: server.endpoints.http,
      url: RemoteServer.origin(of: server.endpoints.control), certificateAuthority: server.certificateAuthorityPath,
      certificateAuthorityPEM: server.certificateAuthorityPEM, scenario: server.world.scenario.name,
      tenantID: tenant.map { "\($0.id)" } ?? "", tenantDomain: tenant?.initialDomain ?? "",
      apps: directory.applicationsInOrder.filter { !$0.isFirstParty }.map {
        App(
          alias: $0.alias, clientID: "\($0.id)", secret: server.secrets[$0.alias],
          redirectURIs: $0.redirectURIs)
      },
      people: server.credentials.map {
        Person(alias: $0.alias, signInName: $0.userPrincipalName, password: $0.password ?? "")
      })
  }
}
