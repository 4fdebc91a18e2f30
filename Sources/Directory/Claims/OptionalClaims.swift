/// Claims that an app's tokens hold only because the registration lists them (manifest: `optionalClaims`).
package struct OptionalClaims: Sendable, Hashable, Codable {
  /// For id_tokens given to the app.
  package var idToken: [OptionalClaim]
  /// For access tokens whose audience is the app, whichever client asks for them.
  package var accessToken: [OptionalClaim]
  /// For SAML assertions. Nil means none.
  package var saml2Token: [OptionalClaim]?

  package var samlClaims: [OptionalClaim] { saml2Token ?? [] }

  package init(
    idToken: [OptionalClaim] = [], accessToken: [OptionalClaim] = [], saml2Token: [OptionalClaim]? = nil
  ) {
    self.idToken = idToken
    self.accessToken = accessToken
    self.saml2Token = saml2Token
  }
}
