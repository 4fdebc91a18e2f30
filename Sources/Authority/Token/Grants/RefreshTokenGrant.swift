import Bytes
import Directory
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=refresh_token` (RFC 6749 §6; Microsoft: "Refresh tokens in the Microsoft identity platform"). A refresh gives a
/// new token and leaves the old one valid. The client may ask for any resource that the user has consented to.
struct RefreshTokenGrant: Grant {
  static let types = ["refresh_token"]
  static let requiredParameters = ["refresh_token"]

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    let handle = request.form["refresh_token"] ?? ""
    guard GrantHandle.isHandle(handle) else {
      throw request.isForPersonalService(handle) ? Refusal.refreshTokenNotValid : Refusal(.malformedGrant)
    }
    guard let token = try request.call.world.store.refreshToken(handle: handle) else {
      try ClientAuthenticator.checkUnknownGrant(request, &exchange)
      exchange.because("no such refresh token was given out")
      throw Refusal(.grantInvalid)
    }
    exchange.refreshTokenAge = request.call.now - token.issuedAt
    exchange.refreshTokenGrant = token.grantID
    let grant = token.grant
    try request.consultRules(of: grant.user, granted: (grant.scope, grant.tenant), &exchange)
    let call = request.call

    try checkClient(token, request, &exchange)
    // What the native authentication API gave belongs to no browser and to no page: it has no session.
    let isNative = grant.signIn.session == nil && request.directory.tenants[grant.tenant]?.kind == .external
    if !isNative { try OriginRule.check(request.originHeader, platform: grant.platform) }
    let strength = try ClientAuthenticator.authenticate(
      request, platform: grant.platform, tenant: grant.tenant, &exchange)
    try checkAge(token, request, &exchange)
    try checkLoop(token, request, &exchange)
    if token.isRevoked { throw Refusal.grantRevoked(issuedAt: grant.signIn.authenticatedAt, tokensValidFrom: call.now) }
    let (user, tenant) = try UserGrant.user(grant.user, grantedIn: grant.tenant, request)
    try UserGrant.checkRevocation(
      grant.signIn, of: user, isPublicClient: grant.isPublicClient, request, &exchange)
    explainWhyItCounts(token, user, request, &exchange)

    let asked = try request.scopes.flatMap { $0.isEmpty ? nil : $0 } ?? ScopeList(grant.scope)
    var resolved = try request.resolved(asked, in: tenant)
    try resolved.refuseItselfByURI(request.client)
    if request.scopes?.isEmpty ?? true, resolved.resources.allSatisfy({ $0.resource == request.client.id }) {
      // Asked for by its client id, the app gets a token for itself, without the scope (claude-code 89862 of 2026).
      guard let own = resolved.resources.first, GUID(own.identifier) != nil else {
        throw Refusal.tokenForItself(clientID: "\(request.client.id)", asked: request.client.displayName)
      }
      resolved.resources = [own.withoutValues]
      exchange.explain(
        "no scope was sent, so the token is one of '\(request.client.alias)' for itself and has no scp: send the scope of the first request"
      )
    }
    try ResourceParameter.check(request, against: resolved, &exchange)
    // The first resource counts when there are several (Microsoft: "Scopes and permissions", several resources).
    guard let resource = resolved.resources.first else { throw Refusal(.scopeEmpty) }
    let tokens = UserTokens(
      user: user, tenant: tenant, scopes: resolved, resource: resource,
      openID: try ScopeList(grant.scope).openID.union(resolved.openID), signIn: grant.signIn,
      clientAuthentication: strength,
      capabilities: request.capabilities.isEmpty ? grant.capabilities : request.capabilities,
      continuation: .following(token))
    return try tokens.issue(request, &exchange)
  }

  /// A refresh token belongs to its client. The clients of Microsoft's family share theirs.
  private func checkClient(_ token: RefreshToken, _ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    guard let family = request.directory.applications[token.grant.client]?.family else {
      return try request.refuseGrant(of: token.grant.client, named: "the refresh token", &exchange)
    }
    guard request.client.family == family else {
      exchange.because("the refresh token belongs to family '\(family)', and '\(request.client.alias)' is not of it")
      throw .familyTokenOfAnotherApp
    }
  }

  /// Refresh tokens of web and native apps end when they are not used for long, those of single-page apps at a fixed
  /// time.
  private func checkAge(_ token: RefreshToken, _ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    let now = request.call.now
    let isPersonal = request.directory.tenants[token.grant.tenant]?.kind == .personal
    let lifetimes = request.call.world.settings.lifetimes
    if let endsAt = token.endsAt {
      guard now > endsAt else { return }
      exchange.because("the single-page app's refresh tokens ended at \(endsAt.iso8601)")
      throw isPersonal
        ? .personalGrantExpired
        : .singlePageAppTokenExpired(issuedAt: token.issuedAt, lifetime: lifetimes.singlePageRefreshToken)
    }
    let idle = now - token.issuedAt
    guard idle > lifetimes.refreshTokenIdle else { return }
    explainAge(of: token, idle: idle, request, &exchange)
    throw isPersonal
      ? .personalGrantExpired
      : .refreshTokenInactive(issuedAt: token.issuedAt, inactive: lifetimes.refreshTokenIdle)
  }

  /// A token that was used still counts from its issue: each use gives a newer one, which the client has to keep.
  private func explainAge(of token: RefreshToken, idle: Duration, _ request: TokenRequest, _ exchange: inout Exchange) {
    let allowed = request.call.world.settings.lifetimes.refreshTokenIdle.words
    let selection = GrantSelection(user: token.grant.user, client: token.grant.client)
    let newer = ((try? request.call.world.store.refreshTokens(selection)) ?? []).map(\.token)
      .filter { $0.grantID == token.grantID && $0.issuedAt > token.issuedAt }
    guard let newest = newer.map(\.issuedAt).max() else {
      return exchange.because(
        "the refresh token was issued at \(token.issuedAt.iso8601) and lay unused for \(idle.words), longer than \(allowed)"
      )
    }
    exchange.explain(
      "the refresh token of \(token.issuedAt.iso8601) came again, although \(newer.count) newer "
        + "\(newer.count == 1 ? "one was" : "ones were") handed out, the last at \(newest.iso8601): the client has to keep the one of each answer; "
        + "an old one ends after \(allowed)")
  }

  /// Why the token is still good: a renewal that nobody expected to work has its reason, as a refusal has.
  private func explainWhyItCounts(
    _ token: RefreshToken, _ user: User, _ request: TokenRequest, _ exchange: inout Exchange
  ) {
    let now = request.call.now
    if let endsAt = token.endsAt {
      exchange.because(
        "the refresh token counts: those of a single-page app end at a fixed time, and \((endsAt - now).words) are left"
      )
    } else {
      let allowed = request.call.world.settings.lifetimes.refreshTokenIdle.words
      exchange.because(
        "the refresh token counts: it is \((now - token.issuedAt).words) old, and ends after \(allowed) without use")
    }
    let grant = token.grant
    for holder in user.isGuest ? [user, request.directory.account(of: user)] : [user] {
      guard
        let reason = Revocation.reasonToCount(
          grant.signIn.authenticatedAt, of: holder, isPasswordBased: grant.signIn.isPasswordBased,
          isPublicClient: grant.isPublicClient)
      else { continue }
      exchange.because(reason)
    }
  }

  /// An app that renews the same tokens again and again.
  private func checkLoop(_ token: RefreshToken, _ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    let world = request.call.world
    guard world.settings.stopsLoops else { return }
    let scopes = (request.scopes?.items.map(\.text) ?? []).sorted().joined(separator: " ")
    let count = world.loops.count(
      client: token.grant.client, user: token.grant.user, scopes: scopes, at: request.call.now)
    guard count >= RequestLoops.limit else { return }
    exchange.explain(
      "'\(request.client.alias)' renewed the same tokens \(count) times within \(RequestLoops.span.words): keep the access token until it ends"
    )
    throw Refusal(.signInLoop)
  }
}
