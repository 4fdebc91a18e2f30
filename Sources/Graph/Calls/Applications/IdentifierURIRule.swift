import Bytes
import Directory

/// Which App ID URIs a registration may have (Microsoft: "Restrictions on identifier URIs of Microsoft Entra applications").
enum IdentifierURIRule {
  /// The refusal of a URI that a call adds; nil for one that is possible.
  static func problem(_ uri: String, of app: Application, in tenant: Tenant) -> GraphError? {
    guard !uri.hasSuffix("/") else { return .endsWithSlash(uri) }
    guard !isVerified(uri, of: app, in: tenant) else { return nil }
    return .hostNotVerified(uri, isAnyHostPossible: isAnyHostPossible(app))
  }

  /// Whether the URI belongs to the organization: its host is a domain of the tenant, or below one, or one part of an `api://` URI is the id
  /// of the app or the tenant. Where nobody mistakes the audience of a token, any host will do.
  private static func isVerified(_ uri: String, of app: Application, in tenant: Tenant) -> Bool {
    guard let separator = uri.firstPlace(of: "://") else { return false }
    let scheme = ASCII.lowercased(uri[..<separator.lowerBound])
    let parts = uri[separator.upperBound...].split(separator: "/").map { ASCII.lowercased($0) }
    guard let host = parts.first?.prefix(while: { $0 != ":" }), !host.isEmpty,
      !uri.utf8.contains(where: { $0 == 0x3F || $0 == 0x23 || $0 <= 0x20 })
    else { return false }
    if isAnyHostPossible(app) { return true }
    switch scheme {
    case "api":
      let ids = ["\(app.id)", "\(tenant.id)"].map { ASCII.lowercased($0) }
      return parts.contains(where: ids.contains) || isDomain(host, of: tenant)
    case "http", "https": return isDomain(host, of: tenant)
    default: return false
    }
  }

  private static func isDomain(_ host: Substring, of tenant: Tenant) -> Bool {
    tenant.domains.contains { domain in
      let domain = ASCII.lowercased(domain)
      return host == domain || host.hasSuffix("." + domain)
    }
  }

  /// Tokens of the second version have the client id as their audience, and so have those of the first one with `use_guid`.
  private static func isAnyHostPossible(_ app: Application) -> Bool {
    guard !app.audience.admitsOtherTenants else { return false }
    let audience = app.optionalClaims?.accessToken.first { $0.name == "aud" }
    return app.accessTokenVersion == 2 || audience?.additionalProperties.contains("use_guid") == true
  }
}

extension GraphError {
  /// The text was observed; whether the first word is the code or stands in the text differs between reports.
  static func endsWithSlash(_ uri: String) -> Self {
    Self(
      400, .identifierURIEndsWithSlash, "Application alias '\(uri)' value is invalid.",
      because: "an App ID URI does not end with a slash")
  }

  /// The code and the text were observed.
  static func hostNotVerified(_ uri: String, isAnyHostPossible: Bool) -> Self {
    Self(
      400, .hostNotVerified,
      "Values of identifierUris property must use a verified domain of the organization or its subdomain: '\(uri)'",
      because: isAnyHostPossible
        ? "'\(uri)' is not a URI with a host and without a query and a fragment"
        : "'\(uri)' has neither a domain of the tenant nor, with api://, the id of the app or the tenant; "
          + "with requestedAccessTokenVersion 2 any host is possible")
  }
}
