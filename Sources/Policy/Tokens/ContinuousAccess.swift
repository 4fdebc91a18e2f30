package import Directory

/// Continuous access evaluation (Microsoft: "Continuous access evaluation"): some resources learn that a token no longer
/// counts. When the client says that it heeds the challenge, the server gives it long-lived tokens for them.
package enum ContinuousAccess {
  /// The word with which a client says that it heeds the challenge (`xms_cc`).
  package static let capability = "cp1"

  /// The capabilities that a user's token states. Guests and personal accounts have none: their tokens are ordinary ones.
  package static func capabilities(_ declared: [String], of user: User) -> [String] {
    user.isGuest || user.tenant == WellKnown.personalTenant ? [] : declared
  }

  /// Whether tokens for this resource are long-lived. Only Microsoft's APIs learn of revocations.
  package static func applies(to resource: Application, capabilities: [String]) -> Bool {
    resource.isFirstParty && capabilities.contains(capability)
  }

  /// How long an access token for this resource lives.
  package static func accessTokenLifetime(for resource: Application, capabilities: [String], in lifetimes: Lifetimes)
    -> Duration
  {
    applies(to: resource, capabilities: capabilities) ? lifetimes.continuousAccessToken : lifetimes.accessToken
  }
}
