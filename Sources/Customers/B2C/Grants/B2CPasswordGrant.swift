import Authority
import Bytes
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=password` at a user flow for it (Microsoft: "Set up a resource owner password credentials flow in Azure Active Directory
/// B2C"). The app sends no secret.
struct B2CPasswordGrant: B2CGrant {
  static let type = "password"
  static let parameters = ["username", "password", "scope"]

  func redeem(_ request: inout B2CTokenRequest, _ exchange: inout Exchange) throws -> JSONValue {
    guard request.address.flow.kind == .resourceOwner else {
      exchange.because("'\(request.address.flow.name)' is not a user flow for passwords in requests")
      throw Refusal(.b2cPasswordGrantOff)
    }
    let name = request.form["username"] ?? ""
    let tenant = request.address.tenant
    try request.consultRules(of: request.directory.customer(named: name, in: tenant.id)?.id, &exchange)
    let call = request.call
    guard request.client.allowsPublicClientFlows else {
      exchange.because("'\(request.client.alias)' does not allow public client flows")
      throw Refusal(.b2cPublicClientNotEnabled)
    }
    guard let user = request.directory.customer(named: name, in: tenant.id) else {
      exchange.because("'\(tenant.alias)' has no customer '\(name)'")
      throw Refusal(.b2cCredentialsWrong)
    }
    if let refusal = request.accounts.refusal(of: request.form["password"] ?? "", of: user, &exchange) {
      exchange.because("the password check says \(refusal.kind.name)")
      throw Refusal(.b2cCredentialsWrong)
    }
    let scopes = try request.scopes(else: "", &exchange)
    let facts = SignInFacts(
      session: nil, authenticatedAt: Revocation.momentOfSignIn(of: [user], at: call.now), methods: ["pwd"],
      customer: CustomerFacts(flow: ASCII.lowercased(request.address.flow.name)))
    exchange.note(.signIn)
    var answer = B2CTokenAnswer(
      tokens: B2CTokens(
        call: call, address: request.address, user: user, client: request.client, signIn: facts,
        shape: exchange.shape), scopes: scopes, directory: request.directory)
    answer.isForPassword = true
    if scopes.wantsRefreshToken {
      let handle = GrantHandle.make(call.world.entropy)
      try call.world.store.begin(
        SignInGrant(
          client: request.client.id, user: user.id, tenant: tenant.id, platform: .native, scope: scopes.text,
          signIn: facts, capabilities: []), refreshToken: handle, issuedAt: call.now, endsAt: nil)
      answer.refreshToken = handle
    } else {
      exchange.explain(TokenRemark.noRefreshToken.sentence)
    }
    return try answer.json()
  }
}
