import Authority
import Bytes
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=authorization_code` at a user flow. A code counts there alone, for ten minutes, once.
struct B2CCodeGrant: B2CGrant {
  static let type = "authorization_code"
  static let parameters = ["code"]

  func redeem(_ request: inout B2CTokenRequest, _ exchange: inout Exchange) throws -> JSONValue {
    let handle = request.form["code"] ?? ""
    guard let code = try request.call.world.store.code(handle: handle), code.tenant == request.address.tenant.id else {
      throw Refusal(.b2cGrantMalformed)
    }
    try request.consultRules(of: code.user, &exchange)
    let call = request.call
    try request.checkOwner(code.client, flow: code.segment, &exchange)
    try request.authenticate(code.platform)
    guard !code.isUsed else { throw Refusal(.b2cGrantRevoked) }
    let lifetime = call.world.settings.lifetimes.authorizationCode
    guard call.now - code.issuedAt <= lifetime else { throw request.expired(code.issuedAt, code.issuedAt + lifetime) }
    if code.redirectURIWasSent || request.form["redirect_uri"] != nil,
      request.form["redirect_uri"].map({ $0.hasSameBytes(as: code.redirectURI) }) != true
    {
      throw request.form["redirect_uri"] == nil
        ? Refusal(.b2cParameterMissing, [.parameter: "redirect_uri"])
        : Refusal(
          .b2cRedirectURINotRegistered,
          [.redirectURI: request.form["redirect_uri"] ?? "", .app: "\(request.client.id)"])
    }
    try checkVerifier(code, request)
    let user = try request.customer(code.user, code.signIn, isPublicClient: code.platform != .web)
    let granted = try UserFlowScopes(
      code.scope, client: request.client, tenant: request.address.tenant, in: request.directory)
    let scopes = try request.scopes(else: code.scope, &exchange)

    var tokens = B2CTokens(
      call: call, address: request.address, user: user, client: request.client, signIn: code.signIn,
      shape: exchange.shape)
    tokens.nonce = code.nonce
    var answer = B2CTokenAnswer(tokens: tokens, scopes: scopes, directory: request.directory)
    var beginning: Store.NewGrant?
    if granted.wantsRefreshToken {
      let refreshToken = GrantHandle.make(call.world.entropy)
      answer.refreshToken = refreshToken
      answer.refreshTokenLifetime = B2CLifetimes(flow: request.address.flow).refreshToken(code.platform)
      beginning = Store.NewGrant(
        SignInGrant(
          client: request.client.id, user: user.id, tenant: code.tenant, platform: code.platform, scope: code.scope,
          signIn: code.signIn, capabilities: []), refreshToken: refreshToken, issuedAt: call.now, endsAt: nil)
    } else {
      exchange.explain(TokenRemark.noRefreshToken.sentence)
    }
    // When two clients race with one code, one of them gets the tokens.
    guard try call.world.store.useCode(handle: handle, beginning: beginning) else { throw Refusal(.b2cGrantRevoked) }
    answer.wantsClientInfo = request.form["client_info"] == "1"
    return try answer.json()
  }

  private func checkVerifier(_ code: AuthorizationCode, _ request: B2CTokenRequest) throws(Refusal) {
    let verifier = request.form.nonEmpty("code_verifier")
    if code.challenge != nil, verifier.map(CodeVerifier.isWellFormed) == false { throw Refusal(.b2cVerifierInvalid) }
    switch CodeVerifier.evaluate(verifier, for: code.challenge) {
    case .accepted: return
    case .missing: throw Refusal(.b2cVerifierInvalid)
    case .wrong, .unasked: throw Refusal(.b2cVerifierWrong)
    }
  }
}
