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

  /// The apps of a policy for workload identities (Microsoft: "Conditional Access for workload identities").
  package enum Workloads: Sendable, Hashable, Codable {
    /// Every app registered in the tenant.
    case all
    case some([Application.ID])
  }

  /// Stands in `capolids` of a claims challenge.
  package var id: ID
  package var name: String
  package var tenant: Tenant.ID
  /// Nil: everybody.
  package var users: [User.ID]?
  /// Nil: every resource.
  package var resources: [Application.ID]?
  /// Delegated permissions that this policy guards, by value; it then applies only to requests that ask for one of them, and
  /// tokens that nobody asked them for do without. Nil: every permission.
  package var scopes: [String]?
  /// Apps that sign in as themselves; the policy is then about them and about no user. Nil: users.
  package var workloads: Workloads?
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
  package func concerns(_ user: User.ID) -> Bool {
    isEnabled && workloads == nil && users.map { $0.contains(user) } ?? true
  }

  /// Whether the policy is about this user and resource. A policy for authentication contexts waits until one is asked, one for
  /// permissions until one of `values` is among them; nil stands for all there are.
  package func applies(to user: User.ID, resource: Application.ID, values: [String]?, contexts: [String]) -> Bool {
    guard concerns(user) else { return false }
    if let scopes, let values, !scopes.contains(where: values.contains) { return false }
    if !authenticationContexts.isEmpty { return authenticationContexts.contains(where: contexts.contains) }
    return resources.map { $0.contains(resource) } ?? true
  }

  /// Whether the policy is about this app when it asks for a token of its own. Only apps registered in the tenant are meant;
  /// managed identities and apps of others are not (Microsoft: "Conditional Access for workload identities").
  package func applies(toWorkload client: Application, resource: Application.ID) -> Bool {
    guard isEnabled, let workloads, client.tenant == tenant, client.managedIdentityResource == nil else { return false }
    if case .some(let clients) = workloads, !clients.contains(client.id) { return false }
    return resources.map { $0.contains(resource) } ?? true
  }
}
