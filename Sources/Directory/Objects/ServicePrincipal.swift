/// An app as one tenant sees it (Microsoft: "Application and service principal objects").
package struct ServicePrincipal: Sendable, Hashable, Codable {
  package typealias ID = Identifier<ServicePrincipal>

  package var id: ID
  package var tenant: Tenant.ID
  package var application: Application.ID
  package var isEnabled = true
  /// Only users and apps that hold an assignment may use it ("Assignment required?").
  package var requiresAssignment = false

  package init(id: ID, tenant: Tenant.ID, application: Application.ID) {
    self.id = id
    self.tenant = tenant
    self.application = application
  }
}

/// Delegated permissions granted to a client on a resource: Graph's `oauth2PermissionGrant`. At most one per client, kind,
/// principal and resource; consenting again merges the values.
package struct PermissionGrant: Sendable, Hashable, Codable {
  package typealias ID = Identifier<PermissionGrant>

  /// For whom the grant holds (`consentType` and `principalId`).
  package enum Principal: Sendable, Hashable, Codable {
    /// `AllPrincipals`: an administrator consented for everybody in the tenant.
    case everyone
    /// `Principal`: one user.
    case user(User.ID)
  }

  package var id: ID
  /// The client's service principal.
  package var client: ServicePrincipal.ID
  package var principal: Principal
  /// The resource's service principal.
  package var resource: ServicePrincipal.ID
  package var scopes: [String]

  package init(
    id: ID, client: ServicePrincipal.ID, principal: Principal, resource: ServicePrincipal.ID, scopes: [String]
  ) {
    self.id = id
    self.client = client
    self.principal = principal
    self.resource = resource
    self.scopes = scopes
  }
}

/// A role of a resource given to a user, a group or a client app (Graph's `appRoleAssignment`).
package struct RoleAssignment: Sendable, Hashable, Codable {
  package typealias ID = Identifier<RoleAssignment>

  package enum Principal: Sendable, Hashable, Codable {
    case user(User.ID)
    case group(Group.ID)
    case client(ServicePrincipal.ID)
  }

  package var id: ID
  package var principal: Principal
  package var resource: ServicePrincipal.ID
  /// The role's value, or nil for the default assignment that carries no role.
  package var role: String?

  package init(id: ID, principal: Principal, resource: ServicePrincipal.ID, role: String?) {
    self.id = id
    self.principal = principal
    self.resource = resource
    self.role = role
  }
}
