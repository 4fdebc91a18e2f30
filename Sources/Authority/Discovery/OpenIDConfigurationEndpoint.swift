import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Scenarios

/// `GET /{tenant}/v2.0/.well-known/openid-configuration` (OpenID Connect Discovery §4); members in the service's order
/// (observed).
struct OpenIDConfigurationEndpoint: Endpoint {
  let name = EndpointName.discovery
  let tenant: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let fields = CommonFields.metadata(call, exchange)
    do throws(Refusal) {
      let segment = try TenantSegment(tenant, in: call.world.directory)
      return JSONAnswer.make(Self.body(segment, call), fields: fields)
    } catch {
      // An unknown tenant has a word of its own on the metadata endpoints (observed).
      let refusal = error.kind == .tenantNotFound ? Refusal.tenantNotFoundAtDiscovery(tenant) : error
      exchange.refusal = refusal
      var fields = fields
      fields.set("Cache-Control", "private")
      return JSONAnswer.refusal(refusal, call, exchange, fields: fields)
    }
  }

  private static func body(_ segment: TenantSegment, _ call: Call) -> [UInt8] {
    let (origin, appID) = (call.origin, call.query?["appid"])
    let cloud = origin.cloud
    var facts = [
      "discovery", segment.spelling, origin.login, origin.graph, cloud.instanceName, cloud.directoryGraphHost,
      cloud.graphHost, cloud.roleServiceURL,
    ]
    if case .tenant(let tenant) = segment { facts.append(tenant.region) }
    if let appID { facts.append("appid=" + appID) }
    return call.world.documents.body(of: facts) { document(segment, origin: origin, appID: appID).serialized }
  }

  static func document(_ segment: TenantSegment, origin: Origin, appID: String?) -> JSONValue {
    let base = "\(origin.login)/\(segment.spelling)"
    let region: JSONValue = if case .tenant(let tenant) = segment { .string(tenant.region) } else { nil }
    return [
      "token_endpoint": "\(base)/oauth2/v2.0/token",
      "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic"],
      "jwks_uri": .string("\(base)/discovery/v2.0/keys" + (appID.map { "?appid=\(Percent.encode($0))" } ?? "")),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "issuer": .string(issuer(segment, origin: origin)),
      "request_uri_parameter_supported": false,
      "userinfo_endpoint": "\(origin.graph)/oidc/userinfo",
      "authorization_endpoint": "\(base)/oauth2/v2.0/authorize",
      "device_authorization_endpoint": "\(base)/oauth2/v2.0/devicecode",
      "http_logout_supported": true,
      "frontchannel_logout_supported": true,
      "end_session_endpoint": "\(base)/oauth2/v2.0/logout",
      "claims_supported": [
        "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name", "msgraph_host", "aud",
        "exp", "iat", "auth_time", "acr", "nonce", "preferred_username", "name", "tid", "ver", "at_hash", "c_hash",
        "email",
      ],
      "kerberos_endpoint": "\(base)/kerberos",
      "tenant_region_scope": region,
      "cloud_instance_name": .string(origin.cloud.instanceName),
      "cloud_graph_host_name": .string(origin.cloud.directoryGraphHost),
      "msgraph_host": .string(origin.cloud.graphHost),
      "rbac_url": .string(origin.cloud.roleServiceURL),
    ]
  }

  /// The issuer of a path that names no tenant keeps the placeholder `{tenantid}`, braces and all (observed).
  static func issuer(_ segment: TenantSegment, origin: Origin) -> String {
    switch segment {
    case .common, .organizations: "\(origin.login)/{tenantid}/v2.0"
    case .consumers: origin.issuer.v2(WellKnown.personalTenant)
    case .tenant(let tenant): origin.issuer.v2(tenant.id)
    }
  }
}
