package import Time

/// A group of users and of other groups (Microsoft: "Working with groups in Microsoft Graph").
package struct Group: Sendable, Hashable, Codable {
  package typealias ID = Identifier<Group>

  /// The four kinds of group. The kind decides whether a group gives access (security), gets mail, or both.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// A security group: it gives access and gets no mail.
    case security
    /// A Microsoft 365 group: it has mail and is not a security group (Graph: `groupTypes` holds `Unified`).
    case microsoft365
    /// A security group with a mail address: it gives access and gets mail.
    case mailEnabledSecurity
    /// A distribution list: it gets mail and gives no access, so claims of security groups leave it out.
    case distribution

    /// Graph's `securityEnabled`.
    package var isSecurityEnabled: Bool { self == .security || self == .mailEnabledSecurity }
    /// Graph's `mailEnabled`.
    package var isMailEnabled: Bool { self != .security }
  }

  /// A direct member. Service principals cannot be members here.
  package enum Member: Sendable, Hashable, Codable {
    case user(User.ID)
    case group(Group.ID)
  }

  package var id: ID
  package var tenant: Tenant.ID
  /// The short name that people type for the group, such as `engineers`. It is the group's mail nickname too.
  package var alias: String
  package var displayName: String
  /// The description in Graph; nil when the group has none.
  package var details: String?
  package var kind: Kind
  /// Users and groups of the same tenant, in the order in which they joined.
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
