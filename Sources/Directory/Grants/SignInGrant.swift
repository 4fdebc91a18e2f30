package import Time

/// The result of one redemption of a code, device code or password. All refresh tokens that follow from it share this
/// grant.
package struct SignInGrant: Sendable, Hashable {
  package var client: Application.ID
  package var user: User.ID
  package var tenant: Tenant.ID
  /// The kind of client that redeemed. At every refresh a `web` grant needs the client's credential and a `spa` grant
  /// an `Origin` header.
  package var platform: RedirectURIRegistration.Platform
  /// The scopes of the first request. A refresh without `scope` gets these.
  package var scope: String
  /// The sign-in behind the grant; revocations compare its time.
  package var signIn: SignInFacts
  /// Client capabilities of the first request, such as `cp1`.
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

  /// Whether the client is public: it cannot keep a secret. A change of the password ends its tokens when the user
  /// had signed in with the password.
  package var isPublicClient: Bool { platform != .web }
}

/// A refresh token that the server issued. A newer one of the same grant does not end the older ones.
package struct RefreshToken: Sendable, Hashable {
  /// The row of the grant in the store.
  package var grantID: Int64
  package var grant: SignInGrant
  /// Idle time counts from here, because each use issues a new token.
  package var issuedAt: UnixTime
  /// When the token of a single-page app ends, used or not. Nil: the token ends only when the client leaves it unused
  /// for too long.
  package var endsAt: UnixTime?
  /// Set by an action, the control API or Graph; the store keeps a revoked token, so that its use gets its own error.
  package var isRevoked: Bool

  package init(grantID: Int64, grant: SignInGrant, issuedAt: UnixTime, endsAt: UnixTime?, isRevoked: Bool = false) {
    self.grantID = grantID
    self.grant = grant
    self.issuedAt = issuedAt
    self.endsAt = endsAt
    self.isRevoked = isRevoked
  }
}

/// Chooses codes, sessions or tokens for an action or a call of the control API. Nil chooses every user or every
/// client.
package struct GrantSelection: Sendable, Hashable {
  /// Nil: every user.
  package var user: User.ID?
  /// Nil: every client.
  package var client: Application.ID?

  package init(user: User.ID? = nil, client: Application.ID? = nil) {
    self.user = user
    self.client = client
  }
}
