import Bytes

/// Groups and their members.
extension DirectoryState {
  /// The group of that alias or object id; ASCII case does not count. Nil when there is none.
  package func group(named name: String) -> Group? {
    if let id = Group.ID(name) { return groups[id] }
    return groupsByAlias[ASCII.lowercased(name)].flatMap { groups[$0] }
  }

  package var groupsInOrder: [Group] { groupIDs.compactMap { groups[$0] } }

  /// The groups that have this user or group as a direct member, in the order of the directory.
  package func groups(of member: Group.Member) -> [Group] {
    memberships.inOrder(memberships.groups(of: member)).compactMap { groups[$0] }
  }

  /// The same, and the groups that hold those groups, and so on. Each group comes once, in the order of the
  /// directory. Groups that contain each other do no harm.
  package func nestedGroups(of member: Group.Member) -> [Group] {
    var found: Set<Group.ID> = []
    var open = memberships.groups(of: member)
    while let group = open.popLast() {
      guard found.insert(group).inserted else { continue }
      open += memberships.groups(of: .group(group))
    }
    return memberships.inOrder(Array(found)).compactMap { groups[$0] }
  }

  /// The members of a group; with `isNested` also the members of the groups among them. Each member comes once.
  package func members(of group: Group, isNested: Bool) -> [Group.Member] {
    guard isNested else { return group.members }
    var found: [Group.Member] = []
    var seen: Set<Group.Member> = []
    var open = ArraySlice(group.members)
    while let member = open.popFirst() {
      guard seen.insert(member).inserted else { continue }
      found.append(member)
      if case .group(let id) = member { open += groups[id]?.members ?? [] }
    }
    return found
  }

  /// Changes a stored group; false when there is none of that id.
  @discardableResult
  package mutating func updateGroup(_ id: Group.ID, _ change: (inout Group) -> Void) -> Bool {
    guard var group = groups[id] else { return false }
    change(&group)
    put(group)
    return true
  }
}
