/// How long the tokens for one app live (Graph: `tokenLifetimePolicy`; Microsoft: "Configurable token lifetimes"). A
/// lifetime that is nil is the world's.
package struct TokenLifetimes: Sendable, Hashable, Codable {
  /// Of access tokens for the app, whichever client asks for them.
  package var accessToken: TimeSpan?
  /// Of id_tokens that the app gets.
  package var idToken: TimeSpan?

  /// Of SAML assertions for the app.
  package var samlAssertion: TimeSpan?

  package init(accessToken: TimeSpan? = nil, idToken: TimeSpan? = nil, samlAssertion: TimeSpan? = nil) {
    self.accessToken = accessToken
    self.idToken = idToken
    self.samlAssertion = samlAssertion
  }
}
