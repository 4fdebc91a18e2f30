import Bytes
package import Directory

/// Which App ID URIs the service takes for an app (Microsoft: "Restrictions on identifier URIs"; the refusals are observed of 2021 to 2026).
package enum IdentifierURIRule {
  package enum Fault: Sendable, Hashable {
    /// `IdentifierUrisEndsWithSlash`.
    case endsWithSlash
    /// A query or a fragment, which no App ID URI may have.
    case hasQuery
    /// `HostNameNotOnVerifiedDomain`: an address whose host is neither a verified domain nor below one.
    case hostNotVerified

    package var words: String {
      switch self {
      case .endsWithSlash: "it ends with a slash"
      case .hasQuery: "it has a query or a fragment"
      case .hostNotVerified:
        "its host is not of a verified domain, which needs one tenant and requestedAccessTokenVersion 2, or use_guid"
      }
    }
  }

  /// What is wrong with a URI; nil for nothing. `domains` are the verified ones of the app's tenant.
  package static func fault(of uri: String, app: Application, domains: [String]) -> Fault? {
    if uri.hasSuffix("/") { return .endsWithSlash }
    guard let parts = URIReference(uri) else { return nil }
    if parts.query != nil || parts.fragment != nil { return .hasQuery }
    guard parts.scheme == "https" || parts.scheme == "http", let host = parts.host else { return nil }
    let isVerified = domains.contains { host == ASCII.lowercased($0) || host.hasSuffix("." + ASCII.lowercased($0)) }
    guard !isVerified, !mayHaveAnyHost(app) else { return nil }
    return .hostNotVerified
  }

  /// An app of one tenant whose tokens say its id as audience, and not the URI.
  package static func mayHaveAnyHost(_ app: Application) -> Bool {
    guard app.audience == .singleTenant else { return false }
    let usesGUID = app.optionalClaims?.accessToken.contains {
      $0.name == "aud" && $0.additionalProperties.contains(OptionalClaim.usesGUID)
    }
    return app.accessTokenVersion == 2 || usesGUID == true
  }
}
