import Bytes
import Crypto

/// The permissions that apps hold: delegated permissions (scopes), which users and administrators grant, and
/// application permissions (app roles), which administrators grant.
extension DirectoryEditor {
  /// Grants delegated permissions to a client and adds them to those that it holds. A user grants them in the user's
  /// tenant. An administrator (nil) grants them for all users, in every tenant that has the client. A resource that
  /// the tenant does not have is left out.
  package mutating func grantScopes(
    _ access: [RequiredAccess], to client: Application.ID, by user: User.ID?
  ) throws(NoSuchObject) {
    _ = try application(client)
    let home = try user.map { id throws(NoSuchObject) in try self.user(id).tenant }
    for principal in state.servicePrincipals(of: client) where home == nil || principal.tenant == home {
      for access in access where !access.scopes.isEmpty {
        guard let resource = state.servicePrincipal(of: access.resource, in: principal.tenant) else { continue }
        merge(access.scopes, of: resource, to: principal, by: user)
      }
    }
  }

  /// Grants permissions as an administrator of every tenant that has the app: scopes for all users, and app roles to
  /// the app itself.
  package mutating func grant(_ access: [RequiredAccess], to client: Application.ID) throws(NoSuchObject) {
    try grantScopes(access, to: client, by: nil)
    for principal in state.servicePrincipals(of: client) {
      for access in access {
        guard let resource = state.servicePrincipal(of: access.resource, in: principal.tenant) else { continue }
        assign(access.roles, of: resource, to: principal)
      }
    }
  }

  /// Grants in one tenant the permissions that a scenario lists. An app or API that the tenant does not have comes in
  /// with the grant.
  package mutating func grant(_ new: NewConsent) throws(NoSuchObject) {
    _ = try application(new.client)
    _ = try tenant(new.tenant)
    let client = principal(of: new.client, in: new.tenant)
    for access in new.access {
      let resource = principal(of: access.resource, in: new.tenant)
      if !access.scopes.isEmpty { merge(access.scopes, of: resource, to: client, by: new.user) }
      assign(access.roles, of: resource, to: client)
    }
  }

  /// Consents, as an administrator, to exactly the static list of an app. The grant on each resource of the list then
  /// has the scopes of the list and no others. The roles of the list are granted in the app's own tenant, and to a daemon that other tenants
  /// may use in each of them.
  package mutating func grantStaticList(of id: Application.ID) throws(NoSuchObject) {
    let client = try application(id)
    grantListedScopes(of: client)
    for access in client.requiredAccess where !access.roles.isEmpty {
      assign(access.roles, of: access.resource, toApplication: id)
    }
    guard client.redirectURIs.isEmpty, client.audience.admitsOtherTenants else { return }
    for tenant in state.tenantsInOrder where tenant.kind.isOrganization && tenant.id != client.tenant {
      let principal = principal(of: id, in: tenant.id)
      for access in client.requiredAccess where !access.roles.isEmpty {
        guard let resource = state.servicePrincipal(of: access.resource, in: tenant.id) else { continue }
        assign(access.roles, of: resource, to: principal)
      }
    }
  }

  /// Grants, for all users and in every tenant that has the app, the scopes of its static list. Other scopes on the
  /// same resources are withdrawn.
  mutating func grantListedScopes(of client: Application) {
    for tenant in state.tenantsInOrder { grantListedScopes(of: client, in: tenant.id) }
  }

  /// Grants, for all users of one tenant, the scopes of the client's static list. Nothing happens when the tenant does not have the client.
  mutating func grantListedScopes(of client: Application, in tenant: Tenant.ID) {
    guard let principal = state.servicePrincipal(of: client.id, in: tenant) else { return }
    for access in client.requiredAccess where !access.scopes.isEmpty {
      guard let resource = state.servicePrincipal(of: access.resource, in: tenant) else { continue }
      state.settle(principal)
      state.settle(resource)
      state.put(
        PermissionGrant(
          id: newID("grant", "\(principal.id)/\(resource.id)"), client: principal.id, principal: .everyone,
          resource: resource.id, scopes: access.scopes))
    }
  }

  /// Gives an app roles of an API in the app's own tenant. Nothing happens unless that tenant has both.
  mutating func assign(_ roles: [String], of resource: Application.ID, toApplication client: Application.ID) {
    let tenant = state.applications[client]?.tenant ?? homeTenant
    guard let client = state.servicePrincipal(of: client, in: tenant),
      let resource = state.servicePrincipal(of: resource, in: tenant)
    else { return }
    assign(roles, of: resource, to: client)
  }

  /// Withdraws delegated permissions from a client: the grants of one user, or all of them (nil). Returns how many
  /// grants there were.
  @discardableResult
  package mutating func withdrawGrants(from client: Application.ID, of user: User.ID?) throws(NoSuchObject) -> Int {
    _ = try application(client)
    var count = 0
    for principal in state.servicePrincipals(of: client) {
      let gone = state.grants(ofClient: principal.id)
        .filter { grant in user.map { grant.principal == .user($0) } ?? true }
      state.remove(gone)
      count += gone.count
    }
    return count
  }

  /// Withdraws everything from an app: scopes that users and administrators granted, and its own app roles. Returns how
  /// many grants and assignments there were.
  @discardableResult
  package mutating func withdrawEverything(from client: Application.ID) throws(NoSuchObject) -> Int {
    var count = try withdrawGrants(from: client, of: nil)
    for principal in state.servicePrincipals(of: client) {
      let assignments = state.assignments(ofClient: principal.id)
      state.remove(assignments)
      count += assignments.count
    }
    return count
  }

  /// Adds permissions to the app's static list. It grants nothing.
  package mutating func addPermissions(_ access: [RequiredAccess], to client: Application.ID) throws(NoSuchObject) {
    try update(client) { application in
      for access in access { application.requiredAccess.add(access) }
    }
  }

  /// Removes permissions from the app's static list. Permissions that were granted stay granted.
  package mutating func removePermissions(_ access: [RequiredAccess], of client: Application.ID) throws(NoSuchObject) {
    try update(client) { application in
      for index in application.requiredAccess.indices {
        for gone in access where gone.resource == application.requiredAccess[index].resource {
          let (scopes, roles) = (SeenWords(gone.scopes), SeenWords(gone.roles))
          application.requiredAccess[index].scopes.removeAll(where: scopes.contains)
          application.requiredAccess[index].roles.removeAll(where: roles.contains)
        }
      }
      application.requiredAccess.removeAll { $0.scopes.isEmpty && $0.roles.isEmpty }
    }
  }

  /// Withdraws permissions from an app in every tenant, those of users and those of administrators.
  package mutating func withdraw(_ access: [RequiredAccess], from client: Application.ID) throws(NoSuchObject) {
    _ = try application(client)
    for principal in state.servicePrincipals(of: client) {
      for gone in access {
        guard let resource = state.servicePrincipal(of: gone.resource, in: principal.tenant) else { continue }
        let (scopes, roles) = (SeenWords(gone.scopes), SeenWords(gone.roles))
        var empty: [PermissionGrant] = []
        for var grant in state.grants(ofClient: principal.id) where grant.resource == resource.id {
          grant.scopes.removeAll(where: scopes.contains)
          if grant.scopes.isEmpty { empty.append(grant) } else { state.put(grant) }
        }
        state.remove(empty)
        state.remove(
          state.assignments(of: .client(principal.id), on: resource.id).filter { $0.role.map(roles.contains) ?? false })
      }
    }
  }

  // MARK: Single grants

  private mutating func merge(
    _ scopes: [String], of resource: ServicePrincipal, to client: ServicePrincipal, by user: User.ID?
  ) {
    state.settle(resource)
    state.settle(client)
    let path = "\(client.id)/\(resource.id)" + (user.map { "/\($0)" } ?? "")
    state.merge(
      PermissionGrant(
        id: newID("grant", path), client: client.id, principal: user.map { .user($0) } ?? .everyone,
        resource: resource.id, scopes: scopes))
  }

  /// Gives a client roles of an API, without those that it has.
  mutating func assign(_ roles: [String], of resource: ServicePrincipal, to client: ServicePrincipal) {
    let principal = RoleAssignment.Principal.client(client.id)
    var held = HeldRoles()
    for role in roles where held.insert(role, of: principal, on: resource.id, in: state) {
      state.settle(resource)
      state.settle(client)
      state.put(
        RoleAssignment(
          id: newID("assignment", "\(client.id)/\(resource.id)/\(role)"), principal: principal, resource: resource.id,
          role: role))
    }
  }
}

extension [RequiredAccess] {
  /// Adds the permissions to the entry for the same API, each once, or appends a new entry.
  package mutating func add(_ access: RequiredAccess) {
    guard let index = firstIndex(where: { $0.resource == access.resource }) else { return append(access) }
    let (scopes, roles) = (SeenWords(self[index].scopes), SeenWords(self[index].roles))
    self[index].scopes += access.scopes.filter { !scopes.contains($0) }
    self[index].roles += access.roles.filter { !roles.contains($0) }
  }
}
