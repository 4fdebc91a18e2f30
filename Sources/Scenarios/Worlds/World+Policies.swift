package import Directory

extension World {
  /// Puts a Conditional Access policy in force; one of the same name is replaced.
  /// One that was written in the scenario has the ids of the seeds, and gets the world's own.
  package func add(_ policy: AccessPolicy) throws {
    try change { directory in
      let isWritten = directory.tenants[policy.tenant] == nil
      directory.put(isWritten ? identity.map { Ownership($0, in: template.seeds.state).own(policy) } ?? policy : policy)
    }
  }

  package func remove(_ policy: AccessPolicy.ID) throws { try change { $0.remove(policy) } }
}
