package import Directory

/// Why authorize refuses a request for an API that the tenant does not have.
package enum MissingResource {
  /// First of all, an app of others cannot be added to a tenant that nobody has claimed (observed: objc 917 of 2020). Then the refusal of the first such API, in the words of authorize: an API that other tenants have and that the client lists lacks
  /// its service principal here (observed: GraphNotificationBroker 5 of 2024); any other is not found in the tenant, which
  /// authorize calls by its name (observed: joetanx/mslab of 2026). Nil when the tenant has all of them.
  package static func refusal(
    _ list: borrowing ScopeList, client: Application, tenant: Tenant, in directory: DirectoryState
  ) -> Refusal? {
    if tenant.isUnmanaged, !client.isFirstParty, client.tenant != tenant.id,
      directory.servicePrincipal(of: client.id, in: tenant.id) == nil
    {
      return Refusal(
        .servicePrincipalClash,
        [.appName: client.displayName, .organization: tenant.domains.last ?? tenant.displayName])
    }
    for item in list.items {
      guard let identifier = item.resource else { continue }
      let api = directory.resource(named: identifier)
      if let api, directory.servicePrincipal(of: api.id, in: tenant.id) != nil || tenant.kind == .personal { continue }
      if let api, api.audience.admitsOtherTenants, client.requiredAccess(to: api.id) != nil {
        return Refusal(
          .serviceNotSubscribed,
          [.resource: "\(api.id)", .resourceName: api.displayName, .organization: "\(tenant.id)"])
      }
      return .resourceNotFound(identifier, tenant: tenant.displayName)
    }
    return nil
  }
}
