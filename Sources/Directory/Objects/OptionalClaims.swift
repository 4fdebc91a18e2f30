/// Claims that an app's tokens hold only because the registration lists them (manifest: `optionalClaims`).
package struct OptionalClaims: Sendable, Hashable, Codable {
  /// The claims that this server can add. A registration may list others; they have no effect.
  package static let known = [
    "acct", "auth_time", "email", "family_name", "given_name", "idtyp", "ipaddr", "login_hint", "sid",
    "tenant_region_scope", "upn", "verified_primary_email", "xms_cc", "xms_tcdt",
  ]

  /// For id_tokens given to the app.
  package var idToken: [String]
  /// For access tokens whose audience is the app, whichever client asks for them.
  package var accessToken: [String]

  package init(idToken: [String] = [], accessToken: [String] = []) {
    self.idToken = idToken
    self.accessToken = accessToken
  }
}
