package import Directory

/// Removes a group, also from the groups that it is a member of, and with the app roles that it holds (Graph:
/// `DELETE /groups/{id}`).
package struct RemoveGroupAction: WorldAction {
  /// The group, by short name or id.
  package let group: ObjectName<Group>

  /// Removes the group of that name or id.
  package init(_ group: ObjectName<Group>) { self.group = group }

  package var summary: String { "remove group '\(group)'" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      let group = try editor.state.existingGroup(group)
      try editor.remove(group.id)
      // Security groups go for good.
      if group.isUnified { editor.state.keep(DeletedObject(.group(group), at: editor.now)) }
    }
  }
}
