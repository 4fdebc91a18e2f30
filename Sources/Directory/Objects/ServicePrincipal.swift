package import Time

/// The object that stands for an app in one tenant (Microsoft: "Application and service principal objects"). Grants
/// and assignments in a tenant refer to it, not to the app registration.
package struct ServicePrincipal: PropertyHolder, Hashable, Codable {
  package typealias ID = Identifier<ServicePrincipal>

  /// The object id: `oid` of the tokens that the app gets for itself.
  package var id: ID
  /// The tenant that has the app, not the tenant that owns its registration.
  package var tenant: Tenant.ID
  package var application: Application.ID
  /// False: the tenant's administrator has disabled the app, and every sign-in to it in this tenant fails.
  package var isEnabled = true
  /// Whether only users and apps that hold an assignment may get tokens ("Assignment required?").
  package var requiresAssignment = false
  /// The users who own the service principal. Nil: the owners are those of the registration.
  package var owners: [User.ID]?
  /// The apps whose service principals own it. Nil means none.
  package var owningApps: [Application.ID]?
  /// Nil when there is none, as in stores that are older than the properties of service principals.
  private var plain: PlainProperties?

  package init(id: ID, tenant: Tenant.ID, application: Application.ID) {
    self.id = id
    self.tenant = tenant
    self.application = application
  }

  /// The properties of the tenant's own, such as the tags. They decide nothing.
  package var properties: PlainProperties {
    get { plain ?? PlainProperties() }
    set { plain = newValue.isEmpty ? nil : newValue }
  }
}

/// Delegated permissions that a client holds on a resource (Graph: `oauth2PermissionGrant`). There is at most one for
/// each client, principal and resource; a new consent adds its values to it.
package struct PermissionGrant: Sendable, Hashable, Codable {
  package typealias ID = Identifier<PermissionGrant>

  /// The user or users that the grant is valid for (`consentType` and `principalId`).
  package enum Principal: Sendable, Hashable, Codable {
    /// `AllPrincipals`: an administrator consented for every user of the tenant.
    case everyone
    /// `Principal`: this user consented, or an administrator for this user.
    case user(User.ID)
  }

  package var id: ID
  /// The client's service principal.
  package var client: ServicePrincipal.ID
  package var principal: Principal
  /// The resource's service principal.
  package var resource: ServicePrincipal.ID
  /// Values such as `User.Read`, in the order in which they were granted.
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

/// An app role, or the default assignment without a role, that a user, a group or a client app holds on a resource
/// (Graph: `appRoleAssignment`).
package struct RoleAssignment: Sendable, Hashable, Codable {
  package typealias ID = Identifier<RoleAssignment>

  /// The holder of the role.
  package enum Principal: Sendable, Hashable, Codable {
    case user(User.ID)
    case group(Group.ID)
    /// A client app that acts for itself; `roles` of its app-only tokens list the role.
    case client(ServicePrincipal.ID)
  }

  package var id: ID
  package var principal: Principal
  /// The service principal of the API or app that defines the role.
  package var resource: ServicePrincipal.ID
  /// The value of the role, such as `Orders.Process`. Nil for the default assignment, which carries no role and only
  /// gives access.
  package var role: String?
  /// When the role was given. Nil when the directory does not know it.
  package var createdAt: UnixTime?

  package init(
    id: ID, principal: Principal, resource: ServicePrincipal.ID, role: String?, createdAt: UnixTime? = nil
  ) {
    self.createdAt = createdAt
    self.id = id
    self.principal = principal
    self.resource = resource
    self.role = role
  }
}
