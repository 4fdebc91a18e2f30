import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=authorization_code` (RFC 6749 §4.1.3, RFC 7636 §4.5).
struct AuthorizationCodeGrant: Grant {
  static let types = ["authorization_code"]
  static let requiredParameters = ["code"]

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    let handle = request.form["code"] ?? ""
    guard GrantHandle.isHandle(handle) else {
      throw request.isForPersonalService(handle) ? Refusal.codeNotValid : Refusal.malformedCode
    }
    guard var code = try request.call.world.store.code(handle: handle) else {
      try ClientAuthenticator.checkUnknownGrant(request, &exchange)
      exchange.because("no such code was given out")
      throw Refusal(.grantInvalid)
    }
    request.claims = code.claims.merged(with: request.claims)
    try request.consultRules(of: code.user, granted: (code.scope, code.tenant), &exchange)
    let call = request.call

    try request.refuseGrant(of: code.client, named: "the code", &exchange)
    // A registration that has changed since counts as it is now: the client may just have shown what it is.
    if let registration = RedirectURIRules.match(code.redirectURI, among: request.client.redirectURIs) {
      code.platform = registration.platform
    }
    try OriginRule.check(request.originHeader, platform: code.platform)
    try PageCode.check(code, request)
    let strength = try ClientAuthenticator.authenticate(
      request, platform: code.platform, tenant: code.tenant, &exchange)
    try checkTenant(code, request)
    guard !code.isUsed else {
      // The client has sent the code once, and must not hear that it did so twice.
      guard code.usedBy == 0 || code.usedBy != call.request.clusterNumber else {
        exchange.because("this very request has redeemed the code at another server, which ended before it answered")
        throw Refusal(.transientFailure)
      }
      throw Refusal(.codeAlreadyRedeemed)
    }
    let lifetimes = call.world.settings.lifetimes
    guard call.now - code.issuedAt <= lifetimes.authorizationCode else {
      exchange.because("the code is older than \(lifetimes.authorizationCode.words)")
      throw code.tenant == WellKnown.personalTenant ? .personalCodeTooOld : Refusal(.codeExpired)
    }
    try checkRedirectURI(code, request)
    try checkVerifier(code, request)
    let (user, tenant) = try UserGrant.user(code.user, grantedIn: code.tenant, request)
    try UserGrant.checkRevocation(
      code.signIn, of: user, isPublicClient: code.platform != .web, request, &exchange)

    let granted = try ScopeList(code.scope)
    let resolved = try resources(granted, request, tenant: tenant)
    try resolved.refuseItselfByURI(request.client)
    try ResourceParameter.check(request, against: resolved, &exchange)
    guard let resource = resolved.resources.first else { throw Refusal(.scopeEmpty) }
    if tenant.kind == .personal, resource.isDefault,
      request.client.requiredAccess(to: resource.resource)?.scopes.isEmpty != false
    {
      exchange.because("'\(request.client.alias)' lists no permission that a personal account could have")
      throw Refusal.noApplicablePermissions
    }

    let grant = SignInGrant(
      client: request.client.id, user: code.user, tenant: code.tenant, platform: code.platform, scope: code.scope,
      signIn: code.signIn, capabilities: code.capabilities)
    let pageCode = PageCode(besideTokensOf: code, request)
    let endsAt = code.platform == .spa ? call.now + lifetimes.singlePageRefreshToken : nil
    var tokens = UserTokens(
      user: user, tenant: tenant, scopes: resolved, resource: resource,
      openID: granted.openID.union(resolved.openID), signIn: code.signIn, clientAuthentication: strength,
      capabilities: code.capabilities.isEmpty ? request.capabilities : code.capabilities,
      continuation: .beginning(grant, endsAt: endsAt) { beginning in
        // When two clients race with one code, one of them gets the tokens.
        guard
          try call.world.store.useCode(handle: handle, by: call.request.clusterNumber, beginning: beginning)
        else {
          throw Refusal(.codeAlreadyRedeemed)
        }
        if let pageCode { try call.world.store.save(pageCode.code, handle: pageCode.handle) }
      })
    tokens.nonce = code.nonce
    var answer = try tokens.issue(request, &exchange)
    answer.pageCode = pageCode?.handle
    if pageCode != nil { exchange.because("→ a code for the page of '\(request.client.alias)'") }
    return answer
  }

  /// A client may redeem a code from `common` and the like at that path and at the user's tenant. A code from a
  /// tenant's path is valid at that tenant only.
  private func checkTenant(_ code: AuthorizationCode, _ request: TokenRequest) throws(Refusal) {
    if let tenant = request.segment.tenant(in: request.directory) {
      guard tenant.id == code.tenant else { throw Refusal(.codeOfAnotherTenant) }
      return
    }
    guard ["common", "organizations", "consumers"].contains(code.segment) else { throw Refusal(.codeOfAnotherTenant) }
  }

  private func checkRedirectURI(_ code: AuthorizationCode, _ request: TokenRequest) throws(Refusal) {
    guard !code.redirectURI.isEmpty else { return }
    guard let sent = request.form["redirect_uri"] else {
      if code.redirectURIWasSent { throw Refusal(.replyAddressMissing) }
      return
    }
    guard RedirectURIRules.isWellFormed(sent) else { throw Refusal.replyAddressNotAbsolute }
    guard sent.hasSameBytes(as: code.redirectURI) else {
      throw .replyAddressMismatch(sent: sent, original: code.redirectURI)
    }
  }

  /// A verifier without a challenge is refused, by the service too (observed, convex-auth 457).
  private func checkVerifier(_ code: AuthorizationCode, _ request: TokenRequest) throws(Refusal) {
    switch CodeVerifier.evaluate(request.form.nonEmpty("code_verifier"), for: code.challenge) {
    case .accepted: return
    case .missing: throw Refusal(.codeVerifierMissing)
    case .wrong, .unasked: throw Refusal(.codeVerifierMismatch)
    }
  }

  /// The resource that the tokens are for: the one in the request, else the only one of the code.
  private func resources(_ granted: ScopeList, _ request: TokenRequest, tenant: Tenant) throws(Refusal)
    -> ResolvedScopes
  {
    if let asked = request.scopes, !asked.isEmpty {
      // A renewal may ask so (observed 2026-07: fastmcp 4467).
      if asked.items.allSatisfy(\.isOpenID), asked.openID == [.offlineAccess] { throw .offlineAccessAlone(asked.text) }
      let resolved = try ResolvedScopes(asked, in: request.directory, tenant: tenant)
      if resolved.resources.count > 1 {
        throw tenant.kind == .personal ? .scopesIncompatible(asked.text) : .severalResources(asked.text)
      }
      return resolved
    }
    let resolved = try ResolvedScopes(granted, in: request.directory, tenant: tenant)
    if resolved.resources.count != 1 { throw Refusal(.scopeEmpty) }
    return resolved
  }
}
