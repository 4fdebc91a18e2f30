import Bytes

/// The names of parameters and header fields whose values the journal shows. The values of all other names are hidden, so
/// a secret under a name that nobody thought of is hidden too.
enum HarmlessNames {
  /// How a value of a harmless name must look to be shown.
  enum Form: Sendable {
    /// A word of the protocol or an id. Other characters, such as `=` and `;`, belong to something that was sent in the
    /// wrong place.
    case word
    /// Any text. Secrets in it are hidden one by one.
    case text
    /// A name that a user signs in with. One that is not an address may be a password in the wrong field.
    case signInName
    /// A value that the client made up. A long one may hold anything.
    case short
  }

  /// The form of a parameter's value. Nil for a name whose values are hidden. ASCII case does not count.
  static func parameter(_ name: String) -> Form? {
    if words.contains(name) { return .word }
    if texts.contains(name) { return .text }
    if signInNames.contains(name) { return .signInName }
    return shorts.contains(name) ? .short : nil
  }

  /// Whether the protocol has a parameter of that name whose values are secrets. The name itself is harmless, also where no value
  /// follows it.
  static func isSecretParameter(_ name: String) -> Bool { secrets.contains(name) }

  /// Whether the values of that header field are shown. ASCII case does not count.
  static func isHeaderField(_ name: String) -> Bool { fields.contains(name) }

  private static let words = NameTable([
    // OAuth 2.0, OpenID Connect and the service's own.
    "client_id", "grant_type", "response_type", "response_mode", "prompt", "domain_hint", "code_challenge_method",
    "client_assertion_type", "requested_token_use", "requested_token_type", "subject_token_type", "actor_token_type",
    "token_type", "token_type_hint", "client_info", "return_spa_code", "max_age", "display", "ui_locales",
    "claims_locales", "acr_values",
    "mkt",
    "lc", "sid", "tenant", "admin_consent", "instance_aware", "brk_client_id", "msafed", "nopa", "haschrome",
    "sso_reload", "user_code", "error", "error_subcode", "suberror", "whr", "amr_values", "ngcmfa", "msaoauth2",
    // Libraries.
    "client-request-id", "client_request_id", "return-client-request-id", "x-client-sku", "x-client-ver", "x-client-os",
    "x-client-cpu", "x-client-dm", "x-app-name", "x-app-ver", "x-ms-lib-capability", "mscrid",
    // Managed identities.
    "api-version", "object_id", "principal_id", "bypass_cache", "clientid", "principalId", "format", "xms_cc",
    // The pages.
    "DontShowAgain", "action", "step", "type", "mode", "account", "method",
    // Instance discovery and user realm.
    "checkForMicrosoftAccount",
  ])

  private static let texts = NameTable([
    "scope", "redirect_uri", "post_logout_redirect_uri", "brk_redirect_uri", "resource", "claims", "error_description",
    "error_uri", "authorization_endpoint", "mi_res_id", "msi_res_id", "x-client-current-telemetry",
    "x-client-last-telemetry", "code_challenge",
    // OData.
    "$select", "$expand", "$filter", "$search", "$orderby", "$top", "$skip", "$count", "$format",
  ])

  private static let signInNames = NameTable([
    "login_hint", "logout_hint", "username", "user", "login", "loginfmt", "who", "upn", "X-AnchorMailbox",
  ])

  private static let secrets = NameTable([
    "access_token", "actor_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier", "ctx",
    "canary", "device_code", "id_token", "id_token_hint", "oob", "otc", "passwd", "password", "refresh_token",
    "SAMLResponse", "session_state", "subject_token", "token", "continuation_token",
  ])

  private static let shorts = NameTable(["state", "nonce"])

  private static let fields = NameTable([
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers",
    "Access-Control-Request-Method", "Cache-Control", "Connection", "Content-Encoding", "Content-Language",
    "Content-Length", "Content-Type", "ConsistencyLevel", "Date", "DNT", "Expect", "Forwarded", "Host",
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Keep-Alive", "Last-Event-ID",
    "Max-Forwards", "Metadata", "Origin", "Pragma", "Prefer", "Priority", "Proxy-Connection", "Range",
    "Referer",
    "Restrict-Access-Context", "Restrict-Access-To-Tenants", "Return-Client-Request-ID", "SdkVersion", "Sec-CH-UA",
    "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-User",
    "Sec-GPC", "TE", "Traceparent", "Tracestate", "Trailer", "Transfer-Encoding", "Upgrade",
    "Upgrade-Insecure-Requests",
    "User-Agent", "Via", "X-AnchorMailbox", "X-App-Name", "X-App-Ver", "X-Client-CPU", "X-Client-Current-Telemetry",
    "X-Client-DM", "X-Client-Last-Telemetry", "X-Client-OS", "X-Client-SKU", "X-Client-Ver", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Proto", "X-MS-Client-Request-ID", "X-MS-Lib-Capability",
    "X-MS-PKeyAuth", "X-MS-Throttle-Priority", "X-Real-IP", "X-Request-ID", "X-Requested-With", "client-request-id",
  ])
}
