package import Time

/// An authorization code (RFC 6749 §4.1.2) with all that its redemption is held against.
package struct AuthorizationCode: Sendable, Hashable {
  /// The challenge of RFC 7636 §4.2.
  package struct Challenge: Sendable, Hashable {
    package enum Method: String, Sendable {
      case s256 = "S256"
      case plain
    }

    package var value: String
    package var method: Method

    package init(value: String, method: Method) {
      self.value = value
      self.method = method
    }
  }

  package var client: Application.ID
  package var user: User.ID
  /// The tenant signed in to.
  package var tenant: Tenant.ID
  /// The tenant segment of the authorize path: `common`, a GUID, a domain.
  package var segment: String
  package var redirectURI: String
  /// False when authorize had no `redirect_uri` and one was chosen for it.
  package var redirectURIWasSent: Bool
  package var platform: RedirectURIRegistration.Platform
  /// The `scope` of the authorize request.
  package var scope: String
  package var challenge: Challenge?
  package var nonce: String?
  package var signIn: SignInFacts
  package var capabilities: [String]
  package var claims: ClaimsRequest
  package var issuedAt: UnixTime
  /// Whether it has been redeemed.
  package var isUsed: Bool

  package init(
    client: Application.ID, user: User.ID, tenant: Tenant.ID, segment: String, redirectURI: String,
    redirectURIWasSent: Bool, platform: RedirectURIRegistration.Platform, scope: String, challenge: Challenge?,
    nonce: String?, signIn: SignInFacts, capabilities: [String], claims: ClaimsRequest = ClaimsRequest(),
    issuedAt: UnixTime, isUsed: Bool = false
  ) {
    self.client = client
    self.user = user
    self.tenant = tenant
    self.segment = segment
    self.redirectURI = redirectURI
    self.redirectURIWasSent = redirectURIWasSent
    self.platform = platform
    self.scope = scope
    self.challenge = challenge
    self.nonce = nonce
    self.signIn = signIn
    self.capabilities = capabilities
    self.claims = claims
    self.issuedAt = issuedAt
    self.isUsed = isUsed
  }
}
