package import Time

/// What one redemption began: the refresh tokens that follow each other share it.
package struct SignInGrant: Sendable, Hashable {
  package var client: Application.ID
  package var user: User.ID
  package var tenant: Tenant.ID
  /// The nature of the client that redeemed: a web grant wants its secret at every refresh, a spa grant an `Origin`.
  package var platform: RedirectURIRegistration.Platform
  /// The `scope` first granted, used when a refresh names none.
  package var scope: String
  package var signIn: SignInFacts
  package var capabilities: [String]

  package init(
    client: Application.ID, user: User.ID, tenant: Tenant.ID, platform: RedirectURIRegistration.Platform,
    scope: String, signIn: SignInFacts, capabilities: [String]
  ) {
    self.client = client
    self.user = user
    self.tenant = tenant
    self.platform = platform
    self.scope = scope
    self.signIn = signIn
    self.capabilities = capabilities
  }

  /// Whether the client could not keep a secret.
  package var isPublicClient: Bool { platform != .web }
}

/// A refresh token that was handed out. Older ones of the same grant stay good until their own end.
package struct RefreshToken: Sendable, Hashable {
  package var grantID: Int64
  package var grant: SignInGrant
  package var issuedAt: UnixTime
  /// The fixed end of a single-page app's tokens; nil when only lying idle ends it.
  package var endsAt: UnixTime?
  package var isRevoked: Bool

  package init(grantID: Int64, grant: SignInGrant, issuedAt: UnixTime, endsAt: UnixTime?, isRevoked: Bool = false) {
    self.grantID = grantID
    self.grant = grant
    self.issuedAt = issuedAt
    self.endsAt = endsAt
    self.isRevoked = isRevoked
  }
}

/// Which of the handed-out things an action or a control call means.
package struct GrantSelection: Sendable, Hashable {
  package var user: User.ID?
  package var client: Application.ID?

  package init(user: User.ID? = nil, client: Application.ID? = nil) {
    self.user = user
    self.client = client
  }
}
