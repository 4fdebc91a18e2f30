import Bytes

/// Claims that an app's tokens hold only because the registration lists them (manifest: `optionalClaims`).
package struct OptionalClaims: Sendable, Hashable, Codable {
  /// The predefined claims (Microsoft: "Optional claims reference").
  package static let known = [
    "acct", "acrs", "aud", "auth_time", "ctry", "email", "family_name", "fwd", "given_name", "groups", "idtyp",
    "in_corp",
    "ipaddr", "login_hint", "onprem_sid", "preferred_username", "pwd_exp", "pwd_url", "sid", "tenant_ctry",
    "tenant_region_scope", "upn", "verified_primary_email", "verified_secondary_email", "vnet", "xms_cc", "xms_edov",
    "xms_pdl", "xms_pl", "xms_tcdt", "xms_tpl", "ztdid",
  ]

  /// Whether a registration may list the name: a predefined claim, a directory extension, or one of the fifteen extension attributes.
  package static func admits(_ name: String) -> Bool {
    known.contains(name) || PlainProperties.application(ofExtension: name) != nil
      || PropertyKind.extensionAttributes.contains(name)
  }

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
