/// Delegated permissions that users and administrators have granted.
extension DirectoryState {
  /// All grants by their ids.
  package var grants: PersistentMap<PermissionGrant.ID, PermissionGrant> { grantTable.all }

  /// A client's grants: those for the whole tenant and those of single users.
  package func grants(ofClient client: ServicePrincipal.ID) -> [PermissionGrant] { grantTable.of(client) }

  /// The grants on a resource, in an order that follows from their ids.
  package func grants(onResource resource: ServicePrincipal.ID) -> [PermissionGrant] { grantTable.on(resource) }

  /// The grant that is there for the same client, principal and resource.
  package func twin(of grant: PermissionGrant) -> PermissionGrant? { grantTable.twin(of: grant) }

  /// Stores a grant. It replaces a grant for the same client, principal and resource, whose id it then takes.
  package mutating func put(_ grant: PermissionGrant) {
    let stored = grantTable.put(grant)
    note(.grant(stored))
  }

  /// Adds the grant's scopes to the grant for the same client, principal and resource, or stores it.
  package mutating func merge(_ grant: PermissionGrant) {
    let stored = grantTable.merge(grant)
    note(.grant(stored))
  }

  /// Withdraws a grant; nothing happens when there is none of that id.
  package mutating func remove(_ id: PermissionGrant.ID) {
    if let grant = grants[id] { remove([grant]) }
  }

  /// Withdraws grants. That many of one client go at once costs less than to withdraw each alone.
  package mutating func remove(_ gone: [PermissionGrant]) {
    grantTable.remove(gone)
    for grant in gone { note(.grantRemoved(grant.id)) }
  }
}
