import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /{tenant}/.well-known/openid-configuration`: the discovery document of the v1.0 endpoints. Its members have
/// the service's order (observed).
struct LegacyConfigurationEndpoint: Endpoint {
  let name = EndpointName.discovery
  let tenant: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    // The path of the v2.0 document without a tenant: `v2.0` is not the name of a tenant.
    if tenant == "v2.0" { return HTTPResponse(status: 404) }
    try RequestAdoption.takeIn(tenant: tenant, FormFields(), call, &exchange)
    let segment = try TenantSegment(ofMetadata: tenant, for: call)
    exchange.explain(
      "this is the document of the v1.0 endpoints, without /v2.0 in the address: its tokens are of version 1.0, with the issuer "
        + Self.issuer(segment, origin: call.origin))
    if segment == .common || segment == .organizations {
      exchange.explain(
        "its issuer is a template with {tenantid}: a client that compares it letter by letter with iss refuses the tokens"
      )
    }
    let keys = Self.keysSegment(segment, call)
    if keys != "common" {
      exchange.because("→ the keys' address keeps the tenant: /common at this name is of another world")
    }
    return JSONAnswer.make(
      Self.document(segment, keys: "\(call.origin.login)/\(keys)", origin: call.origin, appID: call.query?["appid"]))
  }

  /// Whose keys the document names: everybody's, whatever the tenant (observed). The world of a request to `/common` is told by the name of
  /// the server. So a world beside the default one, with keys of its own after a rotation, keeps its tenant's address at every other name;
  /// and a host of External ID has nothing at `/common`.
  private static func keysSegment(_ segment: TenantSegment, _ call: Call) -> String {
    let isTold = !call.world.isMade || ASCII.lowercased(call.origin.host).hasPrefix(call.world.name + ".")
    return isTold && !call.origin.isExternalID ? "common" : segment.spelling
  }

  private static func document(_ segment: TenantSegment, keys: String, origin: Origin, appID: String?) -> JSONValue {
    let base = "\(origin.login)/\(segment.spelling)"
    let region: JSONValue = if case .tenant(let tenant) = segment { .string(tenant.region) } else { nil }
    return [
      "token_endpoint": "\(origin.tokenLogin)/\(segment.spelling)/oauth2/token",
      "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt", "client_secret_basic"],
      "jwks_uri": .string("\(keys)/discovery/keys" + OpenIDConfiguration.query(appID: appID)),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "response_types_supported": ["code", "id_token", "code id_token", "token id_token", "token"],
      "scopes_supported": ["openid"],
      "issuer": .string(issuer(segment, origin: origin)),
      "microsoft_multi_refresh_token": true,
      "authorization_endpoint": "\(base)/oauth2/authorize",
      "device_authorization_endpoint": "\(base)/oauth2/devicecode",
      "http_logout_supported": true,
      "frontchannel_logout_supported": true,
      "end_session_endpoint": "\(base)/oauth2/logout",
      "claims_supported": [
        "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name", "msgraph_host", "aud",
        "exp", "iat", "auth_time", "acr", "amr", "nonce", "email", "given_name", "family_name", "nickname",
      ],
      "check_session_iframe": "\(base)/oauth2/checksession",
      "userinfo_endpoint": "\(base)/openid/userinfo",
      "kerberos_endpoint": "\(base)/kerberos",
      "tenant_region_scope": region,
      "cloud_instance_name": .string(origin.cloud.instanceName),
      "cloud_graph_host_name": .string(origin.cloud.directoryGraphHost),
      "msgraph_host": .string(origin.cloud.graphHost),
      "rbac_url": .string(origin.cloud.roleServiceURL),
    ]
  }

  /// Ends in a slash. For `common` and `organizations` it keeps the placeholder with its braces (observed).
  private static func issuer(_ segment: TenantSegment, origin: Origin) -> String {
    switch segment {
    case .common, .organizations: "\(origin.issuer.legacyBase)/{tenantid}/"
    case .consumers: origin.issuer.v1(WellKnown.personalTenant)
    case .tenant(let tenant): origin.issuer.v1(tenant.id)
    }
  }
}
