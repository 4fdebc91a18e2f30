import Bytes
import Directory
import Policy
import Time
import Worlds

/// `grant_type=password` (RFC 6749 §4.3; Microsoft: "OAuth 2.0 resource owner password credentials"). The server can show the
/// user no page, so it refuses where authorize would show one.
struct PasswordGrant: Grant {
  static let types = ["password"]
  static let requiredParameters = ["username", "password"]
  static let readsScopeLate = true

  static func check(_ segment: TenantSegment) throws(Refusal) {
    if segment == .common || segment == .consumers { throw Refusal(.grantNotOnCommon) }
  }

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    let name = request.form["username"] ?? ""
    try request.consultRules(of: request.directory.user(named: name)?.id, &exchange)
    let call = request.call

    try OriginRule.check(request.originHeader, platform: .native)
    let strength = try ClientAuthenticator.authenticate(request, &exchange)
    guard let scope = request.form.nonEmpty("scope") else { throw Refusal.missingParameter("scope") }
    let list = try ScopeList(scope)
    let tenant = try tenant(of: name, request)
    exchange.note(tenant: tenant)
    let scopes = try request.resolved(list, in: tenant)
    try scopes.refuseItselfByURI(request.client)
    let user = try signIn(name, password: request.form["password"] ?? "", tenant, request, &exchange)
    let moment = Revocation.momentOfSignIn(of: [request.directory.account(of: user), user], at: call.now)
    var tokens = try UserTokens(
      request, user: user, tenant: tenant, scope: scope, scopes: scopes,
      signIn: SignInFacts(session: nil, authenticatedAt: moment, methods: ["pwd"]), clientAuthentication: strength,
      capabilities: request.capabilities)
    tokens.checks = AccountCheck.ofPasswordGrant
    return try tokens.issue(request, &exchange)
  }

  /// The tenant of the path, else the tenant with the domain of the name.
  private func tenant(of name: String, _ request: TokenRequest) throws(Refusal) -> Tenant {
    if let tenant = request.segment.tenant(in: request.directory) { return tenant }
    guard let at = name.utf8.lastIndex(of: 0x40),
      let tenant = request.directory.tenant(named: String(name[name.utf8.index(after: at)...])),
      tenant.kind.isOrganization
    else { throw Refusal(.noTenantInformation) }
    return tenant
  }

  /// The user object in the tenant, when name and password are right.
  private func signIn(
    _ name: String, password: String, _ tenant: Tenant, _ request: TokenRequest, _ exchange: inout Exchange
  ) throws(Refusal) -> User {
    let directory = request.directory
    guard let account = directory.account(signingInAs: name), account.tenant != WellKnown.personalTenant,
      let user = account.isDeleted ? account : directory.user(forAccount: account, in: tenant.id)
    else {
      throw .userNotFound(tenant: request.spelledTenant)
    }
    let check = request.call.world.lockout.check(
      password, of: account, as: user, tenant: request.spelledTenant, at: request.call.now)
    exchange.reasons += check.reasons
    switch check.decision {
    case .accepted: return user
    case .refused(let refusal) where refusal.kind == .passwordExpired:
      throw .passwordExpired(changeURL: Self.passwordChangeURL)
    case .refused(let refusal): throw refusal
    }
  }

  /// Microsoft's page (observed). It does not follow the origin of the request.
  private static let passwordChangeURL = "https://portal.microsoftonline.com/ChangePassword.aspx"
}
