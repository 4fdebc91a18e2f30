package import Directory

/// APIs that an administrator of the tenant has disabled.
package enum DisabledResource {
  /// The refusal of the first disabled API among these, with its reason, for a user. v1.0 has a number of its own (observed: himmelblau 1683
  /// of 2026). Nil when all are enabled.
  package static func refusal(
    of resources: some Sequence<ResourceScopes>, in tenant: Tenant.ID, isLegacy: Bool, _ directory: DirectoryState
  ) -> Reasoned<Refusal>? {
    for asked in resources {
      guard directory.servicePrincipal(of: asked.resource, in: tenant)?.isEnabled == false else { continue }
      let name = directory.applications[asked.resource].map { "'\($0.alias)'" } ?? "\(asked.resource)"
      let refusal =
        isLegacy
        ? Refusal(.resourceNotFoundLegacy, [.resource: asked.identifier], as: .resourceDisabledForUser)
        : .resourceDisabled(asked.identifier)
      return Reasoned(refusal, because: ["an administrator has disabled \(name) in the tenant"])
    }
    return nil
  }
}
