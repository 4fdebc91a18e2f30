/// Single objects that Graph and the control API change one by one: users that a caller has written down whole, and grants of delegated
/// permissions.
extension DirectoryEditor {
  /// Adds a user with every property that the caller has given it.
  package mutating func add(_ user: User) { state.put(user) }

  /// The grant of that id.
  package func grant(_ id: PermissionGrant.ID) throws(NoSuchObject) -> PermissionGrant {
    guard let grant = state.grants[id] else { throw NoSuchObject(kind: "grant", id: id.guid) }
    return grant
  }

  /// Adds a grant unless there is one for the same client, resource and principal. Returns whether it was added.
  package mutating func addIfNew(_ grant: PermissionGrant) -> Bool {
    let isNew = !state.grants(ofClient: grant.client)
      .contains { $0.resource == grant.resource && $0.principal == grant.principal }
    if isNew { state.put(grant) }
    return isNew
  }

  /// Changes a grant where it stands; its client, resource and principal stay the same.
  package mutating func update(
    _ id: PermissionGrant.ID, _ change: (inout PermissionGrant) -> Void
  ) throws(NoSuchObject) {
    var grant = try grant(id)
    change(&grant)
    state.put(grant)
  }

  /// Withdraws a grant. The permissions stay on the static list of the app.
  package mutating func remove(_ id: PermissionGrant.ID) throws(NoSuchObject) {
    _ = try grant(id)
    state.remove(id)
  }
}
