package import Bytes

extension SeededDirectory {
  /// A group that a scenario adds.
  package struct NewGroup: Sendable, Hashable {
    package var alias: String
    package var displayName: String
    package var tenant: Tenant.ID
    /// Nil: follows from the alias.
    package var id: GUID?

    package init(alias: String, displayName: String, tenant: Tenant.ID, id: GUID? = nil) {
      self.alias = alias
      self.displayName = displayName
      self.tenant = tenant
      self.id = id
    }
  }

  package mutating func add(_ new: NewGroup) {
    state.put(
      Group(
        id: Group.ID(new.id ?? derived("group", new.alias)), tenant: new.tenant, alias: new.alias,
        displayName: new.displayName, kind: .security, createdAt: createdAt))
  }

  package mutating func updateGroup(_ alias: String, _ change: (inout Group) -> Void) {
    guard let group = state.group(named: alias) else { return }
    state.updateGroup(group.id, change)
  }

  /// One of each sort; `staff` holds `engineers`, so that bob is in it through another group.
  mutating func addGroups() {
    add(1, "engineers", "Engineers", .security, "Who builds it.", ["bob"])
    add(
      2, "staff", "Contoso Staff", .security, "Everybody who works at Contoso.", ["alice", "admin"],
      groups: ["engineers"])
    add(3, "company", "All Company", .microsoft365, nil, ["alice", "bob", "admin"])
    add(4, "news", "Company News", .distribution, nil, ["alice", "guest"])
  }

  private mutating func add(
    _ number: UInt64, _ alias: String, _ name: String, _ kind: Group.Kind, _ details: String?, _ users: [String],
    groups: [String] = []
  ) {
    var group = Group(
      id: Group.ID(WellKnown.guid(0x9700_0000, 0, 0x4000, 0x8000_0000_0000_0000 + number)), tenant: Self.contoso,
      alias: alias, displayName: name, kind: kind, createdAt: createdAt)
    group.details = details
    group.members =
      users.compactMap { state.user(named: $0) }.map { .user($0.id) }
      + groups.compactMap { state.group(named: $0) }.map { .group($0.id) }
    state.put(group)
  }

  /// Gives the app to a group, as the default assignment that carries no role.
  package mutating func assign(group: String, toApplication alias: String) {
    guard let group = state.group(named: group), let application = state.application(named: alias),
      let principal = state.servicePrincipal(of: application.id, in: group.tenant)
    else { return }
    state.put(
      RoleAssignment(
        id: Identifier(derived("assignment", "\(group.id)/\(principal.id)")), principal: .group(group.id),
        resource: principal.id, role: nil))
  }

  /// Which memberships and optional claims the tokens of an app state; nil leaves what there is.
  package mutating func setClaims(
    _ memberships: GroupMembershipClaims?, _ optional: OptionalClaims?, ofApplication alias: String
  ) {
    guard var application = state.application(named: alias) else { return }
    if let memberships { application.groupMembershipClaims = memberships }
    if let optional { application.optionalClaims = optional }
    state.put(application)
  }
}
