package import Time

/// An authorization code (RFC 6749 §4.1.2) with the facts of the authorize request that the token request has to
/// match.
package struct AuthorizationCode: Sendable, Hashable {
  /// The PKCE challenge of the authorize request (RFC 7636 §4.2).
  package struct Challenge: Sendable, Hashable {
    /// The values of `code_challenge_method`.
    package enum Method: String, Sendable {
      case s256 = "S256"
      case plain
    }

    /// `code_challenge` as the client sent it.
    package var value: String
    package var method: Method

    package init(value: String, method: Method) {
      self.value = value
      self.method = method
    }
  }

  package var client: Application.ID
  package var user: User.ID
  /// The tenant that the user signed in to.
  package var tenant: Tenant.ID
  /// The tenant in the path of the authorize request as the client wrote it: `common`, a GUID, a domain.
  package var segment: String
  /// The URI that the browser was sent back to. Empty for a `spa_code`, which a web app got for its page.
  package var redirectURI: String
  /// False when the authorize request had no `redirect_uri`, so that the server chose the registered one.
  package var redirectURIWasSent: Bool
  /// The platform of the redirect URI: `spa` wants an `Origin` at redemption, `web` a credential.
  package var platform: RedirectURIRegistration.Platform
  /// `scope` of the authorize request, as the client sent it.
  package var scope: String
  /// Nil when the client did not use PKCE.
  package var challenge: Challenge?
  /// Goes into the id_token; nil when the client sent none.
  package var nonce: String?
  package var signIn: SignInFacts
  /// Client capabilities (`xms_cc` of the `claims` parameter), such as `cp1`.
  package var capabilities: [String]
  package var claims: ClaimsRequest
  /// The lifetime of the code counts from here.
  package var issuedAt: UnixTime
  /// Whether a client has redeemed it. The store keeps a used code, so that a second redemption gets its own error.
  package var isUsed: Bool
  /// The request that has redeemed it, as the servers of a cluster count requests. 0: none did, or there is no cluster.
  package var usedBy: UInt64 = 0

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
