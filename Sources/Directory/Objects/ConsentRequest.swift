package import Time

/// A user's plea that an administrator grant an app what it asks for (Microsoft: "Configure the admin consent workflow"). A user
/// has one for an app at most; asking again renews it.
package struct ConsentRequest: Sendable, Hashable, Codable {
  package typealias ID = Identifier<ConsentRequest>

  package enum Status: String, Sendable, Codable {
    case pending
    /// An administrator has consented for everybody.
    case completed
  }

  package var id: ID
  package var tenant: Tenant.ID
  package var user: User.ID
  package var client: Application.ID
  /// The permissions that were on the page, by value.
  package var scopes: [String]
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
