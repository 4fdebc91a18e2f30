import Bytes
package import Directory
package import Policy
import Time
import Tokens
package import Worlds

/// The last part of every grant in a user's name: it checks the sign-in once more, makes the tokens for one API,
/// keeps the refresh token and writes the answer.
package struct UserTokens {
  /// What happens to refresh tokens.
  enum Continuation {
    /// A grant begins, with a refresh token when the client asked for `offline_access`. `endsAt` is the fixed end of
    /// a single-page app's tokens. `commit` is called last; it keeps the grant and uses up the code. When it throws,
    /// nothing was issued.
    case beginning(SignInGrant, endsAt: UnixTime? = nil, commit: ((Store.NewGrant?) throws -> Void)? = nil)
    /// The grant of this refresh token continues with a new one.
    case following(RefreshToken)
  }

  let user: User
  let tenant: Tenant
  /// The scopes that the client asks for in this request.
  let scopes: ResolvedScopes
  /// The API that the tokens are for: one of those in `scopes`.
  let resource: ResourceScopes
  /// The OpenID scopes that count for the tokens: those of the request, and those of the code or refresh token behind
  /// it.
  let openID: Set<OpenIDScope>
  let signIn: SignInFacts
  let clientAuthentication: ClientAuthenticationStrength
  let capabilities: [String]
  let continuation: Continuation
  var nonce: String?
  /// The way in which the sign-in comes to the client that asks.
  var flow: AccessPolicy.Flow?
  /// The access token does not outlive this time; nil for the world's lifetime.
  var latestEnd: UnixTime?
  /// The checks of the account, in the order in which the service names failures.
  package var checks = AccountCheck.atToken

  /// - Throws: the refusal of the first check that fails.
  package func issue(_ request: TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    exchange.note(resource: request.directory.applications[resource.resource])
    let terms = try terms(for: request, &exchange)
    let call = request.call
    var issuer = TokenIssuer(
      call: call, user: user, tenant: tenant, client: request.client, openID: openID, signIn: signIn, nonce: nonce,
      clientAuthentication: clientAuthentication, claims: request.claims, isLegacy: request.isLegacy,
      shape: exchange.shape)
    issuer.confirmation = request.confirmation
    if case .following = continuation { issuer.isRenewal = true }
    var subject = issuer.subject(terms, in: request.directory)
    try issuer.askProviders(
      wantsIDToken ? [.accessToken, .idToken] : [.accessToken], for: &subject, in: request.directory, &exchange)
    let accessToken = try issuer.accessToken(for: subject)
    let idToken = wantsIDToken ? try issuer.idToken(for: subject) : nil
    let refreshToken = try refreshToken(request)
    explain(subject, hasRefreshToken: expectsRefreshToken(request) ? refreshToken != nil : nil, request, &exchange)
    return TokenAnswer(
      scope: accessToken.scope, expiresIn: accessToken.lifetime.wholeSeconds - 1, accessToken: accessToken.token,
      refreshToken: refreshToken?.handle,
      refreshTokenExpiresIn: refreshToken?.endsAt.map { ($0 - call.now).wholeSeconds }, family: request.client.family,
      idToken: idToken, clientInfo: request.wantsClientInfo ? ClientInfo.text(for: user) : nil,
      confirmation: request.confirmation)
  }

  /// Tells what may surprise whoever reads the tokens.
  private func explain(
    _ subject: TokenSubject, hasRefreshToken: Bool?, _ request: TokenRequest, _ exchange: inout Exchange
  ) {
    var answer = TokenRemark.Answer(
      asksForAPI: scopes.resources.contains { $0.isDefault || !$0.values.isEmpty }, hasIDToken: wantsIDToken,
      hasRefreshToken: hasRefreshToken)
    if case .following = continuation { answer.isRenewal = true }
    // MSAL knows that the address and the issuer differ there.
    if exchange.library == nil, request.segment.isAlias, request.segment != .consumers {
      answer.alias = request.segment.spelling
    }
    for remark in TokenRemark.all(of: subject, in: answer) { exchange.explain(remark.sentence) }
  }

  /// What the tokens contain, after all checks of the account have passed.
  private func terms(for request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) -> TokenTerms {
    var asked = scopes
    if asked.resources.count > 1 { asked.resources = [resource] }
    if let closed = ClosedResource.refusal(of: [resource.resource], in: request.directory) {
      exchange.reasons += closed.reasons
      throw closed.decision
    }
    if let disabled = DisabledResource.refusal(
      of: [resource], in: tenant.id, isLegacy: request.isLegacy, request.directory)
    {
      exchange.reasons += disabled.reasons
      throw disabled.decision
    }
    var attempt = AccountAttempt(
      user: user, isInTenant: true, account: request.directory.account(of: user), tenant: tenant,
      path: request.segment.audience, client: request.client, platform: platform(request),
      way: checks == AccountCheck.ofPasswordGrant ? .password : .token, signIn: signIn, claims: request.claims,
      scopes: asked, prompt: .none, hasConsented: false, refreshTokenIssuedAt: issuedRefreshToken, now: request.call.now
    )
    attempt.flow = flow
    let found = AccountCheck.firstObstacle(to: attempt, asking: checks, in: request.directory)
    exchange.reasons += found.reasons
    if let obstacle = found.decision { throw obstacle.refusal(of: attempt) }
    let wishes = TokenTerms.Wishes(
      openID: openID, capabilities: capabilities, lifetimes: request.call.world.lifetimesOfAnswer,
      latestEnd: latestEnd)
    let terms = try TokenTerms.decide(resource, wishes, for: attempt, in: request.directory)
    exchange.reasons += terms.reasons
    return terms.decision
  }

  /// At the sign-in the OpenID scopes of the grant decide; at a renewal the client has to ask for the id_token again.
  private var wantsIDToken: Bool {
    if case .following = continuation { scopes.openID.contains(.openid) } else { openID.contains(.openid) }
  }

  /// The system of a public client, as MSAL names it. That of a server says nothing about the user's device.
  private func platform(_ request: TokenRequest) -> SignInPlatform? {
    clientAuthentication == .none ? SignInPlatform(request.form["x-client-OS"]) : nil
  }

  /// When the server issued the refresh token that the client sent.
  private var issuedRefreshToken: UnixTime? {
    if case .following(let token) = continuation { token.issuedAt } else { nil }
  }

  /// Whether an app may be surprised when it gets no refresh token. A single-page app that asks for itself, and the middle of a chain, expect none.
  private func expectsRefreshToken(_ request: TokenRequest) -> Bool {
    if case .beginning = continuation {
      ["authorization_code"].contains(request.form["grant_type"]) && !request.isLegacy
    } else {
      false
    }
  }

  /// Makes and keeps the refresh token; nil when the client gets none. An answer with a token that is bound to a key has none (observed
  /// 2026-09), and the one that the client sent stays good.
  private func refreshToken(_ request: TokenRequest) throws -> (handle: String, endsAt: UnixTime?)? {
    let call = request.call
    let isBound = request.confirmation != nil
    switch continuation {
    case .following where isBound: return nil
    case .following(let token):
      let handle = GrantHandle.make(call.world.entropy)
      try call.world.store.add(refreshToken: handle, to: token, issuedAt: call.now)
      return (handle, token.endsAt)
    case .beginning(let grant, let endsAt, let commit):
      let handle = openID.contains(.offlineAccess) && !isBound ? GrantHandle.make(call.world.entropy) : nil
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
  /// For a grant without a redirect URI: only the scopes of the request count, and a client that proved itself counts
  /// as a web app.
  ///
  /// - Throws: AADSTS70011 when the request names no API.
  package init(
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
