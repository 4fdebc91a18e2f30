/// Who is given an app, and with which of its roles.
extension DirectoryEditor {
  /// Gives the app to a user or a group, with a role of the app or, for nil, with the default assignment that carries no
  /// role. A second call changes nothing.
  /// - Throws: `NoSuchObject` when there is no such user or group, or when its tenant does not have the app.
  package mutating func assign(
    _ holder: Group.Member, to id: Application.ID, role: String? = nil
  ) throws(NoSuchObject) {
    var held = HeldRoles()
    try assign(holder, to: id, role: role, beside: &held)
  }

  /// The same for the next one of many: `held` knows the roles that the holders of those before have.
  package mutating func assign(
    _ holder: Group.Member, to id: Application.ID, role: String?, beside held: inout HeldRoles
  ) throws(NoSuchObject) {
    let (tenant, guid, principal): (Tenant.ID, String, RoleAssignment.Principal) =
      switch holder {
      case .user(let user): (try self.user(user).tenant, "\(user)", .user(user))
      case .group(let group): (try self.group(group).tenant, "\(group)", .group(group))
      case .client(let client): throw NoSuchObject(kind: "user or group", id: client.guid)
      }
    guard let app = state.servicePrincipal(of: id, in: tenant) else {
      throw NoSuchObject(kind: "service principal of app", id: id.guid)
    }
    guard held.insert(role, of: principal, on: app.id, in: state) else { return }
    state.settle(app)
    let path = "\(guid)/\(app.id)" + (role.map { "/\($0)" } ?? "")
    state.put(
      RoleAssignment(id: newID("assignment", path), principal: principal, resource: app.id, role: role))
  }

  /// Removes assignments of the holders that the caller means, in every tenant: the default ones, which carry no role,
  /// or all that carry one.
  package mutating func unassign(
    _ id: Application.ID, withRoles: Bool = false, where isMeant: (RoleAssignment.Principal) -> Bool
  ) throws(NoSuchObject) {
    _ = try application(id)
    for principal in state.servicePrincipals(of: id) {
      state.remove(
        state.assignments(on: principal.id).filter { ($0.role != nil) == withRoles && isMeant($0.principal) })
    }
  }

  /// Gives a role of an API to a client app, in every tenant that has both.
  package mutating func assign(
    _ role: String, of resource: Application.ID, toClient client: Application.ID
  ) throws(NoSuchObject) {
    _ = try application(client)
    for principal in state.servicePrincipals(of: client) {
      guard let resource = state.servicePrincipal(of: resource, in: principal.tenant) else { continue }
      assign([role], of: resource, to: principal)
    }
  }
}
