/// Changes to single objects by Graph and by the control API: users with all their properties, and grants of
/// delegated permissions.
extension DirectoryEditor {
  /// Stores a user with every property that the caller has set.
  package mutating func add(_ user: User) { state.put(user) }

  /// The grant of that id.
  /// - Throws: `NoSuchObject` when there is none.
  package func grant(_ id: PermissionGrant.ID) throws(NoSuchObject) -> PermissionGrant {
    guard let grant = state.grants[id] else { throw NoSuchObject(kind: "grant", id: id.guid) }
    return grant
  }

  /// Adds a grant unless there is one for the same client, resource and principal. Returns whether the grant is new.
  package mutating func addIfNew(_ grant: PermissionGrant) -> Bool {
    guard state.twin(of: grant) == nil else { return false }
    state.put(grant)
    return true
  }

  /// Changes a stored grant. The change must leave client, resource and principal as they are.
  package mutating func update(
    _ id: PermissionGrant.ID, _ change: (inout PermissionGrant) -> Void
  ) throws(NoSuchObject) {
    var grant = try grant(id)
    change(&grant)
    state.put(grant)
  }

  /// Withdraws a grant. The app's static list stays as it is.
  package mutating func remove(_ id: PermissionGrant.ID) throws(NoSuchObject) {
    _ = try grant(id)
    state.remove(id)
  }
}
