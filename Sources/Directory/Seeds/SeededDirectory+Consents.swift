import Bytes

/// Single consents that a scenario gives, beside those of whole apps.
extension SeededDirectory {
  /// Something that was granted to an app in one tenant. Names are aliases.
  package struct NewConsent: Sendable, Hashable {
    package var client: String
    package var tenant: String
    /// Who granted it; nil: an administrator, for everybody.
    package var user: String?
    /// Scopes that the app has for its users, and roles that it holds itself.
    package var access: [RequiredAccess]

    package init(client: String, tenant: String, user: String?, access: [RequiredAccess]) {
      self.client = client
      self.tenant = tenant
      self.user = user
      self.access = access
    }
  }

  /// Grants beside what is granted already. An app that the tenant does not have yet comes in by it.
  package mutating func grant(_ new: NewConsent) {
    guard let application = state.application(named: new.client), let tenant = state.tenant(named: new.tenant) else {
      return
    }
    let user = new.user.flatMap { state.user(named: $0)?.id }
    let client = principal(of: application.id, in: tenant.id)
    for access in new.access {
      let resource = principal(of: access.resource, in: tenant.id)
      if !access.scopes.isEmpty {
        let name = "\(client.id)/\(resource.id)" + (user.map { "/\($0)" } ?? "")
        state.merge(
          PermissionGrant(
            id: Identifier(derived("grant", name)), client: client.id,
            principal: user.map { .user($0) } ?? .everyone, resource: resource.id, scopes: access.scopes))
      }
      for role in access.roles {
        state.put(
          RoleAssignment(
            id: Identifier(derived("assignment", "\(client.id)/\(resource.id)/\(role)")),
            principal: .client(client.id), resource: resource.id, role: role))
      }
    }
  }

  private mutating func principal(of application: Application.ID, in tenant: Tenant.ID) -> ServicePrincipal {
    state.ensureServicePrincipal(
      of: application, in: tenant, id: derived("principal", "\(tenant)/\(application)"))
  }

  /// Takes a group away, and out of what it is in.
  package mutating func removeGroup(_ alias: String) {
    guard let group = state.group(named: alias) else { return }
    state.remove(group.id)
  }
}
