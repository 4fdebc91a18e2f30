package import Directory

/// The objects that the claims of one token may speak of.
package struct ClaimsFacts: Sendable {
  /// An app, and its service principal in the tenant of the token.
  package struct Party: Sendable {
    package let application: Application
    /// Nil: the tenant does not have the app.
    package let principal: ServicePrincipal.ID?

    package init(_ application: Application, principal: ServicePrincipal.ID?) {
      self.application = application
      self.principal = principal
    }
  }

  package let kind: TokenKind
  package let tenant: Tenant
  /// Nil: the client acts for itself.
  package let user: User?
  /// Values of the app roles that the user, or the client itself, holds on the audience.
  package let roles: [String]
  /// The groups that the token lists, and what a filter has done to them. None where they are too many.
  package let memberships: StatedMemberships
  package let client: Party
  /// The API of an access token; for an id_token the client.
  package let resource: Party

  package init(
    kind: TokenKind, tenant: Tenant, user: User?, roles: [String], memberships: StatedMemberships = StatedMemberships(),
    client: Party, resource: Party
  ) {
    self.kind = kind
    self.tenant = tenant
    self.user = user
    self.roles = roles
    self.memberships = memberships
    self.client = client
    self.resource = kind == .idToken ? client : resource
  }

  /// The app that reads the token. Its registration decides about the claims.
  package var audience: Party { resource }
}
