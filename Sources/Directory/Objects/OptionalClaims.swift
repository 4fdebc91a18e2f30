/// Claims that an app's tokens hold only because the registration lists them (manifest: `optionalClaims`).
package struct OptionalClaims: Sendable, Hashable, Codable {
  /// For id_tokens given to the app.
  package var idToken: [String]
  /// For access tokens to the app, whichever client gets them.
  package var accessToken: [String]

  package init(idToken: [String] = [], accessToken: [String] = []) {
    self.idToken = idToken
    self.accessToken = accessToken
  }
}
