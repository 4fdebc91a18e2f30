import Bytes
import Crypto
import Directory
import JOSE
import Policy
import Time
import Worlds

/// `grant_type=user_fic`: an agent identity gets tokens in the name of its agent user, by a token of its own (the newest MSALs;
/// Microsoft: "Agent user OAuth flow", which has the same as a form of the on-behalf-of flow).
struct UserFederatedCredentialGrant: Grant {
  static let types = ["user_fic"]
  static let requiredParameters = ["user_federated_identity_credential"]
  static let readsScopeLate = true

  static func check(_ segment: TenantSegment) throws(Refusal) {
    if segment.isAlias { throw Refusal(.noTenantInformation) }
  }

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    guard request.client.agentBlueprint != nil else {
      exchange.because("'\(request.client.alias)' is not an agent identity")
      throw Refusal.unsupportedGrantType("user_fic")
    }
    return try Self.tokens(by: request.form["user_federated_identity_credential"] ?? "", &request, &exchange)
  }

  /// The tokens of the agent user whom the form names.
  static func tokens(
    by credential: String, _ request: inout TokenRequest, _ exchange: inout Exchange
  ) throws -> TokenAnswer {
    let user = try namedUser(request)
    try request.consultRules(of: user?.id, &exchange)
    try OriginRule.check(request.originHeader, platform: .web)
    guard let strength = try ClientAuthenticator.proof(request, &exchange) else { throw Refusal(.credentialMissing) }
    guard let token = try? JWS.parse(credential) else { throw Refusal(.assertionMalformed) }
    try AgentProof(token: token, request: request).checkOwn(&exchange)
    guard let scope = request.form.nonEmpty("scope") else { throw Refusal.missingParameter("scope") }
    guard let tenant = request.segment.tenant(in: request.directory) else { throw Refusal(.noTenantInformation) }
    guard let user, user.tenant == tenant.id else { throw Refusal.userNotFound(tenant: request.spelledTenant) }
    guard !user.isDeleted else { throw Refusal.userDeleted(tenant: "\(tenant.id)") }
    exchange.note(user: user)
    guard user.id == request.client.agentUser else {
      exchange.because("'\(user.alias)' is not the agent user of '\(request.client.alias)'")
      throw Refusal.federatedSubjectMismatch("\(user.id)")
    }
    let scopes = try ResolvedScopes(ScopeList(scope), in: request.directory, tenant: tenant)
    let moment = Revocation.momentOfSignIn(of: [user], at: request.call.now)
    // There is no browser, and yet the tokens name a session (observed 2025-10-20 and 2026-03-01).
    let session = request.call.world.entropy.guid()
    var tokens = try UserTokens(
      request, user: user, tenant: tenant, scope: scope, scopes: scopes,
      signIn: SignInFacts(session: session, authenticatedAt: moment, methods: ["fed"]), clientAuthentication: strength,
      capabilities: request.capabilities)
    tokens.checks = AccountCheck.ofPasswordGrant
    return try tokens.issue(request, &exchange)
  }

  /// The user of `username` or `user_id`; nil when there is none.
  ///
  /// - Throws: AADSTS900144 for both, and for neither; AADSTS50000 for a `user_id` that is not a GUID.
  private static func namedUser(_ request: TokenRequest) throws(Refusal) -> User? {
    let directory = request.directory
    switch (request.form.nonEmpty("username"), request.form.nonEmpty("user_id")) {
    case (let name?, nil): return directory.user(named: name)
    case (nil, let id?):
      // A sign-in name as the id is trouble of the service (observed: Agents-for-js 932 of 2026).
      guard let id = User.ID(id) else { throw Refusal(.issuanceFailed) }
      return directory.users[id]
    case (nil, nil), (_?, _?): throw .missingParameter("username")
    }
  }
}
