package import Directory

/// Removes a Conditional Access policy. The name is looked up when the action is carried out, since another rule may
/// add the policy only later. It throws an `ActionError` when there is no policy of that name then.
package struct RemovePolicyAction: WorldAction {
  /// The policy, by name or id.
  package let policy: ObjectName<AccessPolicy>

  /// Removes the policy of that name or id.
  package init(_ policy: ObjectName<AccessPolicy>) { self.policy = policy }

  package var summary: String { "remove policy '\(policy)'" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in try editor.remove(editor.state.existingPolicy(policy).id) }
  }
}
