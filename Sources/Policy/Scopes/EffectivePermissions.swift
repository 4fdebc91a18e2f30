import Bytes
package import Directory

/// The delegated permissions of a client on a resource for one user: the grants for all users, the user's own grants,
/// and the scopes that the API preauthorized.
package enum EffectivePermissions {
  /// The values, in the spelling of the registration and in alphabetical order, with the OpenID scopes among them.
  package static func values(
    client: Application, resource: Application, user: User.ID, tenant: Tenant.ID, in directory: DirectoryState
  ) -> [String] {
    var values: [String] = []
    values.reserveCapacity(8)
    var seen = SeenWords()
    func add(_ more: [String]) {
      for value in more where seen.insert(value) { values.append(value) }
    }
    if let clientPrincipal = directory.servicePrincipal(of: client.id, in: tenant),
      let resourcePrincipal = directory.servicePrincipal(of: resource.id, in: tenant)
    {
      for grant in directory.grants(ofClient: clientPrincipal.id) where grant.resource == resourcePrincipal.id {
        switch grant.principal {
        case .everyone: add(grant.scopes)
        case .user(let owner) where owner == user: add(grant.scopes)
        case .user: break
        }
      }
    }
    for entry in resource.preauthorizedClients where entry.client == client.id { add(entry.scopes) }
    // What Microsoft's clients get at Microsoft's APIs need not be a permission that others may ask for.
    let own = client.isFirstParty ? MicrosoftCatalogue.preauthorizedScopes(of: client.id, on: resource) : []
    add(own)
    // A grant of one of the three counts for all three (observed: they always come together).
    let openID = ["email", "openid", "profile"]
    if values.contains(where: openID.contains) { add(openID) }
    if directory.tenants[tenant]?.kind == .personal { values.removeAll { !resource.admitsPersonalAccounts(to: $0) } }
    return values.compactMap { resource.permission(named: $0)?.value ?? (own.contains($0) ? $0 : nil) }.sorted()
  }

  /// Whether the client holds any grant in this tenant, from an administrator or from this user.
  package static func hasAnyGrant(
    client: Application, user: User.ID, tenant: Tenant.ID, in directory: DirectoryState
  ) -> Bool {
    guard let principal = directory.servicePrincipal(of: client.id, in: tenant) else { return false }
    return directory.grants(ofClient: principal.id).contains { grant in
      switch grant.principal {
      case .everyone: !grant.scopes.isEmpty
      case .user(let owner): owner == user && !grant.scopes.isEmpty
      }
    }
  }
}
