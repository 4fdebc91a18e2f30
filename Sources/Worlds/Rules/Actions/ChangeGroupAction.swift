package import Directory

/// Changes the properties, the members and the owners of a group, all of them or, when one change fails, none (Graph:
/// `PATCH /groups/{id}`, and `$ref` of members and owners).
package struct ChangeGroupAction: WorldAction {
  /// The group that changes.
  package let group: ObjectName<Group>
  /// The properties that change.
  package var settings = GroupSettings()
  /// Users and groups of the same tenant. One that is a member already stays where it is.
  package var newMembers: [Group.Member] = []
  /// Those who leave; one that is not a member is passed over.
  package var formerMembers: [Group.Member] = []
  /// The users and apps that look after the group from now on, behind those that do.
  package var newOwners: [Group.Member] = []
  /// Those that no longer look after it. The action takes the last one too; Graph's call refuses that.
  package var formerOwners: [Group.Member] = []

  /// Changes nothing, until a member of this value says what.
  package init(_ group: ObjectName<Group>) { self.group = group }

  package var summary: String { "change group '\(group)'" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      try editor.update(editor.state.existingGroup(group).id) { group in
        settings.apply(to: &group)
        group.members.removeAll(where: Set(formerMembers).contains)
        group.members += newMembers.filter { !group.members.contains($0) }
        let rest = group.allOwners.filter { !formerOwners.contains($0) }
        group.allOwners = rest + newOwners.filter { !rest.contains($0) }
      }
    }
  }
}
