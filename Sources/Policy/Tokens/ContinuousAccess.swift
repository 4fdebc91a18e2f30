package import Directory

/// Continuous access evaluation (Microsoft: "Continuous access evaluation"): a resource that can be told that a token no longer
/// counts may be given tokens that live long, if the client says that it heeds the challenge.
package enum ContinuousAccess {
  /// What a client says that it can do (`xms_cc`).
  package static let capability = "cp1"

  /// The capabilities that a user's token states; none for guests and personal accounts, whose tokens are ordinary ones.
  package static func capabilities(_ declared: [String], of user: User) -> [String] {
    user.isGuest || user.tenant == WellKnown.personalTenant ? [] : declared
  }

  /// Whether tokens for this resource live long. Of all APIs only Microsoft's are told of revocations.
  package static func applies(to resource: Application, capabilities: [String]) -> Bool {
    resource.isFirstParty && capabilities.contains(capability)
  }
}
