package import Directory
import JSON
package import Time

/// What Conditional Access demands of a sign-in before tokens for a resource are issued (Microsoft: "Conditional Access: grant",
/// "Configure adaptive session lifetime policies").
package enum ConditionalAccess: Sendable, Hashable {
  case satisfied
  case demands(AccessPolicy.Control, AccessPolicy)
  /// The sign-in is older than the policy lets it be.
  case signInTooOld(limit: Duration, AccessPolicy)

  /// A resource with the permissions asked of it.
  package struct Target: Sendable, Hashable {
    package var resource: Application.ID
    /// Nil: whatever is granted.
    package var values: [String]?

    package init(_ resource: Application.ID, values: [String]?) {
      self.resource = resource
      self.values = values
    }

    package init(_ asked: ResourceScopes) { self.init(asked.resource, values: asked.isDefault ? nil : asked.values) }
  }

  /// What is known of the sign-in.
  package struct Attempt: Sendable {
    package var tenant: Tenant.ID
    package var user: User.ID
    package var resources: [Target]
    /// Whether the user has left the places that the tenant trusts.
    package var isAway = false
    /// Authentication contexts asked for through `claims` (`acrs`).
    package var contexts: [String]
    /// Policies that a challenge named: these have to be met whatever the resource, since the API that was challenged acts
    /// on another.
    package var named: [AccessPolicy.ID]
    package var methods: [String]
    package var authenticatedAt: UnixTime
    package var now: UnixTime

    package init(
      tenant: Tenant.ID, user: User.ID, resources: [Target], contexts: [String], named: [AccessPolicy.ID] = [],
      methods: [String], authenticatedAt: UnixTime, now: UnixTime
    ) {
      self.tenant = tenant
      self.user = user
      self.resources = resources
      self.contexts = contexts
      self.named = named
      self.methods = methods
      self.authenticatedAt = authenticatedAt
      self.now = now
    }
  }

  /// After "every time" a sign-in still counts for this long.
  private static let grace = Duration.minutes(5)

  /// The order in which failing controls are met: what nobody can mend first.
  private static let order: [AccessPolicy.Control] = [
    .block, .compliantDevice, .domainJoined, .approvedApp, .appProtection, .mfa,
  ]

  /// The first demand that is not met. Devices are never compliant or joined here, and no app is approved.
  package static func evaluate(_ attempt: Attempt, policies: some Collection<AccessPolicy>) -> ConditionalAccess {
    if attempt.isAway { return .demands(.block, .trustedLocations(of: attempt.tenant)) }
    let applying = policies.filter { policy in
      policy.tenant == attempt.tenant
        && (attempt.named.contains(policy.id) && policy.concerns(attempt.user)
          || attempt.resources.contains {
            policy.applies(to: attempt.user, resource: $0.resource, values: $0.values, contexts: attempt.contexts)
          })
    }.sorted { $0.id < $1.id }
    for control in order where !(control == .mfa && attempt.methods.contains("mfa")) {
      if let policy = applying.first(where: { $0.control == control }) { return .demands(control, policy) }
    }
    for policy in applying {
      guard let limit = policy.signInFrequency?.duration else { continue }
      let allowed = limit == .zero ? grace : limit
      if attempt.now - attempt.authenticatedAt > allowed { return .signInTooOld(limit: limit, policy) }
    }
    return .satisfied
  }

  /// Of the values granted on a resource those that a token goes without: nobody asked for them, and a policy that guards them
  /// is not met (Microsoft: "What's new for authentication", August 2021).
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

  /// Whether an app may have a token of its own: nil, or the policy that blocks it. Nothing but blocking can be demanded of an
  /// app (Microsoft: "Conditional Access for workload identities").
  package static func blocking(
    workload client: Application, for resource: Application.ID, in tenant: Tenant.ID,
    policies: some Collection<AccessPolicy>
  ) -> AccessPolicy? {
    policies.filter {
      $0.tenant == tenant && $0.control == .block && $0.applies(toWorkload: client, resource: resource)
    }
    .min { $0.id < $1.id }
  }

  /// The refusal at the token endpoint and with `prompt=none`, nil when satisfied. `issuedAt` is the refresh token's.
  package func refusal(resource: Application.ID, issuedAt: UnixTime?) -> Refusal? {
    switch self {
    case .satisfied: nil
    case .signInTooOld(_, let policy) where policy.control == .mfa:
      .multiFactorExpired(resource: "\(resource)", claims: Self.challenge(policy))
    case .signInTooOld(let limit, _):
      issuedAt.map { .signInFrequencyExceeded(issuedAt: $0, maximumLifetime: limit) } ?? .sessionTooOldForPolicy
    case .demands(let control, let policy):
      switch control {
      case .block: .accessBlocked(claims: Self.challenge(policy))
      case .compliantDevice: .deviceNotCompliant(claims: Self.challenge(policy))
      case .domainJoined: .deviceNotDomainJoined(claims: Self.challenge(policy))
      case .approvedApp: .appNotApproved(claims: Self.challenge(policy))
      case .appProtection: .appProtectionRequired
      case .mfa: .multiFactorRequired(resource: "\(resource)", claims: Self.challenge(policy))
      }
    }
  }

  /// The `claims` that a client sends back through authorize to meet the policy (observed: `capolids`).
  package static func challenge(_ policy: AccessPolicy) -> String {
    let claims: JSONValue = [
      "access_token": ["capolids": ["essential": true, "values": ["\(policy.id)"]]]
    ]
    return claims.text
  }
}

extension AccessPolicy {
  /// What keeps those out who have left the places that the tenant trusts. It stands in no directory.
  package static func trustedLocations(of tenant: Tenant.ID) -> AccessPolicy {
    var policy = AccessPolicy(id: .named("trusted locations"), name: "trusted locations", tenant: tenant)
    policy.control = .block
    return policy
  }
}
