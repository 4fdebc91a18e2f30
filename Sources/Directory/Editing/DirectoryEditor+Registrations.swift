import Bytes
import Crypto

/// App registrations and service principals as an administrator makes them, one by one: a registration comes without a service
/// principal.
extension DirectoryEditor {
  /// A registration with nothing in it. Its short name is like `name`, and its access tokens have version 1, as Graph's have
  /// that nobody says more of.
  package func newRegistration(_ id: Application.ID, like name: String, in tenant: Tenant.ID) -> Application {
    var application = Application(
      id: id, objectID: Identifier(SeededDirectory.derived("object", "\(id)")),
      alias: state.freeApplicationAlias(like: name), displayName: name, tenant: tenant, createdAt: now)
    application.accessTokenVersion = 1
    return application
  }

  /// Stores a new registration. No tenant has a service principal of it yet.
  package mutating func register(_ application: Application) { state.put(application) }

  /// Stores a changed registration. Assignments of a role follow the role when its value changes, and go when the role goes; the same
  /// of scopes that were granted. A new audience also gives the tenant of personal accounts its service principal.
  /// - Throws: `NoSuchObject` when there is no app of that client id.
  package mutating func replace(_ application: Application) throws(NoSuchObject) {
    let old = try self.application(application.id)
    state.put(application)
    if old.appRoles != application.appRoles { moveAssignments(from: old, to: application) }
    if old.permissions != application.permissions { moveGrants(from: old, to: application) }
    if old.audience != application.audience, application.audience.admitsPersonalAccounts,
      state.tenants[WellKnown.personalTenant] != nil
    {
      _ = principal(of: application.id, in: WellKnown.personalTenant)
    }
  }

  private mutating func moveAssignments(from old: Application, to new: Application) {
    let values = Dictionary(new.appRoles.map { ($0.id, $0.assignedName) }) { first, _ in first }
    for role in old.appRoles where values[role.id] != role.assignedName {
      for principal in state.servicePrincipals(of: new.id) {
        let held = state.assignments(on: principal.id).filter { $0.role == role.assignedName }
        state.remove(held)
        guard let value = values[role.id] else { continue }
        for var assignment in held {
          assignment.role = value
          state.put(assignment)
        }
      }
    }
  }

  private mutating func moveGrants(from old: Application, to new: Application) {
    let values = Dictionary(new.permissions.map { ($0.id, $0.value) }) { first, _ in first }
    for scope in old.permissions where values[scope.id] != scope.value {
      let value = values[scope.id]
      for principal in state.servicePrincipals(of: new.id) {
        for var grant in state.grants(onResource: principal.id) where grant.scopes.contains(scope.value) {
          grant.scopes = grant.scopes.compactMap { $0 == scope.value ? value : $0 }
          state.put(grant)
        }
      }
    }
  }

  /// Deletes a registration and the service principal of its own tenant. Both can be restored; service principals of other tenants go
  /// for good.
  /// - Throws: `NoSuchObject` also for an app of Microsoft's that the directory does not store.
  package mutating func delete(_ id: Application.ID) throws(NoSuchObject) {
    let application = try application(id)
    let own = application.tenant.flatMap { state.servicePrincipal(of: id, in: $0) }
    try remove(id)
    state.keep(DeletedObject(.application(application), at: now))
    if let own { state.keep(DeletedObject(.principal(own), at: now)) }
  }

  /// The service principal of that id.
  /// - Throws: `NoSuchObject` when the directory stores none.
  package func servicePrincipal(_ id: ServicePrincipal.ID) throws(NoSuchObject) -> ServicePrincipal {
    guard let principal = state.servicePrincipals[id] else {
      throw NoSuchObject(kind: "service principal", id: id.guid)
    }
    return principal
  }

  /// Deletes a service principal with all that it holds and that was given on it. It can be restored without these.
  /// - Throws: `NoSuchObject` when the directory stores none of that id.
  package mutating func delete(_ id: ServicePrincipal.ID) throws(NoSuchObject) {
    let principal = try servicePrincipal(id)
    state.remove(id)
    state.keep(DeletedObject(.principal(principal), at: now))
  }

  /// Brings a deleted object back. An app brings its service principal with it.
  /// - Throws: `NoSuchObject` when there is no such object, or when its app is not there.
  package mutating func restore(_ object: DeletedObject) throws(NoSuchObject) {
    state.forgetDeleted(object.id)
    switch object.content {
    case .application(let application):
      state.put(application)
      let own = state.deleted.values.first {
        guard case .principal(let principal) = $0.content else { return false }
        return principal.application == application.id && principal.tenant == application.tenant
      }
      if let own { try restore(own) }
    case .principal(let principal):
      _ = try application(principal.application)
      state.put(principal)
    case .group(let group): state.put(group)
    }
  }
}
