package import Time

/// A user's request that an administrator consent to an app (Microsoft: "Configure the admin consent workflow"). A
/// user has at most one for each app; a second request replaces the first.
package struct ConsentRequest: Sendable, Hashable, Codable {
  package typealias ID = Identifier<ConsentRequest>

  /// Whether an administrator has answered the request.
  package enum Status: String, Sendable, Codable {
    case pending
    /// An administrator has consented for the whole tenant.
    case completed
  }

  package var id: ID
  package var tenant: Tenant.ID
  package var user: User.ID
  package var client: Application.ID
  /// The values of the permissions that the consent page listed, such as `User.Read.All`.
  package var scopes: [String]
  /// The user's own words to the administrator; may be empty.
  package var justification: String
  package var requestedAt: UnixTime
  package var status = Status.pending

  package init(
    id: ID, tenant: Tenant.ID, user: User.ID, client: Application.ID, scopes: [String], justification: String,
    requestedAt: UnixTime
  ) {
    self.id = id
    self.tenant = tenant
    self.user = user
    self.client = client
    self.scopes = scopes
    self.justification = justification
    self.requestedAt = requestedAt
  }
}
