import Bytes
import HTTPWire
import JSON
import Policy
import Scenarios

/// `GET /common/discovery/instance`: which authority hosts belong together. MSAL asks before it trusts an authority.
struct InstanceDiscoveryEndpoint: Endpoint {
  let name = EndpointName.instanceDiscovery

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let fields = CommonFields.metadata(call, exchange)
    let query = FormFields(parsing: call.request.query ?? "") ?? FormFields()
    guard let asked = query.nonEmpty("authorization_endpoint"), let endpoint = URIReference(asked),
      let host = endpoint.host, endpoint.scheme == "https"
    else { return refuse(.instanceRequestMalformed, call, &exchange, fields) }
    let origin = call.origin
    let isCloud = Self.clouds.contains { $0.aliases.contains(host) }
    guard isCloud || origin.owns(host) else { return refuse(.instanceUnknown, call, &exchange, fields) }
    let isCalledSo = ASCII.equalIgnoringCase(host, origin.host)
    // Clients leave the port of a custom authority out of the question and still need it in the answer.
    let authority = host + (endpoint.port.map { ":\($0)" } ?? (isCloud ? "" : String(origin.portSuffix)))
    let base = isCalledSo ? origin.login : "https://\(authority)"
    let tenant = endpoint.path.split(separator: "/").first.map(String.init) ?? "common"
    let version = endpoint.path.firstPlace(of: "/v2.0/") != nil ? "/v2.0" : ""
    let body: JSONValue = [
      "tenant_discovery_endpoint": "\(base)/\(tenant)\(version)/.well-known/openid-configuration",
      "api-version": .string(query.nonEmpty("api-version") ?? "1.1"),
      "metadata": .array(metadata(of: isCalledSo || isCloud ? origin.authority : authority).map(\.json)),
    ]
    return JSONAnswer.make(body, fields: fields)
  }

  private func refuse(_ refusal: Refusal, _ call: Call, _ exchange: inout Exchange, _ fields: HTTPFields)
    -> HTTPResponse
  {
    exchange.refusal = refusal
    return JSONAnswer.refusal(refusal, call, exchange, fields: fields)
  }

  private struct Cloud {
    let network: String
    let cache: String
    let aliases: [String]

    var json: JSONValue {
      ["preferred_network": .string(network), "preferred_cache": .string(cache), "aliases": .strings(aliases)]
    }
  }

  /// The clouds that MSAL knows, and this server by its own name, with and without the port: Go and iOS look for the one,
  /// Java and .NET for the other.
  private func metadata(of own: String) -> [Cloud] {
    guard !Self.clouds.contains(where: { $0.aliases.contains(own) }) else { return Self.clouds }
    let host = HTTPAuthority(own)?.host ?? own
    let aliases = own == host ? [own] : [own, host]
    return Self.clouds + [Cloud(network: own, cache: own, aliases: aliases)]
  }

  /// Every host of every cloud.
  static let authorityHosts = Set(clouds.flatMap(\.aliases))

  private static let clouds = [
    Cloud(
      network: "login.microsoftonline.com", cache: "login.windows.net",
      aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"]),
    Cloud(
      network: "login.partner.microsoftonline.cn", cache: "login.partner.microsoftonline.cn",
      aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"]),
    Cloud(
      network: "login.microsoftonline.de", cache: "login.microsoftonline.de", aliases: ["login.microsoftonline.de"]),
    Cloud(
      network: "login.microsoftonline.us", cache: "login.microsoftonline.us",
      aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"]),
    Cloud(
      network: "login-us.microsoftonline.com", cache: "login-us.microsoftonline.com",
      aliases: ["login-us.microsoftonline.com"]),
  ]
}
