import Authority
import Bytes
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=refresh_token` at the user flow that gave the token. Each refresh gives a new one.
struct B2CRefreshGrant: B2CGrant {
  static let type = "refresh_token"
  static let parameters = ["refresh_token"]

  func redeem(_ request: inout B2CTokenRequest, _ exchange: inout Exchange) throws -> JSONValue {
    let handle = request.form["refresh_token"] ?? ""
    guard let token = try request.call.world.store.refreshToken(handle: handle),
      token.grant.tenant == request.address.tenant.id
    else { throw Refusal(.b2cGrantMalformed) }
    let grant = token.grant
    try request.consultRules(of: grant.user, &exchange)
    let call = request.call
    try request.checkOwner(grant.client, flow: grant.signIn.customer?.flow ?? "", &exchange)
    try request.authenticate(grant.platform)
    let lifetimes = B2CLifetimes(flow: request.address.flow)
    let lifetime = lifetimes.refreshToken(grant.platform)
    let end = min(token.issuedAt + lifetime, grant.signIn.authenticatedAt + lifetimes.window)
    guard call.now <= end else {
      exchange.because("the refresh token ended at \(end.iso8601)")
      throw request.expired(token.issuedAt, end)
    }
    if token.isRevoked { throw Refusal(.b2cGrantRevoked) }
    let user = try request.customer(grant.user, grant.signIn, isPublicClient: grant.isPublicClient)
    let scopes = try request.scopes(else: grant.scope, &exchange)
    let new = GrantHandle.make(call.world.entropy)
    try call.world.store.add(refreshToken: new, to: token, issuedAt: call.now)
    var facts = grant.signIn
    facts.customer?.isNew = false
    var answer = B2CTokenAnswer(
      tokens: B2CTokens(
        call: call, address: request.address, user: user, client: request.client, signIn: facts,
        shape: exchange.shape), scopes: scopes, directory: request.directory)
    answer.refreshToken = new
    answer.refreshTokenLifetime = min(lifetime, grant.signIn.authenticatedAt + lifetimes.window - call.now)
    answer.wantsClientInfo = request.form["client_info"] == "1"
    return try answer.json()
  }
}
