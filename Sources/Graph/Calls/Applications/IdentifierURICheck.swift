import Bytes
import Directory
import Policy

/// Which App ID URIs a call may give to a registration: those that `IdentifierURIRule` takes, and of `api://` and other schemes those that belong
/// to the organization.
enum IdentifierURICheck {
  /// The refusal of a URI that a call adds; nil for one that is possible.
  static func problem(_ uri: String, of app: Application, in tenant: Tenant) -> GraphError? {
    // The identifier of a service provider of SAML is any text.
    if app.saml != nil { return nil }
    return problemOfAPI(uri, of: app, in: tenant)
  }

  private static func problemOfAPI(_ uri: String, of app: Application, in tenant: Tenant) -> GraphError? {
    switch IdentifierURIRule.fault(of: uri, app: app, domains: tenant.domains) {
    case .endsWithSlash: .endsWithSlash(uri)
    case .hasQuery, .hostNotVerified: .hostNotVerified(uri)
    case nil: isOwn(uri, of: app, in: tenant) ? nil : .hostNotVerified(uri)
    }
  }

  /// One part of an `api://` URI is the id of the app or the tenant, or it begins with a domain of the tenant. Where nobody mistakes the
  /// audience of a token, any will do.
  private static func isOwn(_ uri: String, of app: Application, in tenant: Tenant) -> Bool {
    guard let separator = uri.firstPlace(of: "://") else { return false }
    let scheme = ASCII.lowercased(uri[..<separator.lowerBound])
    guard scheme == "api" else { return ["http", "https"].contains(scheme) }
    let parts = uri[separator.upperBound...].split(separator: "/").map { ASCII.lowercased($0) }
    guard let host = parts.first, !IdentifierURIRule.mayHaveAnyHost(app) else { return !parts.isEmpty }
    let ids = ["\(app.id)", "\(tenant.id)"].map { ASCII.lowercased($0) }
    return parts.contains(where: ids.contains)
      || tenant.domains.map { ASCII.lowercased($0) }.contains { host == $0 || host.hasSuffix("." + $0) }
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
  static func hostNotVerified(_ uri: String) -> Self {
    Self(
      400, .hostNotVerified,
      "Values of identifierUris property must use a verified domain of the organization or its subdomain: '\(uri)'",
      because: "'\(uri)' has neither a domain of the tenant nor, with api://, the id of the app or the tenant; with "
        + "requestedAccessTokenVersion 2 in an app of one tenant any host is possible, but no query and no fragment")
  }
}
