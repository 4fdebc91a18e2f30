extension Refusal {
  /// A policy wants a second factor. `resource` is the app id of the API that the client asks for, `claims` the challenge as
  /// JSON.
  package static func multiFactorRequired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorRequired, [.resource: resource]).demanding(claims: claims)
  }

  /// A policy wants a second factor of a user who has registered none.
  package static func multiFactorEnrolmentRequired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorEnrolmentRequired, [.resource: resource]).demanding(claims: claims)
  }

  /// The app requires assignment, and the user has none.
  package static func userNotAssigned(user: String = hiddenEmail, clientID: String, name: String) -> Refusal {
    Refusal(.userNotAssigned, [.user: user, .app: clientID, .appName: name])
  }

  /// The API requires assignment, and the app has none (client credentials).
  package static func applicationNotAssigned(
    clientID: String, name: String, resource: String, resourceName: String
  ) -> Refusal {
    Refusal(
      .applicationNotAssigned,
      [.app: clientID, .appName: name, .resource: resource, .resourceName: resourceName])
  }
}
