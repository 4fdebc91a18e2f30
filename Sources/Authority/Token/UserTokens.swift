import Bytes
import Directory
import Policy
import Scenarios
import Time

/// The tokens of a grant that begins without a redirect: one resource, the whole answer, and a grant of its own in the store.
struct UserTokens {
  let request: TokenRequest
  let user: User
  let tenant: Tenant
  let scopes: ScopeList
  let signIn: SignInFacts
  let clientAuthentication: ClientAuthenticationStrength
  let capabilities: [String]
  /// No access token lasts longer; nil for the world's lifetime.
  var latestEnd: UnixTime?
  /// Whether a policy's refusal is told before a missing consent.
  var checksPoliciesFirst = false

  /// Checks resource, consent, assignment and policies, in this order, and issues. `commit` is called last of all to keep the
  /// grant, if one begins; when it throws nothing was issued.
  func issue(_ exchange: inout Exchange, commit: ((Store.NewGrant?) throws -> Void)? = nil) throws -> TokenAnswer {
    let resolved = try ResolvedScopes(scopes, in: request.directory, tenant: tenant)
    // The first resource counts when there are several, as in a refresh.
    guard let resource = resolved.resources.first else { throw Refusal.scopeInvalid(scopes.text) }
    exchange.note(resource: request.directory.applications[resource.resource])
    if checksPoliciesFirst { try checkPolicies(resource, &exchange) }
    try UserGrant.checkConsent(resolved, of: resource, user: user, tenant: tenant, request, &exchange)
    if !checksPoliciesFirst { try checkPolicies(resource, &exchange) }

    let call = request.call
    let issuer = TokenIssuer(
      call: call, user: user, tenant: tenant, client: request.client, openID: resolved.openID, signIn: signIn,
      nonce: nil, clientAuthentication: clientAuthentication, capabilities: capabilities, claims: request.claims,
      latestEnd: latestEnd,
      isLegacy: request.isLegacy, shape: exchange.shape)
    let subject = try issuer.subject(for: resource)
    let accessToken = try issuer.accessToken(for: subject)
    let idToken = resolved.openID.contains(.openid) ? try issuer.idToken(for: subject) : nil
    var refreshToken: String?
    var beginning: Store.NewGrant?
    if resolved.openID.contains(.offlineAccess) {
      let handle = UserGrant.newHandle(call.world.entropy)
      let grant = SignInGrant(
        client: request.client.id, user: user.id, tenant: tenant.id,
        platform: clientAuthentication == .none ? .native : .web, scope: scopes.text, signIn: signIn,
        capabilities: capabilities)
      beginning = Store.NewGrant(grant, refreshToken: handle, issuedAt: call.now, endsAt: nil)
      refreshToken = handle
    }
    if let commit {
      try commit(beginning)
    } else if let beginning {
      try call.world.store.begin(beginning)
    }
    return TokenAnswer(
      scope: accessToken.scope, expiresIn: accessToken.lifetime.wholeSeconds - 1, accessToken: accessToken.token,
      refreshToken: refreshToken, family: request.client.family, idToken: idToken,
      clientInfo: request.wantsClientInfo ? issuer.clientInfo : nil)
  }

  private func checkPolicies(_ resource: ResourceScopes, _ exchange: inout Exchange) throws(Refusal) {
    try UserGrant.checkPolicies(
      signIn, issuedAt: nil, of: user, tenant: tenant, resource: resource, request, &exchange)
  }
}
