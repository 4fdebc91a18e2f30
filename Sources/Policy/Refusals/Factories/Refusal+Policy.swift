extension Refusal {
  /// A policy demands a second factor. `resource` is the client id of the API that the client asks for, `claims` the
  /// claims challenge as text.
  package static func multiFactorRequired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorRequired, [.resource: resource]).demanding(claims: claims)
  }

  /// A policy demands a second factor, but the user has registered none.
  package static func multiFactorEnrolmentRequired(resource: String, claims: String? = nil) -> Refusal {
    Refusal(.multiFactorEnrolmentRequired, [.resource: resource]).demanding(claims: claims)
  }

  /// The app requires an assignment, and the user has none.
  package static func userNotAssigned(user: String = hiddenUser, clientID: String, name: String) -> Refusal {
    Refusal(.userNotAssigned, [.user: user, .app: clientID, .appName: name])
  }

  /// The API requires an assignment, and the app has none (client credentials).
  package static func applicationNotAssigned(
    clientID: String, name: String, resource: String, resourceName: String
  ) -> Refusal {
    Refusal(
      .applicationNotAssigned,
      [.app: clientID, .appName: name, .resource: resource, .resourceName: resourceName])
  }
}
