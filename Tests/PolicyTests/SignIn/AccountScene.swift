import Bytes
import Testing
import Time

@testable import Directory
@testable import Policy

/// A directory, an account and a request in which nothing is in the way until something is put there.
struct AccountScene {
  static let now = UnixTime(seconds: 1_800_000_000)

  var directory: DirectoryState
  var user: User?
  var account: User
  var client: Application
  let tenant: Tenant
  var platform: SignInPlatform?
  var way = DeviceRule.Way.page
  var path = SignInAttempt.Audience.everybody
  var scope = "openid User.Read"
  var methods = ["pwd"]
  var claims = ClaimsRequest()
  var refreshTokenIssuedAt: UnixTime?
  var authenticatedAt = now - .hours(1)

  init() throws {
    let seeds = SeededDirectory(createdAt: Self.now - .days(300))
    directory = seeds.state
    account = try #require(directory.user(named: "alice"))
    client = try #require(directory.application(named: "mobile"))
    tenant = try #require(directory.tenant(named: "contoso"))
    user = account
  }

  mutating func put(_ obstacle: AccountTable.Obstacle) {
    switch obstacle {
    case .personalAccount:
      account.tenant = WellKnown.personalTenant
      client.audience = .multipleTenants
    case .notInTenant: user = nil
    case .disabled: account.isEnabled = false
    case .scopeUnknown: scope += " Cookies.Bake"
    case .passwordExpired: account.isPasswordExpired = true
    case .notAssigned:
      if var principal = directory.servicePrincipal(of: client.id, in: tenant.id) {
        principal.requiresAssignment = true
        directory.put(principal)
      }
    case .deviceDisabled:
      account.device = User.Device(id: User.Device.id(ofUser: "alice"), isCompliant: true, isJoined: true)
      account.device?.isEnabled = false
    case .control(let control): demand(control)
    case .signInTooOld:
      var policy = AccessPolicy(id: AccessPolicy.ID(GUID(random: [77])), name: "frequency", tenant: tenant.id)
      policy.signInFrequency = TimeSpan(.minutes(30))
      directory.put(policy)
    case .multiFactorUnregistered: account.mfa = .unregistered
    case .multiFactorMissing: account.mfa = .required
    case .notPreauthorized:
      // An app without a tenant is Microsoft's own, as Graph is.
      client.tenant = nil
      scope += " Contacts.Read"
    case .consentMissing: scope += " Calendars.Read"
    case .adminConsentMissing: scope += " User.Read.All"
    }
  }

  mutating func demand(_ control: AccessPolicy.Control) {
    let number = UInt8(AccessPolicy.Control.allCases.firstIndex(of: control) ?? 0)
    var policy = AccessPolicy(
      id: AccessPolicy.ID(GUID(random: [number])), name: control.rawValue, tenant: tenant.id)
    policy.control = control
    directory.put(policy)
  }

  func attempt(_ prompt: Prompt) throws -> AccountAttempt {
    AccountAttempt(
      user: account, isInTenant: user != nil, account: account, tenant: tenant, path: path, client: client,
      platform: platform, way: way,
      signIn: SignInFacts(session: nil, authenticatedAt: authenticatedAt, methods: methods), claims: claims,
      scopes: try ResolvedScopes(ScopeList(scope), in: directory, tenant: tenant), prompt: prompt,
      hasConsented: false, refreshTokenIssuedAt: refreshTokenIssuedAt, now: Self.now)
  }
}
