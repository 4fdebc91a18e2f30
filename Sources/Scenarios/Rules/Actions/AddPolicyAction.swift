package import Directory

/// Puts a Conditional Access policy in force. It replaces the policy of the same name.
package struct AddPolicyAction: WorldAction {
  /// The policy; in a scenario file it is written for the seeds.
  package let policy: AccessPolicy

  /// Puts that policy in force.
  package init(_ policy: AccessPolicy) { self.policy = policy }

  package var summary: String { "add policy '\(policy.name)'" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      // A policy that was written in the scenario has the ids of the seeds, which a world of its own does not have.
      let isWritten = editor.state.tenants[policy.tenant] == nil
      let owner = isWritten ? world.identity : nil
      editor.put(owner.map { Ownership($0, in: world.template.seeds.state).own(policy) } ?? policy)
    }
  }
}
