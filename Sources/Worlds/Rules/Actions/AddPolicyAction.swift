package import Directory

/// Puts a Conditional Access policy in force. It replaces the policy that has the same id. In a file, the id follows
/// from the name.
package struct AddPolicyAction: WorldAction {
  /// The policy. In a scenario file its ids are those of the seeds; `perform` gives it the ids of the world.
  package let policy: AccessPolicy

  /// Puts that policy in force.
  package init(_ policy: AccessPolicy) { self.policy = policy }

  package var summary: String { "add policy '\(policy.name)'" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      // A policy that was written in a scenario has the ids of the seeds. A world other than the default one has its own ids.
      let isWritten = editor.state.tenants[policy.tenant] == nil
      let owner = isWritten ? world.identity : nil
      let language = world.scenario.language
      var own = owner.map { language.own(policy, in: world.template.seeds.state, by: $0) } ?? policy
      own.resources = own.resources?.map { editor.state.current($0) }
      if case .some(let clients)? = own.workloads { own.workloads = .some(clients.map { editor.state.current($0) }) }
      editor.put(own)
    }
  }
}
