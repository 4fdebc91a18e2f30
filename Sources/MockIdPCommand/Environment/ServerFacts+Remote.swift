import Bytes
import Directory
import JSON
import MockIdP
import Policy
import Time
import Worlds

extension ServerFacts {
  /// What a running server tells about itself. Passwords and secrets are those of its world's scenario. A nil `authority`
  /// or `graph` stands for the URL by which the server was found. `http` is empty when the address of the plain listener
  /// is not known.
  init(of server: RemoteServer, authority: String?, graph: String?, http: String) throws {
    let world = try server.control("GET", "/world")
    // How a program reaches one world among several.
    let place = server.world == nil ? .null : try server.control("GET", "")
    let base = place["authority"]?.string.map(RemoteServer.origin) ?? server.url
    let scenario = world["scenario"]?.string ?? ""
    let known = server.exportedScenario() ?? (try? ScenarioSource.scenario(scenario)) ?? nil
    let start = UnixTime(seconds: 0)
    let seeds = known?.seededDirectory(at: start) ?? SeededDirectory(createdAt: start)
    let principals = (world["principals"]?.array ?? []).compactMap { choice -> (PrincipalParties.Part, String)? in
      guard let part = choice["part"]?.string.flatMap(PrincipalParties.Part.init(rawValue:)) else { return nil }
      return choice["alias"]?.string.map { (part, $0) }
    }
    let main = principals.first { $0.0 == .tenant }?.1
    let tenant = world["tenants"]?.array?.first { $0["alias"]?.string == main }
    self.init(
      authority: authority ?? base, graph: graph ?? place["graph"]?.string.map(RemoteServer.origin) ?? base, http: http,
      url: server.url, world: server.world, certificateAuthority: "",
      certificateAuthorityPEM: try server.certificateAuthority(), scenario: scenario,
      tenantID: tenant?["id"]?.string ?? "", tenantDomain: tenant?["domains"]?.array?.first?.string ?? "",
      apps: (world["apps"]?.array ?? []).filter { $0["tenant"] != nil }.compactMap { Self.app($0, seeds) },
      people: (world["users"]?.array ?? []).compactMap { user in
        guard let alias = user["alias"]?.string, let name = user["userPrincipalName"]?.string else { return nil }
        let password = seeds.credentials.first { $0.alias == alias }?.password
        return Person(alias: alias, signInName: name, password: password ?? SeededDirectory.password)
      }, principals: Self.names(principals))
    if let known { identityHeader = known.settings.identityHeader }
  }

  private static func app(_ value: JSONValue, _ seeds: SeededDirectory) -> App? {
    guard let alias = value["alias"]?.string, let id = value["clientId"]?.string else { return nil }
    let redirects = (value["redirectUris"]?.array ?? []).compactMap { entry -> RedirectURIRegistration? in
      guard let uri = entry["uri"]?.string,
        let platform = entry["platform"]?.string.flatMap(RedirectURIRegistration.Platform.init(rawValue:))
      else { return nil }
      return RedirectURIRegistration(uri: uri, platform: platform)
    }
    return App(
      alias: alias, clientID: id, secret: seeds.secrets[alias], redirectURIs: redirects,
      entityID: seeds.state.application(named: alias)?.entityID, isIdentity: value["managedIdentity"] != nil,
      federatedCredentials: seeds.state.application(named: alias)?.federatedCredentials ?? [])
  }
}
