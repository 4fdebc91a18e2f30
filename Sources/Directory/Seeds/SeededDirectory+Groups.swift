extension SeededDirectory {
  /// One group of each kind but mail-enabled security. `staff` holds `engineers`, so bob is a nested member of it.
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
      alias: alias, displayName: name, kind: kind, createdAt: editor.now)
    group.details = details
    group.members =
      users.compactMap { state.user(named: $0) }.map { .user($0.id) }
      + groups.compactMap { state.group(named: $0) }.map { .group($0.id) }
    editor.state.put(group)
  }
}
