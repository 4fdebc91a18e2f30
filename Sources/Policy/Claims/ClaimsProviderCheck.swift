import Bytes
package import Directory

/// What the service checks before it calls a custom claims provider (Microsoft: "Troubleshoot your custom authentication extension").
package enum ClaimsProviderCheck {
  /// The first thing that is wrong with the registration of the API; nil when the call may be sent. A provider that names no app
  /// registration is not held against one.
  package static func fault(of provider: ClaimsProvider, in tenant: Tenant.ID, _ directory: DirectoryState)
    -> ClaimsProviderFault?
  {
    guard FetchableURL.admits(provider.targetURL), let host = URIReference(provider.targetURL)?.host else {
      return ClaimsProviderFault(.incorrectTargetURLFormat, "\(provider.targetURL) is not of https")
    }
    guard let id = provider.resource else { return nil }
    guard let app = directory.applications[id], let principal = directory.servicePrincipal(of: id, in: tenant) else {
      return ClaimsProviderFault(.resourceServicePrincipalNotFound, "the tenant does not have the app \(id)")
    }
    guard app.isEnabled, principal.isEnabled else {
      return ClaimsProviderFault(.resourceServicePrincipalDisabled, "'\(app.alias)' is disabled")
    }
    // An API on this machine stands in the place of the one that the registration speaks of.
    if !FetchableURL.isLoopback(host), let fault = fault(ofURIs: app, host: host) { return fault }
    let graph = directory.servicePrincipal(of: WellKnown.graph, in: tenant)
    let held = graph.map { directory.assignments(of: .client(principal.id), on: $0.id).compactMap(\.role) } ?? []
    guard held.contains(TokenIssuanceStart.permission) else {
      return ClaimsProviderFault(
        .permissionNotGranted, "'\(app.alias)' was not granted \(TokenIssuanceStart.permission) of Microsoft Graph")
    }
    return nil
  }

  /// The App ID URI has the form `api://HOST/CLIENTID`, with the host of the target URL.
  private static func fault(ofURIs app: Application, host: String) -> ClaimsProviderFault? {
    let hosts = app.identifierURIs.compactMap { uri -> String? in
      guard let reference = URIReference(uri), reference.scheme == "api",
        ASCII.equalIgnoringCase(reference.path, "/\(app.id)")
      else { return nil }
      return reference.host
    }
    guard !hosts.isEmpty else {
      return ClaimsProviderFault(
        .incorrectResourceIDFormat, "'\(app.alias)' has no App ID URI of the form api://\(host)/\(app.id)")
    }
    guard hosts.contains(host) else {
      return ClaimsProviderFault(
        .domainNameDoesNotMatch,
        "the App ID URI of '\(app.alias)' has the host \(hosts.first ?? ""), and the target URL \(host)")
    }
    return nil
  }
}
