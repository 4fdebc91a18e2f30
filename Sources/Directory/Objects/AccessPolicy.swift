import Time

/// A Conditional Access policy, as small as a test needs it: who, for which resource, and what is demanded (Microsoft:
/// "Building a Conditional Access policy").
package struct AccessPolicy: Sendable, Hashable, Codable {
  package typealias ID = Identifier<AccessPolicy>

  /// What must be met before tokens are issued.
  package enum Control: String, Sendable, Codable, CaseIterable {
    case mfa
    case block
    case compliantDevice
    case domainJoined
    case approvedApp
    case appProtection
  }

  /// Stands in `capolids` of a claims challenge.
  package var id: ID
  package var name: String
  package var tenant: Tenant.ID
  /// Nil: everybody.
  package var users: [User.ID]?
  /// Nil: every resource.
  package var resources: [Application.ID]?
  /// Authentication contexts (`c1` … `c99`) that this policy guards; it then applies only when one is asked for.
  package var authenticationContexts: [String] = []
  package var control: Control?
  /// How long a sign-in counts; zero for "every time".
  package var signInFrequency: TimeSpan?
  package var isEnabled = true

  package init(id: ID, name: String, tenant: Tenant.ID) {
    self.id = id
    self.name = name
    self.tenant = tenant
  }

  /// Whether it is in force for this user.
  package func concerns(_ user: User.ID) -> Bool { isEnabled && users.map { $0.contains(user) } ?? true }

  /// Whether the policy is about this user and resource. A policy for authentication contexts waits until one is asked.
  package func applies(to user: User.ID, resource: Application.ID, contexts: [String]) -> Bool {
    guard concerns(user) else { return false }
    if !authenticationContexts.isEmpty { return authenticationContexts.contains(where: contexts.contains) }
    return resources.map { $0.contains(resource) } ?? true
  }
}
