package import Directory
import JSON
package import Time

/// The first demand of Conditional Access that a sign-in does not meet (Microsoft: "Conditional Access: grant",
/// "Configure adaptive session lifetime policies").
package enum ConditionalAccess: Sendable, Hashable {
  /// The sign-in meets every policy.
  case satisfied
  /// The policy has a control that the sign-in does not meet.
  case demands(AccessPolicy.Control, AccessPolicy)
  /// The sign-in is older than the policy's sign-in frequency.
  case signInTooOld(limit: Duration, AccessPolicy)

  /// A resource with the permissions that the request asks for on it.
  package struct Target: Sendable, Hashable {
    package var resource: Application.ID
    /// Nil: all permissions that the client holds (`.default`).
    package var values: [String]?

    package init(_ resource: Application.ID, values: [String]?) {
      self.resource = resource
      self.values = values
    }

    package init(_ asked: ResourceScopes) { self.init(asked.resource, values: asked.isDefault ? nil : asked.values) }
  }

  /// The facts that a policy can depend on. None has a default value, so a caller cannot forget one.
  package struct Attempt: Sendable {
    /// Only policies of this tenant count.
    package var tenant: Tenant.ID
    package var user: AccessPolicy.Person
    /// A policy counts when it applies to one of them.
    package var resources: [Target]
    /// Whether the user is outside of the tenant's trusted locations.
    package var isAway: Bool
    /// Authentication contexts that the client asks for with `claims` (`acrs`).
    package var contexts: [String]
    /// Policies that a claims challenge names. The sign-in has to meet them for any resource: the API that sent the
    /// challenge calls another API, and the policy is for that other one.
    package var named: [AccessPolicy.ID]
    /// The values of `amr`, which meet controls.
    package var methods: [String]
    /// The device of the sign-in. Nil: a device that the tenant does not know.
    package var device: User.Device?
    /// The sign-in frequency counts from here.
    package var authenticatedAt: UnixTime
    package var now: UnixTime
    /// The way in which the sign-in came to this device. Nil: the usual one.
    package var flow: AccessPolicy.Flow?
    /// The kind of client that signs in.
    package var kind = AccessPolicy.ClientKind.browser

    package init(
      tenant: Tenant.ID, user: AccessPolicy.Person, resources: [Target], isAway: Bool, contexts: [String],
      named: [AccessPolicy.ID],
      methods: [String], device: User.Device?, authenticatedAt: UnixTime, now: UnixTime
    ) {
      self.tenant = tenant
      self.user = user
      self.resources = resources
      self.isAway = isAway
      self.contexts = contexts
      self.named = named
      self.methods = methods
      self.device = device
      self.authenticatedAt = authenticatedAt
      self.now = now
    }
  }

  /// With "every time" a sign-in still counts for this long, so that the user can finish the request.
  private static let grace = Duration.minutes(5)

  /// The first demand that the sign-in does not meet: controls in the order of their rows, then the sign-in
  /// frequency. Of several policies the one with the lowest id.
  package static func evaluate(_ attempt: Attempt, policies: some Collection<AccessPolicy>) -> ConditionalAccess {
    let ofTenant = policies.filter { $0.tenant == attempt.tenant }
    // A tenant whose policies speak of places says itself who is let in from elsewhere.
    if attempt.isAway, !ofTenant.contains(where: { $0.isEnabled && $0.places != nil }) {
      return .demands(.block, .trustedLocations(of: attempt.tenant))
    }
    let place: AccessPolicy.Place = attempt.isAway ? .elsewhere : .trusted
    let applying = ofTenant.filter { policy in
      policy.isAbout(attempt.kind, from: place)
        && (attempt.named.contains(policy.id) && policy.concerns(attempt.user)
          || attempt.resources.contains {
            policy.applies(
              to: attempt.user, resource: $0.resource, values: $0.values, contexts: attempt.contexts, flow: attempt.flow
            )
          })
    }.sorted { $0.id < $1.id }
    let demanded = applying.map { ($0, demand(of: $0, attempt)) }
    for control in AccessPolicy.Control.inOrder {
      if let policy = demanded.first(where: { $0.1 == control })?.0 { return .demands(control, policy) }
    }
    for policy in applying {
      guard let limit = policy.signInFrequency?.duration else { continue }
      let allowed = limit == .zero ? grace : limit
      if attempt.now - attempt.authenticatedAt > allowed { return .signInTooOld(limit: limit, policy) }
    }
    return .satisfied
  }

  /// The control that the policy wants of the sign-in and that it does not meet. Of several of which one will do it is the one that the pages
  /// help with; of several that all have to be met it is the first by rank. Nil: the sign-in meets the policy.
  private static func demand(of policy: AccessPolicy, _ attempt: Attempt) -> AccessPolicy.Control? {
    let controls = AccessPolicy.Control.inOrder.filter(policy.controls.contains)
    let unmet = controls.filter { !$0.row.isMet(by: attempt) }
    if policy.controlOperator == .all { return unmet.first }
    guard unmet.count == controls.count else { return nil }
    return unmet.first { $0.row.help != .none } ?? unmet.first
  }

  /// The permissions that a token has to leave out: the client holds them and did not ask for them, a policy guards
  /// them, and the sign-in does not meet that policy (Microsoft: "What's new for authentication", August 2021).
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

  /// The policy that blocks an app from an app-only token; nil when there is none. `block` is the only control of
  /// such a policy (Microsoft: "Conditional Access for workload identities").
  package static func blocking(
    workload client: Application, for resource: Application.ID, in tenant: Tenant.ID,
    policies: some Collection<AccessPolicy>
  ) -> AccessPolicy? {
    policies.filter {
      $0.tenant == tenant && $0.controls.contains(.block) && $0.applies(toWorkload: client, resource: resource)
    }
    .min { $0.id < $1.id }
  }

  /// The claims challenge that names the policy. The client sends it to authorize as `claims`, where the user can
  /// meet the policy (observed: `capolids`).
  package static func challenge(_ policy: AccessPolicy) -> String {
    let claims: JSONValue = [
      "access_token": ["capolids": ["essential": true, "values": ["\(policy.id)"]]]
    ]
    return claims.text
  }
}

extension AccessPolicy {
  /// The policy that blocks a user outside of the trusted locations. It is made here; no directory stores it.
  package static func trustedLocations(of tenant: Tenant.ID) -> AccessPolicy {
    var policy = AccessPolicy(id: .named("trusted locations"), name: "trusted locations", tenant: tenant)
    policy.control = .block
    return policy
  }
}
