package import Time

/// A group of users and of other groups (Microsoft: "Working with groups in Microsoft Graph").
package struct Group: Sendable, Hashable, Codable {
  package typealias ID = Identifier<Group>

  /// What a group is good for: to let its members in, to send them mail, or both.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    case security
    case microsoft365
    case mailEnabledSecurity
    case distribution

    package var isSecurityEnabled: Bool { self == .security || self == .mailEnabledSecurity }
    package var isMailEnabled: Bool { self != .security }
  }

  package enum Member: Sendable, Hashable, Codable {
    case user(User.ID)
    case group(Group.ID)
  }

  package var id: ID
  package var tenant: Tenant.ID
  /// What a person types for it: `engineers`. Also its mail nickname.
  package var alias: String
  package var displayName: String
  package var details: String?
  package var kind: Kind
  /// Objects of the same tenant, in the order they came in.
  package var members: [Member] = []
  package var createdAt: UnixTime

  package init(id: ID, tenant: Tenant.ID, alias: String, displayName: String, kind: Kind, createdAt: UnixTime) {
    self.id = id
    self.tenant = tenant
    self.alias = alias
    self.displayName = displayName
    self.kind = kind
    self.createdAt = createdAt
  }
}
