import Bytes
package import Directory

/// What a client may do on a resource in a user's name: the grants for everybody, the user's own, and what the API
/// preauthorized.
package enum EffectivePermissions {
  /// The granted values in the resource's registered spelling, in alphabetical order, the OpenID words among them.
  package static func values(
    client: Application, resource: Application, user: User.ID, tenant: Tenant.ID, in directory: DirectoryState
  ) -> [String] {
    // Few, so that comparing them with each other is quicker than a set.
    var values: [String] = []
    values.reserveCapacity(8)
    func add(_ more: [String]) {
      for value in more where !values.contains(value) { values.append(value) }
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
    // Granting one of the three grants all three (observed: they only ever come together).
    let openID = ["email", "openid", "profile"]
    if values.contains(where: openID.contains) { add(openID) }
    return values.compactMap { resource.permission(named: $0)?.value }.sorted()
  }

  /// Whether the user or an administrator has granted this client anything at all.
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
