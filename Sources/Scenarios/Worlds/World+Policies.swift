package import Directory

extension World {
  /// Puts a Conditional Access policy in force; one of the same name is replaced.
  package func add(_ policy: AccessPolicy) throws { try change { $0.put(policy) } }

  package func remove(_ policy: AccessPolicy.ID) throws { try change { $0.remove(policy) } }
}
