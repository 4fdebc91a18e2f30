import Bytes
import Directory
import Policy
import Time
import Worlds

/// `grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer` with `requested_token_use=on_behalf_of` (RFC 7523 §2.1;
/// Microsoft: "OAuth 2.0 On-Behalf-Of flow"): a client called an API with a token, and the API exchanges it for a
/// token for another API in the same user's name.
struct OnBehalfOfGrant: Grant {
  static let types = ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
  static let requiredParameters: [String] = []
  static let readsScopeLate = true

  static func check(_ segment: TenantSegment) throws(Refusal) {
    if segment == .consumers { throw Refusal(.noTenantInformation) }
  }

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    if request.client.agentBlueprint != nil, let credential = request.form.nonEmpty("assertion"),
      request.form.nonEmpty("username") != nil || request.form.nonEmpty("user_id") != nil
    {
      return try UserFederatedCredentialGrant.tokens(by: credential, &request, &exchange)
    }
    let assertion = request.form.nonEmpty("assertion").flatMap { try? UserAssertion($0, request.call) }
    try request.consultRules(of: assertion?.user, &exchange)
    let call = request.call

    try OriginRule.check(request.originHeader, platform: .web)
    // The credential comes first: with a wrong secret and a wrong assertion, the service names the secret.
    guard let strength = try ClientAuthenticator.proof(request, &exchange) else { throw Refusal(.credentialMissing) }
    let (text, scope) = try parameters(request)
    let incoming = try UserAssertion(text, call)
    try incoming.check(for: request, &exchange)
    guard let id = incoming.user, let tenantID = incoming.tenant else {
      throw Refusal.onBehalfOfNotAllowed(clientID: "")
    }

    let signIn = try incoming.signIn(in: call.world)
    let (user, tenant) = try UserGrant.user(id, grantedIn: tenantID, request)
    exchange.note(user: user)
    exchange.note(tenant: tenant)
    let account = request.directory.account(of: user)
    if request.segment.isAlias, user.isGuest, account.tenant == WellKnown.personalTenant {
      throw Refusal.guestNotOnAlias(account.preferredUserName)
    }
    try UserGrant.checkRevocation(
      signIn, of: user, isPublicClient: incoming.isForPublicClient, request, &exchange)
    let scopes = try request.resolved(ScopeList(scope), in: tenant)
    if scopes.resources.count > 1 { throw Refusal.scopeInvalid(scope) }
    try ResourceParameter.check(request, against: scopes, &exchange)
    var tokens = try UserTokens(
      request, user: user, tenant: tenant, scope: scope, scopes: scopes, signIn: signIn,
      clientAuthentication: strength, capabilities: request.capabilities)
    tokens.latestEnd = incoming.expires
    return try tokens.issue(request, &exchange)
  }

  /// The parameters that the service checks after the credential of the client.
  private func parameters(_ request: TokenRequest) throws(Refusal) -> (assertion: String, scope: String) {
    let form = request.form
    // Devices and brokers send a signed request in place of the assertion, with the same grant type.
    if form.nonEmpty("request") != nil, form.nonEmpty("requested_token_use") == nil {
      throw .unsupportedGrantType(Self.types[0])
    }
    guard let assertion = form.nonEmpty("assertion") else { throw .missingParameter("assertion") }
    guard let use = form.nonEmpty("requested_token_use") else { throw .missingParameter("requested_token_use") }
    guard use == "on_behalf_of" else { throw .unsupportedGrantType(use) }
    if let type = form.nonEmpty("requested_token_type"), type != "urn:ietf:params:oauth:token-type:jwt" {
      throw .unsupportedGrantType(type)
    }
    guard let scope = form.nonEmpty("scope") else { throw .missingParameter("scope") }
    return (assertion, scope)
  }
}
