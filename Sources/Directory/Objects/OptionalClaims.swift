/// Claims that an app's tokens hold only because the registration lists them (manifest: `optionalClaims`).
package struct OptionalClaims: Sendable, Hashable, Codable {
  /// The claims that this server can add. A registration may list others; they have no effect.
  package static let known = [
    "acct", "auth_time", "email", "family_name", "given_name", "groups", "idtyp", "ipaddr", "login_hint", "sid",
    "tenant_region_scope", "upn", "verified_primary_email", "xms_cc", "xms_tcdt",
  ]

  /// For id_tokens given to the app.
  package var idToken: [OptionalClaim]
  /// For access tokens whose audience is the app, whichever client asks for them.
  package var accessToken: [OptionalClaim]
  /// For SAML tokens, which this server does not issue. Nil means none.
  package var saml2Token: [OptionalClaim]?

  package init(
    idToken: [OptionalClaim] = [], accessToken: [OptionalClaim] = [], saml2Token: [OptionalClaim]? = nil
  ) {
    self.idToken = idToken
    self.accessToken = accessToken
    self.saml2Token = saml2Token
  }
}
