import Bytes
package import Directory

/// Continuous access evaluation (Microsoft: "Continuous access evaluation"): some APIs learn of a revocation before a
/// token expires. A client that handles their claims challenge gets longer-lived tokens for them.
package enum ContinuousAccess {
  /// The client capability (`xms_cc`) of a client that handles claims challenges.
  package static let capability = "cp1"

  /// Whether a client says that it handles claims challenges. It may write the capability in any letters.
  package static func isDeclared(in capabilities: [String]) -> Bool {
    capabilities.contains { ASCII.equalIgnoringCase($0, capability) }
  }

  /// The client capabilities that a token of this user states. Guests and personal accounts get none: their tokens
  /// are ordinary ones.
  package static func capabilities(_ declared: [String], of user: User) -> [String] {
    user.isGuest || user.tenant == WellKnown.personalTenant ? [] : declared
  }

  /// Whether access tokens for this resource live longer: at Graph, Exchange and SharePoint (Microsoft: "Continuous access evaluation").
  /// Those for Resource Manager and Power BI live as without the capability (observed 2023 to 2025), and so do all others here (chosen).
  package static func applies(to resource: Application, capabilities: [String]) -> Bool {
    [WellKnown.graph, WellKnown.outlook, WellKnown.sharePoint].contains(resource.id) && isDeclared(in: capabilities)
  }

  /// From issue to `exp` of a token of an app without a user. A managed identity's lives for a day, however the identity proves itself
  /// (observed 2023 to 2026).
  package static func lifetime(
    of client: Application, for resource: Application, capabilities: [String], in lifetimes: Lifetimes
  )
    -> Duration
  {
    if client.managedIdentityResource != nil { return Lifetimes.managedIdentity }
    return accessTokenLifetime(for: resource, capabilities: capabilities, in: lifetimes)
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
