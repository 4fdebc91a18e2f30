package import Directory

/// Continuous access evaluation (Microsoft: "Continuous access evaluation"): some APIs learn of a revocation before a
/// token expires. A client that handles their claims challenge gets longer-lived tokens for them.
package enum ContinuousAccess {
  /// The client capability (`xms_cc`) of a client that handles claims challenges.
  package static let capability = "cp1"

  /// The client capabilities that a token of this user states. Guests and personal accounts get none: their tokens
  /// are ordinary ones.
  package static func capabilities(_ declared: [String], of user: User) -> [String] {
    user.isGuest || user.tenant == WellKnown.personalTenant ? [] : declared
  }

  /// Whether access tokens for this resource live longer. Only Microsoft's APIs learn of revocations.
  package static func applies(to resource: Application, capabilities: [String]) -> Bool {
    resource.isFirstParty && capabilities.contains(capability)
  }

  /// From issue to `exp` of an access token for this resource: the lifetime that the registration of the resource has,
  /// else the world's.
  package static func accessTokenLifetime(for resource: Application, capabilities: [String], in lifetimes: Lifetimes)
    -> Duration
  {
    if applies(to: resource, capabilities: capabilities) { return lifetimes.continuousAccessToken }
    return resource.tokenLifetimes?.accessToken?.duration ?? lifetimes.accessToken
  }
}
