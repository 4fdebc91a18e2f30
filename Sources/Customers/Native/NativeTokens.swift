import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// The end of every flow: `/oauth2/v2.0/token` with a continuation token.
enum NativeTokens {
  /// Whether a token request is one of this API: its grant is, or it brings a continuation token. A password alone is one too, because
  /// External ID has no other grant with passwords.
  static func isMeant(by form: FormFields) -> Bool {
    form["continuation_token"] != nil || form.nonEmpty("grant_type").flatMap { NativeGrant(rawValue: $0) } != nil
  }

  static func redeem(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let user = try request.customer()
    switch request.grant {
    case .password: try checkPassword(of: user, &request, &exchange)
    case .code, .secondFactorCode:
      let isSecond = try request.flow.step == .factorCodeAsked
      try request.checkCode(&exchange)
      try checkAccount(user)
      try request.change { $0.methods += isSecond ? ["mfa"] : ["otp"] }
    default: try checkAccount(user)
    }
    guard let scope = request.form.nonEmpty("scope") else { throw Refusal.missingParameter("scope") }
    let scopes = try ResolvedScopes(try ScopeList(scope), in: request.directory, tenant: request.tenant)
    let moment = Revocation.momentOfSignIn(of: [user], at: request.call.now)
    let signIn = SignInFacts(
      session: nil, authenticatedAt: max(moment, user.createdAt), methods: try request.flow.methods)
    let tokenRequest = try tokenRequest(request)
    let hasPassed = try checkSecondFactor(of: user, scopes, signIn, tokenRequest, &request, &exchange)
    exchange.note(.signIn)
    let (store, handle) = (request.world.store, request.stored?.handle ?? "")
    var tokens = try UserTokens(
      tokenRequest, user: user, tenant: request.tenant, scope: scope, scopes: scopes, signIn: signIn,
      clientAuthentication: .none, capabilities: tokenRequest.capabilities,
      commit: { beginning in
        // Of two calls with one token only the first gets tokens.
        guard try store.endFlow(handle: handle) else { throw Refusal(.continuationTokenInvalid) }
        if let beginning { try store.begin(beginning) }
      })
    // Nothing is asked twice.
    if hasPassed { tokens.checks.removeAll { Self.checkedFirst.contains($0) } }
    let answer = try tokens.issue(tokenRequest, &exchange)
    exchange.note(.tokenIssued)
    exchange.because("→ tokens for \(exchange.resource ?? "the app")")
    guard case .object(let body) = answer.json else { return [:] }
    return body
  }

  private static func tokenRequest(_ request: NativeRequest) throws(Refusal) -> TokenRequest {
    let claims = try ClaimsParameter(request.form["claims"])
    return TokenRequest(
      call: request.call, form: request.form, segment: .tenant(request.tenant),
      segmentText: ASCII.lowercased(request.segmentText), client: request.client,
      credentials: try ClientCredentials(request.form, request.call.request), scopes: nil,
      capabilities: claims.capabilities, claims: claims.request, confirmation: nil, isLegacy: false,
      directory: request.directory)
  }

  /// - Throws: AADSTS50126, 50053, 50057, or 50142 for a right password that has expired.
  private static func checkPassword(
    of user: User, _ request: inout NativeRequest, _ exchange: inout Exchange
  ) throws {
    guard let password = request.form.nonEmpty("password") else { throw Refusal.missingParameter("password") }
    if let refusal = request.accounts.refusal(of: password, of: user, &exchange) {
      exchange.note(.signInFailed)
      throw refusal.kind == .passwordExpired ? Refusal(.passwordChangeNeeded) : refusal
    }
    try request.change { $0.methods = ["pwd"] }
  }

  private static func checkAccount(_ user: User) throws(Refusal) {
    if let kind = CustomerDecision.obstacle(to: user, for: .signIn) { throw Refusal(kind) }
  }

  /// What is asked before the token endpoint's other checks, because the answer leads on to another step.
  private static let checkedFirst: [AccountCheck] = [.policies, .secondFactor]

  /// Whether the sign-in has passed these checks. What else a policy demands is refused in its turn.
  ///
  /// - Throws: `mfa_required` or `registration_required` with the token of that step, or `NativeRedirect`.
  private static func checkSecondFactor(
    of user: User, _ scopes: ResolvedScopes, _ signIn: SignInFacts, _ token: TokenRequest,
    _ request: inout NativeRequest, _ exchange: inout Exchange
  ) throws -> Bool {
    let attempt = AccountAttempt(
      user: user, isInTenant: true, account: user, tenant: request.tenant, path: .tenant(request.tenant.id),
      client: request.client, platform: nil, way: .token, signIn: signIn, claims: token.claims, scopes: scopes,
      prompt: .none, hasConsented: false, refreshTokenIssuedAt: nil,
      now: request.call.now)
    let found = AccountCheck.firstObstacle(to: attempt, asking: checkedFirst, in: request.directory)
    let isUnregistered: Bool
    switch found.decision {
    case .secondFactorMissing: isUnregistered = false
    case .secondFactorUnregistered: isUnregistered = true
    case nil:
      exchange.reasons += found.reasons
      return true
    default: return false
    }
    exchange.reasons += found.reasons
    let reasoned = NativeDecision.secondFactor(
      isUnregistered: isUnregistered, methods: signIn.methods, try request.flow.capabilities)
    exchange.reasons += reasoned.reasons
    let resource = ["\(scopes.resources.first?.resource ?? WellKnown.graph)"]
    switch reasoned.decision {
    case .redirect(let reason): throw NativeRedirect(reason: reason)
    case .prove:
      throw NativeRefusal(
        refusal: Refusal(.multiFactorRequired, [.resource: resource[0]], as: .multiFactorNatively),
        members: ["continuation_token": .string(try request.advance(to: .factorWanted))])
    case .register:
      throw NativeRefusal(
        refusal: Refusal(.multiFactorEnrolmentRequired, [.resource: resource[0]], as: .enrolmentNatively),
        members: ["continuation_token": .string(try request.advance(to: .registrationWanted))])
    }
  }
}
