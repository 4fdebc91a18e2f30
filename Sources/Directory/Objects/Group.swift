package import Time

/// A group of users and of other groups (Microsoft: "Working with groups in Microsoft Graph").
package struct Group: PropertyHolder, Hashable, Codable {
  package typealias ID = Identifier<Group>

  /// The kinds of group. The kind decides whether a group gives access (security), gets mail, or both.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// A security group: it gives access and gets no mail.
    case security
    /// A Microsoft 365 group: it has mail and is not a security group (Graph: `groupTypes` holds `Unified`).
    case microsoft365
    /// A security group with a mail address: it gives access and gets mail.
    case mailEnabledSecurity
    /// A distribution list: it gets mail and gives no access, so claims of security groups leave it out.
    case distribution

    /// Graph's `securityEnabled`, unless the group says otherwise.
    package var isSecurityEnabled: Bool { self == .security || self == .mailEnabledSecurity }
    /// Graph's `mailEnabled`.
    package var isMailEnabled: Bool { self != .security }
  }

  /// A direct member, or an owner.
  package enum Member: Sendable, Hashable, Codable {
    case user(User.ID)
    case group(Group.ID)
    /// The service principal that the group's tenant has of an app.
    case client(Application.ID)
  }

  package var id: ID
  package var tenant: Tenant.ID
  /// The short name that people type for the group, such as `engineers`. It is the group's mail nickname too.
  package var alias: String
  package var displayName: String
  /// The description in Graph; nil when the group has none.
  package var details: String?
  package var kind: Kind { didSet { if kind != .microsoft365 { givesAccess = nil } } }
  /// Of a Microsoft 365 group: whether it is a security group too. Nil counts as false.
  private var givesAccess: Bool?
  /// Users and groups of the same tenant, in the order in which they joined.
  package var members: [Member] = []
  /// Kept as nil when there is none, as in stores that are older than owners.
  private var listedOwners: [User.ID]?
  /// The apps whose service principals look after the group. Nil means none.
  package var owningApps: [Application.ID]?
  /// Kept as nil when there is none, as in stores that are older than plain properties.
  private var plain: PlainProperties?
  package var createdAt: UnixTime

  package init(id: ID, tenant: Tenant.ID, alias: String, displayName: String, kind: Kind, createdAt: UnixTime) {
    self.id = id
    self.tenant = tenant
    self.alias = alias
    self.displayName = displayName
    self.kind = kind
    self.createdAt = createdAt
  }

  /// The users who look after the group. They are no members by that.
  package var owners: [User.ID] {
    get { listedOwners ?? [] }
    set { listedOwners = newValue.isEmpty ? nil : newValue }
  }

  /// The properties that decide nothing, such as the classification.
  package var properties: PlainProperties {
    get { plain ?? PlainProperties() }
    set { plain = newValue.isEmpty ? nil : newValue }
  }

  /// Graph's `securityEnabled`: whether the group gives access.
  package var isSecurityEnabled: Bool { kind.isSecurityEnabled || givesAccess == true }
  /// Graph's `groupTypes`.
  package var types: [String] { (isDynamic ? ["DynamicMembership"] : []) + (isUnified ? ["Unified"] : []) }
  /// Whether it is a Microsoft 365 group.
  package var isUnified: Bool { kind == .microsoft365 }

  /// Makes it the kind of group with these properties. A Microsoft 365 group always has mail, and a group without mail always gives
  /// access.
  package mutating func become(unified: Bool, mail: Bool, security: Bool) {
    kind = unified ? .microsoft365 : !mail ? .security : security ? .mailEnabledSecurity : .distribution
    if unified { givesAccess = security ? true : nil }
  }

  /// Whether a rule says who the members are. The server keeps the rule and does not carry it out.
  package var isDynamic: Bool { properties["membershipRule"] != nil }
}
