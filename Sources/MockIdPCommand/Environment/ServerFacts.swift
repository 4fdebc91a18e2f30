import Directory
import MockIdP
import Policy
import Worlds

/// What a developer needs to know of a server to configure a program for it.
struct ServerFacts: Sendable, Hashable {
  struct App: Sendable, Hashable {
    var alias: String
    var clientID: String
    var secret: String?
    var redirectURIs: [RedirectURIRegistration] = []
    /// The name by which it asks for a sign-in with SAML. Nil: it does not.
    var entityID: String?
    /// Whether it is a managed identity.
    var isIdentity = false
    /// The issuers that it trusts, as the scenario has them.
    var federatedCredentials: [FederatedCredential] = []
    /// The first of them.
    var federated: FederatedCredential? { federatedCredentials.first }
  }

  struct Person: Sendable, Hashable {
    var alias: String
    var signInName: String
    var password: String
  }

  /// `https://localhost:8443`, without a tenant.
  var authority: String
  /// The base URL of Microsoft Graph, without a version.
  var graph: String
  /// The plain HTTP listener, which is also the forward proxy; empty when it is not known.
  var http: String
  /// The URL by which commands of this program find the server.
  var url: String
  /// The world that all of this is about. Nil: the one that the server began with.
  var world: String?
  /// The path of the file with the authority's certificate.
  var certificateAuthority: String
  /// The content of that file.
  var certificateAuthorityPEM: String
  var scenario: String
  var tenantID: String
  var tenantDomain: String
  /// The app registrations of the world, without Microsoft's own.
  var apps: [App]
  var people: [Person]
  /// What calls to identity endpoints must send (`identityHeader` of a scenario).
  var identityHeader = WorldSettings().identityHeader
  /// The short names of the user and the apps that stand for the others, as the server has chosen them.
  var principals: [PrincipalParties.Part: String]

  /// The app that was chosen for this part; nil when no app fits.
  func app(_ part: PrincipalParties.Part) -> App? {
    principals[part].flatMap { alias in apps.first { $0.alias == alias } }
  }

  /// The control API of the world.
  var control: String { "\(url)/_mockidp/v1" + (world.map { "/worlds/\($0)" } ?? "") }

  /// The forward proxy. Its user name puts the requests of a program into the world.
  var proxy: String {
    guard let world, http.hasPrefix("http://") else { return http }
    return "http://\(world)@" + http.dropFirst("http://".count)
  }

  /// The user who signs in.
  var person: Person? { principals[.user].flatMap { alias in people.first { $0.alias == alias } } }
}

extension ServerFacts {
  init(of server: MockIdPServer) {
    let directory = server.world.directory
    let principals = PrincipalParties(of: directory)
    let tenant = principals.tenant
    self.init(
      authority: server.endpoints.authority, graph: server.endpoints.graph, http: server.endpoints.http,
      url: RemoteServer.origin(of: server.endpoints.control), certificateAuthority: server.certificateAuthorityPath,
      certificateAuthorityPEM: server.certificateAuthorityPEM, scenario: server.world.scenario.name,
      tenantID: tenant.map { "\($0.id)" } ?? "", tenantDomain: tenant?.initialDomain ?? "",
      apps: directory.applicationsInOrder.filter { !$0.isFirstParty }.map {
        App(
          alias: $0.alias, clientID: "\($0.id)", secret: server.secrets[$0.alias], redirectURIs: $0.redirectURIs,
          entityID: $0.entityID, isIdentity: $0.managedIdentityResource != nil,
          federatedCredentials: $0.federatedCredentials)
      },
      people: server.credentials.map {
        Person(alias: $0.alias, signInName: $0.userPrincipalName, password: $0.password ?? "")
      },
      principals: Self.names(principals.choices.map { ($0.part, $0.alias) }))
    identityHeader = server.world.settings.identityHeader
  }

  static func names(_ choices: [(PrincipalParties.Part, String)]) -> [PrincipalParties.Part: String] {
    Dictionary(choices, uniquingKeysWith: { first, _ in first })
  }
}

extension Application {
  /// The first identifier of an app that signs its users in with SAML; nil of every other one.
  var entityID: String? { saml == nil ? nil : identifierURIs.first ?? "\(id)" }
}
