package import Directory
import JSON
package import Time

/// What Conditional Access demands of a sign-in before the server issues tokens for a resource (Microsoft: "Conditional Access:
/// grant", "Configure adaptive session lifetime policies").
package enum ConditionalAccess: Sendable, Hashable {
  case satisfied
  /// The policy has a control that the sign-in does not meet.
  case demands(AccessPolicy.Control, AccessPolicy)
  /// The sign-in is older than the policy's sign-in frequency.
  case signInTooOld(limit: Duration, AccessPolicy)

  /// A resource with the permissions that the client asks of it.
  package struct Target: Sendable, Hashable {
    package var resource: Application.ID
    /// Nil for all permissions that are granted.
    package var values: [String]?

    package init(_ resource: Application.ID, values: [String]?) {
      self.resource = resource
      self.values = values
    }

    package init(_ asked: ResourceScopes) { self.init(asked.resource, values: asked.isDefault ? nil : asked.values) }
  }

  /// Every condition that a policy can depend on. No condition has a default value, so a caller cannot forget one.
  package struct Attempt: Sendable {
    package var tenant: Tenant.ID
    package var user: User.ID
    package var resources: [Target]
    /// Whether the user has left the places that the tenant trusts.
    package var isAway: Bool
    /// Authentication contexts that the client asks for through `claims` (`acrs`).
    package var contexts: [String]
    /// Policies that a claims challenge named. The sign-in must meet them whatever the resource is: the API that sent the
    /// challenge calls another API, and the policy is about that one.
    package var named: [AccessPolicy.ID]
    package var methods: [String]
    package var authenticatedAt: UnixTime
    package var now: UnixTime

    package init(
      tenant: Tenant.ID, user: User.ID, resources: [Target], isAway: Bool, contexts: [String], named: [AccessPolicy.ID],
      methods: [String], authenticatedAt: UnixTime, now: UnixTime
    ) {
      self.tenant = tenant
      self.user = user
      self.resources = resources
      self.isAway = isAway
      self.contexts = contexts
      self.named = named
      self.methods = methods
      self.authenticatedAt = authenticatedAt
      self.now = now
    }
  }

  /// After "every time" a sign-in still counts for this long.
  private static let grace = Duration.minutes(5)

  /// The first demand that the sign-in does not meet: controls in the order of their rows, then the sign-in frequency.
  package static func evaluate(_ attempt: Attempt, policies: some Collection<AccessPolicy>) -> ConditionalAccess {
    if attempt.isAway { return .demands(.block, .trustedLocations(of: attempt.tenant)) }
    let applying = policies.filter { policy in
      policy.tenant == attempt.tenant
        && (attempt.named.contains(policy.id) && policy.concerns(attempt.user)
          || attempt.resources.contains {
            policy.applies(to: attempt.user, resource: $0.resource, values: $0.values, contexts: attempt.contexts)
          })
    }.sorted { $0.id < $1.id }
    for control in AccessPolicy.Control.inOrder where !control.row.isMet(by: attempt.methods) {
      if let policy = applying.first(where: { $0.control == control }) { return .demands(control, policy) }
    }
    for policy in applying {
      guard let limit = policy.signInFrequency?.duration else { continue }
      let allowed = limit == .zero ? grace : limit
      if attempt.now - attempt.authenticatedAt > allowed { return .signInTooOld(limit: limit, policy) }
    }
    return .satisfied
  }

  /// The granted values that a token must leave out: the client did not ask for them, a policy guards them, and the sign-in
  /// does not meet that policy (Microsoft: "What's new for authentication", August 2021).
  package static func withheld(
    _ granted: [String], asked: ResourceScopes, _ attempt: Attempt, policies: some Collection<AccessPolicy>
  ) -> [String] {
    let guarded = Set(policies.filter { $0.isEnabled && $0.tenant == attempt.tenant }.compactMap(\.scopes).joined())
    guard !guarded.isEmpty, !asked.isDefault else { return [] }
    return granted.filter { value in
      guard guarded.contains(value), !asked.values.contains(value) else { return false }
      var alone = attempt
      alone.resources = [Target(asked.resource, values: [value])]
      return evaluate(alone, policies: policies.filter { $0.scopes != nil }) != .satisfied
    }
  }

  /// The policy that blocks an app which asks for a token of its own; nil when none does. A policy can demand nothing else of
  /// an app (Microsoft: "Conditional Access for workload identities").
  package static func blocking(
    workload client: Application, for resource: Application.ID, in tenant: Tenant.ID,
    policies: some Collection<AccessPolicy>
  ) -> AccessPolicy? {
    policies.filter {
      $0.tenant == tenant && $0.control == .block && $0.applies(toWorkload: client, resource: resource)
    }
    .min { $0.id < $1.id }
  }

  /// The `claims` that a client sends to authorize so that the user can meet the policy (observed: `capolids`).
  package static func challenge(_ policy: AccessPolicy) -> String {
    let claims: JSONValue = [
      "access_token": ["capolids": ["essential": true, "values": ["\(policy.id)"]]]
    ]
    return claims.text
  }
}

extension AccessPolicy {
  /// The policy that keeps out a user who has left the places that the tenant trusts. No directory contains it.
  package static func trustedLocations(of tenant: Tenant.ID) -> AccessPolicy {
    var policy = AccessPolicy(id: .named("trusted locations"), name: "trusted locations", tenant: tenant)
    policy.control = .block
    return policy
  }
}
