import Bytes
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /common/discovery/instance`: the hosts that are names of the same authority. MSAL asks for them before it trusts
/// an authority.
struct InstanceDiscoveryEndpoint: Endpoint {
  let name = EndpointName.instanceDiscovery

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let query = call.query ?? FormFields()
    guard let asked = query.nonEmpty("authorization_endpoint"), let endpoint = URIReference(asked),
      let host = endpoint.host, endpoint.scheme == "https"
    else {
      return refuse(Refusal(.instanceRequestMalformed, [.parameter: "authorization_endpoint"]), call, &exchange)
    }
    let origin = call.origin
    let isCloud = Self.authorityHosts.contains(host)
    guard isCloud || origin.owns(host) else { return refuse(Refusal(.instanceUnknown), call, &exchange) }
    let isCalledSo = ASCII.equalIgnoringCase(host, origin.host)
    // Clients leave the port of a custom authority out of the question, but need it in the answer.
    let authority = host + (endpoint.port.map { ":\($0)" } ?? (isCloud ? "" : String(origin.portSuffix)))
    let base = isCalledSo ? origin.login : "https://\(authority)"
    let tenant = endpoint.path.split(separator: "/").first.map(String.init) ?? "common"
    let version = endpoint.path.firstPlace(of: "/v2.0/") != nil ? "/v2.0" : ""
    let body: JSONValue = [
      "tenant_discovery_endpoint": "\(base)/\(tenant)\(version)/.well-known/openid-configuration",
      "api-version": .string(query.nonEmpty("api-version") ?? "1.1"),
      "metadata": .array(metadata(of: isCalledSo || isCloud ? origin.authority : authority).map(\.json)),
    ]
    return JSONAnswer.make(body)
  }

  private func refuse(_ refusal: Refusal, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.refusal = refusal
    return JSONAnswer.refusal(refusal, call, exchange)
  }

  /// Hosts that are names of one authority: one entry of `metadata`.
  private struct Group {
    let network: String
    let cache: String
    let aliases: [String]

    /// Without `aliases` the authority has one name.
    init(network: String, aliases: [String]? = nil) {
      self.network = network
      cache = network
      self.aliases = aliases ?? [network]
    }

    init(_ cloud: Cloud) {
      network = cloud.loginHost
      cache = cloud.cacheHost
      aliases = cloud.authorityHosts
    }

    var json: JSONValue {
      ["preferred_network": .string(network), "preferred_cache": .string(cache), "aliases": .strings(aliases)]
    }
  }

  /// The clouds that MSAL knows, and this server under its own name. On a port of its own the server has two entries.
  /// MSAL for Go, iOS and JavaScript look for the name with the port, and go on with it; iOS compares the name alone with
  /// the aliases of that entry too. MSAL for .NET and Java look for the name alone, keep the port by themselves, and fail
  /// when `preferred_network` has one too. They and iOS take the last entry of an alias, JavaScript the first one.
  private func metadata(of own: String) -> [Group] {
    guard !Self.clouds.contains(where: { $0.aliases.contains(own) }) else { return Self.clouds }
    let host = HTTPAuthority(own)?.host ?? own
    guard own != host else { return Self.clouds + [Group(network: own)] }
    return Self.clouds + [Group(network: own, aliases: [own, host]), Group(network: host)]
  }

  /// The login hosts of all clouds, with their older names.
  static let authorityHosts = Set(clouds.flatMap(\.aliases) + Cloud.all.flatMap(\.authorityHosts))

  /// In the service's order (observed). The list has a cloud that is closed and a name that is not used any more. It
  /// lacks the sovereign clouds, which know only themselves.
  private static let clouds = [
    Group(.global), Group(.china), Group(network: "login.microsoftonline.de"), Group(.usGovernment),
    Group(network: "login-us.microsoftonline.com"),
  ]
}
