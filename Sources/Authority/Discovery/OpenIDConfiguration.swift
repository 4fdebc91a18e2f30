import Bytes
import Directory
import JSON
import Policy
import Worlds

/// The discovery document of an authority (OpenID Connect Discovery §3), which clients read first. Its members have
/// the service's order (observed).
struct OpenIDConfiguration: WrittenDocument {
  /// The tenant as URLs have it.
  private let spelling: String
  let issuer: String
  private let region: String?
  private let origin: Origin
  /// The app that the client asked for with `appid`; `jwks_uri` then has it too.
  private let appID: String?

  /// `asked` is the tenant as it stands in the path: documents of External ID keep it, all others name the tenant by its id.
  init(_ segment: TenantSegment, asked: String, origin: Origin, appID: String?) {
    spelling = origin.isExternalID ? ASCII.lowercased(asked) : segment.spelling
    issuer = Self.issuer(segment, origin: origin)
    region = if case .tenant(let tenant) = segment { tenant.region } else { nil }
    self.origin = origin
    self.appID = appID
  }

  /// What most documents of a server differ in. All of it is compared.
  func hash(into hasher: inout Hasher) {
    hasher.combine(spelling)
    hasher.combine(origin.authority)
  }

  /// The query of `jwks_uri` for a client that asked with `appid`; empty for others.
  static func query(appID: String?) -> String { appID.map { "?appid=\(Percent.encode($0))" } ?? "" }

  var json: JSONValue {
    let base = "\(origin.login)/\(spelling)"
    let path = "\(spelling)/oauth2/v2.0/token"
    // The token endpoint for clients that prove themselves with a TLS certificate (RFC 8705 §5), in clouds whose document has it.
    let certificateTokenEndpoint = origin.certificateLogin.map { "\($0)/\(path)" }
    // A regional host has tokens and keys, and nothing else (observed).
    let isRegional = origin.isRegional
    var methods = ["client_secret_post", "private_key_jwt", "client_secret_basic"]
    // Of clouds that take certificates (observed since 2026-08).
    if certificateTokenEndpoint != nil { methods.append("self_signed_tls_client_auth") }
    var document: JSONObject = [
      "token_endpoint": "\(origin.tokenLogin)/\(path)",
      "token_endpoint_auth_methods_supported": .strings(methods),
      "jwks_uri": .string("\(origin.tokenLogin)/\(spelling)/discovery/v2.0/keys" + Self.query(appID: appID)),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "issuer": .string(issuer),
      "request_uri_parameter_supported": false,
      "userinfo_endpoint": "\(origin.graph)/oidc/userinfo",
      "authorization_endpoint": .string(isRegional ? "unsupported" : base + "/oauth2/v2.0/authorize"),
    ]
    if !isRegional {
      document.append("device_authorization_endpoint", "\(base)/oauth2/v2.0/devicecode" as JSONValue)
      document.append("http_logout_supported", true as JSONValue)
      document.append("frontchannel_logout_supported", true as JSONValue)
      document.append("end_session_endpoint", "\(base)/oauth2/v2.0/logout" as JSONValue)
    }
    document.append("claims_supported", .strings(Self.claims.filter { !isRegional || !Self.ofPeople.contains($0) }))
    if !isRegional { document.append("kerberos_endpoint", "\(base)/kerberos" as JSONValue) }
    if let certificateTokenEndpoint {
      document.append("mtls_endpoint_aliases", ["token_endpoint": .string(certificateTokenEndpoint)] as JSONValue)
      document.append("tls_client_certificate_bound_access_tokens", true as JSONValue)
    }
    document.append("tenant_region_scope", region.map { .string($0) } ?? .null)
    document.append("cloud_instance_name", .string(origin.cloud.instanceName))
    document.append("cloud_graph_host_name", .string(origin.cloud.directoryGraphHost))
    document.append("msgraph_host", .string(origin.cloud.graphHost))
    document.append("rbac_url", .string(origin.cloud.roleServiceURL))
    return .object(document)
  }

  private static let claims = [
    "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name", "msgraph_host", "aud",
    "exp", "iat", "auth_time", "acr", "nonce", "preferred_username", "name", "tid", "ver", "at_hash", "c_hash", "email",
  ]

  /// Claims that the document of a regional host does not list (observed).
  private static let ofPeople = ["preferred_username", "name", "email"]

  /// The issuer of v2.0. For `common` and `organizations` it keeps the placeholder `{tenantid}` with its braces
  /// (observed).
  static func issuer(_ segment: TenantSegment, origin: Origin) -> String {
    switch segment {
    case .common, .organizations: "\(origin.login)/{tenantid}/v2.0"
    case .consumers: origin.issuer.v2(WellKnown.personalTenant)
    case .tenant(let tenant): origin.issuer(of: tenant).v2(tenant.id)
    }
  }
}
