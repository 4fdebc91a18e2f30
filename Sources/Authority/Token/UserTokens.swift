import Bytes
import Directory
import Policy
import Scenarios
import Time

/// The end of every grant in a user's name: it has the sign-in decided, makes the tokens for one resource, keeps the refresh
/// token and writes the answer.
struct UserTokens {
  /// What becomes of refresh tokens.
  enum Continuation {
    /// A grant begins, with a refresh token if the client asked for `offline_access`. A single-page app's tokens have a fixed
    /// end. `commit` is called last of all, to keep the grant and to use up the code; when it throws, nothing was issued.
    case beginning(SignInGrant, endsAt: UnixTime? = nil, commit: ((Store.NewGrant?) throws -> Void)? = nil)
    /// The grant of this refresh token goes on with a new one.
    case following(RefreshToken)
  }

  let user: User
  let tenant: Tenant
  /// What the client asks in this request.
  let scopes: ResolvedScopes
  /// The one of them that the tokens are for.
  let resource: ResourceScopes
  /// The OpenID words that the tokens go by: those of the request, and of the code or refresh token behind it.
  let openID: Set<OpenIDScope>
  let signIn: SignInFacts
  let clientAuthentication: ClientAuthenticationStrength
  let capabilities: [String]
  let continuation: Continuation
  var nonce: String?
  /// No access token lasts longer; nil for the world's lifetime.
  var latestEnd: UnixTime?
  /// The order in which the service tells obstacles.
  var checks = AccountCheck.atToken

  /// Throws the refusal of the first obstacle, else issues.
  func issue(_ request: TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    exchange.note(resource: request.directory.applications[resource.resource])
    let terms = try terms(for: request, &exchange)
    let call = request.call
    let issuer = TokenIssuer(
      call: call, user: user, tenant: tenant, client: request.client, openID: openID, signIn: signIn, nonce: nonce,
      clientAuthentication: clientAuthentication, claims: request.claims, isLegacy: request.isLegacy,
      shape: exchange.shape)
    let subject = issuer.subject(terms, in: request.directory)
    let accessToken = try issuer.accessToken(for: subject)
    let idToken = wantsIDToken ? try issuer.idToken(for: subject) : nil
    let refreshToken = try refreshToken(call)
    return TokenAnswer(
      scope: accessToken.scope, expiresIn: accessToken.lifetime.wholeSeconds - 1, accessToken: accessToken.token,
      refreshToken: refreshToken?.handle,
      refreshTokenExpiresIn: refreshToken?.endsAt.map { ($0 - call.now).wholeSeconds }, family: request.client.family,
      idToken: idToken, clientInfo: request.wantsClientInfo ? ClientInfo.text(for: user) : nil)
  }

  /// What the tokens may carry, once nothing stands between the user and them.
  private func terms(for request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) -> TokenTerms {
    var asked = scopes
    if asked.resources.count > 1 { asked.resources = [resource] }
    let attempt = AccountAttempt(
      user: user, isInTenant: true, account: request.directory.account(of: user), tenant: tenant,
      client: request.client, signIn: signIn, claims: request.claims, scopes: asked, prompt: .none,
      hasConsented: false, refreshTokenIssuedAt: issuedRefreshToken, now: request.call.now)
    let found = AccountCheck.firstObstacle(to: attempt, asking: checks, in: request.directory)
    exchange.reasons += found.reasons
    if let obstacle = found.decision { throw obstacle.refusal(of: attempt) }
    let wishes = TokenTerms.Wishes(
      openID: openID, capabilities: capabilities, lifetimes: request.call.world.settings.lifetimes,
      latestEnd: latestEnd)
    let terms = try TokenTerms.decide(resource, wishes, for: attempt, in: request.directory)
    exchange.reasons += terms.reasons
    return terms.decision
  }

  /// The words were settled when the user signed in, but at a renewal the client asks for the id_token anew.
  private var wantsIDToken: Bool {
    if case .following = continuation { scopes.openID.contains(.openid) } else { openID.contains(.openid) }
  }

  /// When the server issued the refresh token that the client sent.
  private var issuedRefreshToken: UnixTime? {
    if case .following(let token) = continuation { token.issuedAt } else { nil }
  }

  /// Makes and keeps the refresh token; nil when there is none.
  private func refreshToken(_ call: Call) throws -> (handle: String, endsAt: UnixTime?)? {
    switch continuation {
    case .following(let token):
      let handle = UserGrant.newHandle(call.world.entropy)
      try call.world.store.add(refreshToken: handle, to: token, issuedAt: call.now)
      return (handle, token.endsAt)
    case .beginning(let grant, let endsAt, let commit):
      let handle = openID.contains(.offlineAccess) ? UserGrant.newHandle(call.world.entropy) : nil
      let beginning = handle.map { Store.NewGrant(grant, refreshToken: $0, issuedAt: call.now, endsAt: endsAt) }
      if let commit {
        try commit(beginning)
      } else if let beginning {
        try call.world.store.begin(beginning)
      }
      return handle.map { ($0, endsAt) }
    }
  }
}

extension UserTokens {
  /// For a grant without a redirect URI: the words of the request are all there are, and a client that proved itself is a web
  /// app. Throws AADSTS70011 when the request names no resource.
  init(
    _ request: TokenRequest, user: User, tenant: Tenant, scope: String, scopes: ResolvedScopes, signIn: SignInFacts,
    clientAuthentication: ClientAuthenticationStrength, capabilities: [String],
    commit: ((Store.NewGrant?) throws -> Void)? = nil
  ) throws(Refusal) {
    guard let resource = scopes.resources.first else { throw .scopeInvalid(scope) }
    let grant = SignInGrant(
      client: request.client.id, user: user.id, tenant: tenant.id,
      platform: clientAuthentication == .none ? .native : .web, scope: scope, signIn: signIn,
      capabilities: capabilities)
    self.init(
      user: user, tenant: tenant, scopes: scopes, resource: resource, openID: scopes.openID, signIn: signIn,
      clientAuthentication: clientAuthentication, capabilities: capabilities,
      continuation: .beginning(grant, commit: commit))
  }
}
