import Bytes
import Directory
import JSON
import Policy
import Worlds

/// The discovery document of an authority (OpenID Connect Discovery §3), which clients read first. Its members have
/// the service's order (observed).
struct OpenIDConfiguration: WrittenDocument {
  /// The URL of the tenant. All endpoints of the login host begin with it.
  private let base: String
  /// The token endpoint: at the regional host that the client called, else under `base`.
  private let tokenEndpoint: String
  private let keys: String
  /// Whether a regional host is asked, which has tokens and keys and nothing else.
  private let isRegional: Bool
  /// The token endpoint for clients that prove themselves with a TLS certificate (RFC 8705 §5); nil for clouds whose
  /// document does not have it.
  private let certificateTokenEndpoint: String?
  private let issuer: String
  private let graph: String
  private let region: String?
  private let instanceName: String
  private let directoryGraphHost: String
  private let graphHost: String
  private let roleServiceURL: String

  /// `asked` is the tenant as it stands in the path: documents of External ID keep it, all others name the tenant by its id. `appID` is the
  /// app that the client asked for with `appid`; `jwks_uri` then has it too.
  init(_ segment: TenantSegment, asked: String, origin: Origin, appID: String?) {
    let spelling = origin.isExternalID ? ASCII.lowercased(asked) : segment.spelling
    base = "\(origin.login)/\(spelling)"
    let path = "\(spelling)/oauth2/v2.0/token"
    tokenEndpoint = "\(origin.tokenLogin)/\(path)"
    keys = "\(origin.tokenLogin)/\(spelling)/discovery/v2.0/keys" + Self.query(appID: appID)
    isRegional = origin.isRegional
    certificateTokenEndpoint = origin.certificateLogin.map { "\($0)/\(path)" }
    issuer = Self.issuer(segment, origin: origin)
    graph = origin.graph
    region = if case .tenant(let tenant) = segment { tenant.region } else { nil }
    instanceName = origin.cloud.instanceName
    directoryGraphHost = origin.cloud.directoryGraphHost
    graphHost = origin.cloud.graphHost
    roleServiceURL = origin.cloud.roleServiceURL
  }

  /// The query of `jwks_uri` for a client that asked with `appid`; empty for others.
  static func query(appID: String?) -> String { appID.map { "?appid=\(Percent.encode($0))" } ?? "" }

  var json: JSONValue {
    var methods = ["client_secret_post", "private_key_jwt", "client_secret_basic"]
    // Of clouds that take certificates (observed since 2026-08).
    if certificateTokenEndpoint != nil { methods.append("self_signed_tls_client_auth") }
    var document: JSONObject = [
      "token_endpoint": .string(tokenEndpoint),
      "token_endpoint_auth_methods_supported": .strings(methods),
      "jwks_uri": .string(keys),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "issuer": .string(issuer),
      "request_uri_parameter_supported": false,
      "userinfo_endpoint": "\(graph)/oidc/userinfo",
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
    document.append("cloud_instance_name", .string(instanceName))
    document.append("cloud_graph_host_name", .string(directoryGraphHost))
    document.append("msgraph_host", .string(graphHost))
    document.append("rbac_url", .string(roleServiceURL))
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
