/// The API that the service asks for claims before it issues a token for an app (Graph: `onTokenIssuanceStartListener` with its
/// `onTokenIssuanceStartCustomExtension`; Microsoft: "Custom claims provider reference").
package struct ClaimsProvider: Sendable, Hashable, Codable {
  /// The longest time that an attempt may take (Microsoft: "customExtensionClientConfiguration resource type").
  package static let maximumMilliseconds = 2_000
  /// The shortest time that an attempt may be given.
  package static let minimumMilliseconds = 200

  /// `customAuthenticationExtensionId` of the call.
  package var id: Identifier<ClaimsProvider>
  /// `authenticationEventListenerId` of the call.
  package var listener: Identifier<ClaimsProvider>
  /// The address that the call goes to: `https`, or `http` on this machine.
  package var targetURL: String
  /// The app registration of the API: the audience of the token that comes with the call. Nil: the app itself, and nothing is checked of
  /// the registration.
  package var resource: Application.ID?
  /// How long one attempt may take. Nil: `maximumMilliseconds`.
  package var milliseconds: Int?
  /// How often the call is tried again when the API does not answer. Nil: once.
  package var retries: Int?

  package init(
    id: Identifier<ClaimsProvider>, listener: Identifier<ClaimsProvider>, targetURL: String,
    resource: Application.ID? = nil, milliseconds: Int? = nil, retries: Int? = nil
  ) {
    self.id = id
    self.listener = listener
    self.targetURL = targetURL
    self.resource = resource
    self.milliseconds = milliseconds
    self.retries = retries
  }

  /// The id of the extension of the app with that short name, when the scenario says none. It is the same in every run.
  package static func id(ofApp alias: String) -> Identifier<ClaimsProvider> {
    Identifier(SeededDirectory.derived("authentication extension", alias))
  }

  /// The id of the listener of the app with that short name. It is the same in every run.
  package static func listener(ofApp alias: String) -> Identifier<ClaimsProvider> {
    Identifier(SeededDirectory.derived("authentication event listener", alias))
  }

  /// How often the call is sent at most.
  package var attempts: Int { (retries ?? 1) + 1 }
}
