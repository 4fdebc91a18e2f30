extension Refusal {
  /// A second factor that a policy wants. `resource` is the app id of the API asked for, `claims` the challenge as JSON.
  package static func multiFactorRequired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorRequired, [.resource: resource]).demanding(claims: claims)
  }

  /// A second factor given too long ago.
  package static func multiFactorExpired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorExpired, [.resource: resource]).demanding(claims: claims)
  }

  /// A second factor wanted of a user who has none.
  package static func multiFactorEnrolmentRequired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorEnrolmentRequired, [.resource: resource]).demanding(claims: claims)
  }

  /// The same as the interactive page's own number.
  package static func multiFactorEnrolmentInterrupt(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorEnrolmentInterrupt, [.resource: resource]).demanding(claims: claims)
  }

  /// A second factor asked for and not given.
  package static let strongAuthenticationRequired = Refusal(.strongAuthenticationRequired)

  /// Another company's second factor, not passed.
  package static let externalChallengeNotSatisfied = Refusal(.externalChallengeNotSatisfied)

  /// A user not assigned to an app that wants assignment.
  package static func userNotAssigned(user: String = hiddenEmail, clientID: String, name: String) -> Refusal {
    Refusal(.userNotAssigned, [.user: user, .app: clientID, .appName: name])
  }

  /// An app not assigned to an API that wants assignment (client credentials).
  package static func applicationNotAssigned(
    clientID: String, name: String, resource: String, resourceName: String
  ) -> Refusal {
    Refusal(
      .applicationNotAssigned,
      [.app: clientID, .appName: name, .resource: resource, .resourceName: resourceName])
  }

  /// A policy that blocks.
  package static func accessBlocked(claims: String? = nil) -> Refusal {
    Refusal(.accessBlocked).demanding(claims: claims)
  }

  /// A device that a policy wants to be compliant.
  package static func deviceNotCompliant(claims: String? = nil) -> Refusal {
    Refusal(.deviceNotCompliant, [.deviceState: "compliant"]).demanding(claims: claims)
  }

  /// A device that a policy wants to be joined to the organisation's domain.
  package static func deviceNotDomainJoined(claims: String? = nil) -> Refusal {
    Refusal(.deviceNotDomainJoined).demanding(claims: claims)
  }

  /// An app that is not on the approved list.
  package static func appNotApproved(claims: String? = nil) -> Refusal {
    Refusal(.appNotApproved).demanding(claims: claims)
  }

  /// An app without Intune app protection.
  package static let appProtectionRequired = Refusal(.appProtectionRequired)

  /// A device that a policy wants to know.
  package static func deviceAuthenticationRequired(claims: String? = nil) -> Refusal {
    Refusal(.deviceAuthenticationRequired).demanding(claims: claims)
  }

  /// A way of signing in that the tenant's security defaults do not admit.
  package static let securityDefaultsBlocked = Refusal(.securityDefaultsBlocked)

  /// A session that a policy wants to be signed in afresh.
  package static let reauthenticationRequired = Refusal(.reauthenticationRequired)
}
