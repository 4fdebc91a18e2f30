package import Directory

/// `.default` means the permissions of the registration, so it reaches no API that the registration does not list and that
/// does not preauthorize the client, unless somebody has granted a permission of it (observed: azure-cli 33887 of 2026, azure-sdk-for-net 13588).
package enum StaticListRule {
  /// The refusal of the first such API, with its reason. Nil when all are listed.
  package static func refusal(
    of asked: ResolvedScopes, by client: Application, tenant: Tenant.ID, in directory: DirectoryState
  )
    -> Reasoned<Refusal>?
  {
    for scopes in asked.resources where scopes.isDefault && scopes.resource != client.id {
      guard let api = directory.applications[scopes.resource], !isOpen(api, to: client, tenant, directory) else {
        continue
      }
      let refusal = Refusal.resourceNotListed(
        clientID: "\(client.id)", name: client.displayName, resource: scopes.identifier, resourceID: "\(api.id)",
        listed: client.isFirstParty ? [] : client.requiredAccess.map { "\($0.resource)" })
      return Reasoned(refusal, because: ["'\(client.alias)' lists no permission of '\(api.alias)'"])
    }
    return nil
  }

  private static func isOpen(
    _ api: Application, to client: Application, _ tenant: Tenant.ID, _ directory: DirectoryState
  ) -> Bool {
    if client.requiredAccess(to: api.id) != nil { return true }
    // `.default` of Graph by an app that lists nothing asks for the permissions of signing in.
    if client.requiredAccess.isEmpty, api.id == WellKnown.graph { return true }
    if api.preauthorizedClients.contains(where: { $0.client == client.id }) { return true }
    // What was granted before counts, whatever the list says.
    if let own = directory.servicePrincipal(of: client.id, in: tenant),
      let principal = directory.servicePrincipal(of: api.id, in: tenant),
      directory.grants(ofClient: own.id).contains(where: { $0.resource == principal.id })
    {
      return true
    }
    // Microsoft's own APIs know Microsoft's own clients. Where they do not, another refusal says so.
    return client.isFirstParty && api.isFirstParty
  }
}
