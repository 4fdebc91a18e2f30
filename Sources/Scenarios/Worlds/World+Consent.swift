import Crypto
package import Directory

extension World {
  /// Grants delegated permissions to a client: for one user in the user's tenant, else for everybody in every tenant that
  /// has the client.
  package func grantConsent(_ access: [RequiredAccess], to client: Application.ID, for user: User?) throws {
    let principal = user.map { PermissionGrant.Principal.user($0.id) } ?? .everyone
    let wanted = access.filter { !$0.scopes.isEmpty }
    try change { directory in
      for clientPrincipal in directory.servicePrincipals(of: client)
      where user.map({ $0.tenant == clientPrincipal.tenant }) ?? true {
        for access in wanted {
          guard let resource = directory.servicePrincipal(of: access.resource, in: clientPrincipal.tenant) else {
            continue
          }
          directory.merge(
            PermissionGrant(
              id: PermissionGrant.ID(entropy.guid()), client: clientPrincipal.id, principal: principal,
              resource: resource.id, scopes: access.scopes))
        }
      }
    }
  }

  /// Takes a client's delegated permissions away: those that one user granted, else all of them. How many grants
  /// there were.
  @discardableResult
  package func withdrawConsent(from client: Application.ID, of user: User.ID?) throws -> Int {
    try change { directory in
      var count = 0
      for principal in directory.servicePrincipals(of: client) {
        for grant in directory.grants(ofClient: principal.id)
        where user.map({ grant.principal == .user($0) }) ?? true {
          directory.remove(grant.id)
          count += 1
        }
      }
      return count
    }
  }
}
