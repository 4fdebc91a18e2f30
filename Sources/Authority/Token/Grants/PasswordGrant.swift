import Bytes
import Directory
import Policy
import Scenarios
import Time

/// `grant_type=password` (RFC 6749 §4.3; Microsoft: "OAuth 2.0 resource owner password credentials"). Nobody can be asked
/// anything, so whatever a page would ask for is a refusal.
struct PasswordGrant: Grant {
  static let types = ["password"]
  static let requiredParameters = ["username", "password"]
  static let readsScopeLate = true

  static func check(_ segment: TenantSegment) throws(Refusal) {
    if segment == .common || segment == .consumers { throw .grantNotOnCommon }
  }

  func redeem(_ request: TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    let call = request.call
    let name = request.form["username"] ?? ""
    exchange.note(user: request.directory.user(named: name))
    try call.world.consultRules(&exchange)

    try OriginRule.check(request.originHeader, platform: .native)
    let strength = try ClientAuthenticator.authenticate(request, &exchange)
    guard let scope = request.form.nonEmpty("scope") else { throw Refusal.missingParameter("scope") }
    let scopes = try ScopeList(scope)
    let tenant = try tenant(of: name, request)
    exchange.note(tenant: tenant)
    _ = try ResolvedScopes(scopes, in: request.directory, tenant: tenant)
    let user = try signIn(name, password: request.form["password"] ?? "", tenant, request, &exchange)
    let tokens = UserTokens(
      request: request, user: user, tenant: tenant, scopes: scopes,
      signIn: SignInFacts(session: nil, authenticatedAt: call.now, methods: ["pwd"]), clientAuthentication: strength,
      capabilities: request.capabilities, checksPoliciesFirst: true)
    return try tokens.issue(&exchange)
  }

  /// The tenant of the path, else the one that the name's domain belongs to.
  private func tenant(of name: String, _ request: TokenRequest) throws(Refusal) -> Tenant {
    if let tenant = request.segment.tenant(in: request.directory) { return tenant }
    guard let at = name.utf8.lastIndex(of: 0x40),
      let tenant = request.directory.tenant(named: String(name[name.utf8.index(after: at)...])),
      tenant.kind == .workforce
    else { throw .noTenantInformation }
    return tenant
  }

  /// The user object in the tenant once name and password are right. Wrong passwords count towards a lock.
  private func signIn(
    _ name: String, password: String, _ tenant: Tenant, _ request: TokenRequest, _ exchange: inout Exchange
  ) throws(Refusal) -> User {
    let directory = request.directory
    guard let account = directory.account(signingInAs: name), account.tenant != WellKnown.personalTenant,
      !account.isDeleted, let user = directory.user(forAccount: account, in: tenant.id)
    else {
      throw .userNotFound(tenant: tenant.displayName)
    }
    let lockout = request.call.world.lockout
    guard !lockout.isLocked(account.id, at: request.call.now) else {
      exchange.because("\(account.alias) is locked for a minute after too many wrong passwords")
      throw .accountLocked
    }
    switch PasswordCheck.evaluate(
      userName: name, user: user, home: account, password: password, tenant: tenant.displayName)
    {
    case .accepted(let user):
      lockout.clear(account.id)
      return user
    case .refused(let refusal):
      if refusal.kind == .invalidPassword { lockout.countFailure(of: account.id, at: request.call.now) }
      if refusal.kind == .passwordExpired { throw .passwordExpired(changeURL: Self.passwordChangeURL) }
      throw refusal
    }
  }

  /// Microsoft's page (observed); it does not move with the origin.
  private static let passwordChangeURL = "https://portal.microsoftonline.com/ChangePassword.aspx"
}
