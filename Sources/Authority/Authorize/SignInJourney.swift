import Bytes
package import Directory
import HTTPWire
import Policy
import Time
package import Worlds

/// One authorize request on its way to an answer: what is known of it, who signs in, and what else is needed. The
/// authorize endpoint begins it, the form endpoint continues it, and `run` takes it from decision to page to
/// decision.
package struct SignInJourney {
  package private(set) var call: Call
  package let request: AuthorizeRequest
  let features: LoginFeatures
  let cookies: BrowserCookies
  /// What the store keeps of the sign-in.
  package var flow: SignInFlow
  /// The handle of the stored sign-in; nil before the first page.
  var flowHandle: String?
  /// The handle of the browser; empty until the first page makes one.
  var browserHandle: String
  /// Values of `Set-Cookie` for the answer.
  var setCookies: [String] = []
  /// The scopes of the request as one tenant resolves them, when they were looked up already.
  var resolved: (tenant: Tenant.ID, scopes: ResolvedScopes)?
  /// The directory as the sign-in sees it. It is read once, and again after each change that the sign-in makes.
  package private(set) var directory: DirectoryState

  package var world: World { call.world }

  /// The account that has proved itself or was picked; nil before that.
  var account: User? { flow.account.flatMap { directory.users[$0] } }

  /// The tenant that the path names, else the tenant of the account; nil when neither is known.
  package var tenant: Tenant? {
    request.segment.tenant(in: directory) ?? account.flatMap { directory.tenants[$0.tenant] }
  }

  /// The user flow of the app in the tenant that the path names. Nil in tenants without user flows, and for an app without one: it has
  /// the ordinary pages alone.
  package var userFlow: UserFlow? { request.segment.tenant(in: directory)?.userFlow(of: request.client) }

  init(
    call: Call, request: AuthorizeRequest, flow: SignInFlow, flowHandle: String? = nil, joining features: LoginFeatures
  ) {
    self.call = call
    self.features = features
    self.request = request
    self.flow = flow
    self.flowHandle = flowHandle
    cookies = BrowserCookies(call.request)
    browserHandle = cookies.browserHandle ?? ""
    directory = call.directory
  }

  /// Reads the directory again, after the sign-in has changed it.
  package mutating func readDirectory() { directory = call.directory }

  /// Reads the directory and the time again, which a rule of this request may have changed.
  mutating func readWorld(after exchange: Exchange) {
    call = call.after(exchange)
    readDirectory()
  }

  /// Changes the directory of the world, and goes on with the changed one.
  mutating func change(_ body: (inout DirectoryState) -> Void) throws {
    try world.change { body(&$0) }
    readDirectory()
  }

  // MARK: Who

  /// Decides who signs in, by the sessions of this browser.
  mutating func whoSignsIn(_ exchange: inout Exchange) throws -> NextStep {
    let reasoned = SignInDecision.evaluate(try attempt())
    exchange.reasons += reasoned.reasons
    switch reasoned.decision {
    case .refuse(let refusal) where refusal.kind == .notSignedIn && cookies.isEmpty:
      exchange.because("the browser sent no cookie of the service")
      return .refuse(.notSignedInWithoutCookies)
    case .refuse(let refusal): return .refuse(refusal)
    case .use(let session): return use(session)
    case .accountPicker: return .ask(PickerStep())
    case .signUp: return .ask(newAccountStep())
    case .otherProvider(let provider): return .ask(otherProviderStep(provider))
    case .askUserName(let userName):
      flow.userName = userName
      return .ask(UserNameStep())
    case .askPassword(let userName):
      flow.userName = userName
      if let account = account(named: userName), let next = signInWithoutPassword(account, &exchange) { return next }
      // Without a hint of the app the user name comes from a session of this browser. The user may want another one.
      if request.loginHint == nil { flow.offersOtherAccount = true }
      return .ask(PasswordStep())
    }
  }

  /// All facts for the decision who signs in.
  func attempt() throws -> SignInAttempt {
    var attempt = SignInAttempt(
      prompt: request.prompt, audience: request.segment.audience, accounts: try accounts(),
      loginHint: request.loginHint, sessionHint: request.sessionHint, domainHint: request.domainHint,
      maximumAge: request.maximumAge, notBefore: request.claims.notBefore, now: call.now)
    attempt.userFlow = userFlow
    return attempt
  }

  /// Goes on with the account of a session of this browser.
  mutating func use(_ session: AccountSession) -> NextStep {
    flow.account = session.user
    flow.authenticatedAt = session.authenticatedAt
    flow.methods = session.methods
    flow.provider = session.customer?.provider
    flow.usesSession = true
    return .proceed(session)
  }

  /// Goes on with an account that has just proved itself on the pages.
  /// `provider` is the other identity provider that proved it.
  package mutating func signedIn(
    _ account: User, methods: [String], from provider: String? = nil, _ exchange: inout Exchange
  ) -> NextStep {
    flow.account = account.id
    flow.authenticatedAt = momentOfSignIn(of: account.id)
    flow.methods = methods
    flow.provider = provider
    flow.usesSession = false
    exchange.note(user: account)
    exchange.note(.signIn)
    return .proceed(nil)
  }

  /// The moment of a sign-in now: later than the revocations that came before it.
  func momentOfSignIn(of account: User.ID) -> UnixTime {
    guard let account = directory.users[account] else { return call.now }
    let guest = request.segment.tenant(in: directory).flatMap { directory.user(forAccount: account, in: $0.id) }
    return Revocation.momentOfSignIn(of: [account, guest ?? account], at: call.now)
  }

  /// The account that signs in with that name, from any tenant; for the name of a guest, its home account. Nil for a
  /// deleted or unknown user.
  package func account(named name: String) -> User? {
    if let tenant, tenant.kind == .external { return directory.customer(named: name, in: tenant.id) }
    guard let user = directory.user(named: name), !user.isDeleted else { return nil }
    return directory.account(of: user)
  }

  /// The accounts of this browser, each as the user object of the tenant that the path names, or of the home tenant.
  private func accounts() throws -> [SignInAttempt.Account] {
    guard let handle = cookies.sessionHandle else { return [] }
    let tenant = request.segment.tenant(in: directory)
    let lifetimes = world.settings.lifetimes
    var accounts: [SignInAttempt.Account] = []
    for session in try world.store.sessions(ofBrowser: handle) {
      guard let account = directory.users[session.user] else { continue }
      var user = account
      if let tenant, let own = directory.user(forAccount: account, in: tenant.id) { user = own }
      accounts.append(
        SignInAttempt.Account(
          session: session, user: user,
          unusableReason: session.unusableReason(of: account, at: call.now, lifetimes: lifetimes),
          domains: directory.tenants[account.tenant]?.domains ?? []))
    }
    return accounts
  }

  /// The ids of the sessions of this browser.
  var knownSessions: [String] { ((try? accounts()) ?? []).map { "\($0.session.id)" } }

  // MARK: What else

  /// Decides what is still needed between the account and the answer: a page, a refusal, or nothing.
  mutating func proceed(session: AccountSession?, _ exchange: inout Exchange) throws -> NextStep {
    guard let id = flow.account, let account = directory.users[id] else {
      return .refuse(.userNotFound(tenant: request.segment.spelling))
    }
    guard let tenant = request.segment.tenant(in: directory) ?? directory.tenants[account.tenant] else {
      return .refuse(Refusal(.noTenantInformation))
    }
    let user = directory.user(forAccount: account, in: tenant.id)
    exchange.note(user: user ?? account)
    exchange.note(tenant: tenant)
    if let allowed = restriction, !allowed.contains(where: { directory.tenant(named: $0)?.id == tenant.id }) {
      exchange.because("a proxy admits only \(allowed.joined(separator: ", "))")
      return .refuse(Refusal(.tenantRestricted, [.tenant: tenant.displayName]))
    }
    if request.isLegacy, tenant.kind == .personal { return .refuse(Refusal(.personalAccountNotOnAPI)) }
    if let refusal = refusalOfCustomer(account, in: tenant, &exchange) { return .refuse(refusal) }
    let isAdminConsent = request.isForEverybody
    let scopes: ResolvedScopes
    do throws(Refusal) {
      scopes = try resolvedScopes(in: tenant)
    } catch { return .refuse(error) }
    if let refusal = refusalOfPersonalAccount(account, in: tenant, scopes, &exchange) { return .refuse(refusal) }
    if let refusal = refusalOfList(in: tenant, scopes, &exchange) { return .refuse(refusal) }
    let signIn = SignInFacts(
      session: nil, authenticatedAt: flow.authenticatedAt ?? call.now, methods: flow.methods, customer: flow.customer)
    let reasoned = AccountDecision.evaluate(
      attempt(user: user, account: account, tenant: tenant, scopes: scopes, signIn: signIn),
      asking: isAdminConsent
        ? AccountCheck.atAdminConsent
        : request.purpose == .otherProtocol ? AccountCheck.withoutPermissions : AccountCheck.atAuthorize,
      in: directory)
    exchange.reasons += reasoned.reasons
    // The user must confirm the device before it gets anything.
    let asksForDevice = request.purpose == .device && !flow.hasConfirmed
    switch reasoned.decision {
    case .refuse(let refusal): return .refuse(refusal)
    case .proveMultiFactor: return .ask(OneTimeCodeStep())
    case .registerMultiFactor: return .ask(RegisterMethodStep())
    case .changePassword: return .ask(ChangePasswordStep())
    case .signInAgain:
      flow.userName = account.preferredUserName
      return signInWithoutPassword(account, &exchange) ?? .ask(PasswordStep())
    case .askConsent where asksForDevice, .needAdministrator where asksForDevice, .complete where asksForDevice:
      return .ask(ConfirmDeviceStep())
    case .needAdministrator(let items): return .ask(ApprovalStep(permissions: items.map(\.value)))
    case .askConsent(let items): return .ask(ConsentStep(items: items))
    case .complete where isAdminConsent:
      return try proceedToAdminConsent(user: user ?? account, tenant: tenant, &exchange)
    case .complete:
      if !flow.usesSession, flow.staysSignedIn == nil, !request.prompt.isSilent, world.settings.asksToStaySignedIn {
        guard let answer = cookies.staysSignedIn else { return .ask(StaySignedInStep()) }
        exchange.because("this browser is not asked again whether to stay signed in: \(answer ? "yes" : "no")")
        flow.staysSignedIn = answer
      }
      return .end(
        try complete(user: user ?? account, account: account, tenant: tenant, scopes: scopes, session, &exchange))
    }
  }

  /// Why a personal account cannot sign in: the request names a permission that work accounts alone can have.
  private func refusalOfPersonalAccount(
    _ account: User, in tenant: Tenant, _ scopes: ResolvedScopes, _ exchange: inout Exchange
  ) -> Refusal? {
    guard tenant.kind == .personal else { return nil }
    for asked in scopes.resources {
      let api = directory.applications[asked.resource]
      guard let value = asked.values.first(where: { api?.admitsPersonalAccounts(to: $0) == false }) else { continue }
      exchange.explain(
        """
        '\(account.alias)' is a personal account, and \(value) is a permission that work and school accounts alone can have: leave it \
        out for personal accounts
        """)
      return request.purpose == .device ? .deviceCodeNotForPersonalAccounts : .scopeNotForPersonalAccounts(value)
    }
    return nil
  }

  /// Whether personal accounts may sign in to this request.
  var mayBePersonal: Bool {
    guard request.purpose == .authorize, !request.isLegacy, request.client.audience.admitsPersonalAccounts else {
      return false
    }
    return request.segment == .common || request.segment == .consumers
  }

  /// What the account hears of `.default` of an API that the app does not list, where personal accounts may sign in: their service has words
  /// of its own (observed in 2022 and 2025).
  private func refusalOfList(in tenant: Tenant, _ scopes: ResolvedScopes, _ exchange: inout Exchange) -> Refusal? {
    guard mayBePersonal,
      let refused = StaticListRule.refusal(of: scopes, by: request.client, tenant: tenant.id, in: directory)
    else { return nil }
    exchange.reasons += refused.reasons
    return tenant.kind == .personal ? .scopeNotListed(request.scopes.text) : refused.decision
  }

  /// Why a customer of External ID cannot sign in here: at the host of the work accounts, and at v1.0 (both observed in 2025).
  private func refusalOfCustomer(_ account: User, in tenant: Tenant, _ exchange: inout Exchange) -> Refusal? {
    guard tenant.kind == .external, !account.isAdministrator else { return nil }
    if request.isLegacy {
      exchange.because("'\(tenant.alias)' has customers, whom v1.0 does not serve")
      return Refusal(.accountTypeNotForResource)
    }
    guard call.origin.isMicrosofts, !call.origin.isExternalID else { return nil }
    exchange.because("'\(account.alias)' is a customer, and the host is that of work accounts")
    return Refusal(.accountTypeNotAllowed)
  }

  /// All facts for the decision whether the account gets an answer.
  func attempt(user: User?, account: User, tenant: Tenant, scopes: ResolvedScopes, signIn: SignInFacts)
    -> AccountAttempt
  {
    var attempt = AccountAttempt(
      user: user ?? account, isInTenant: user != nil, account: account, tenant: tenant,
      path: request.segment.audience, client: request.client,
      platform: SignInPlatform(call.request.fields["User-Agent"]),
      way: request.purpose == .device ? .deviceCode : .page, signIn: signIn, claims: request.claims, scopes: scopes,
      prompt: request.prompt, hasConsented: flow.hasConsented, refreshTokenIssuedAt: nil, now: call.now)
    // The pages refuse a device code that a policy forbids, before the device hears of it (observed: azure-cli 32420).
    if request.purpose == .device { attempt.flow = .deviceCode }
    if request.purpose == .otherProtocol { attempt.target = request.client.id }
    return attempt
  }

  private func resolvedScopes(in tenant: Tenant) throws(Refusal) -> ResolvedScopes {
    // What an administrator grants is decided on a page of its own, and other protocols have no scopes.
    if request.isForEverybody || request.purpose == .otherProtocol {
      return try ResolvedScopes(ScopeList(""), in: directory, tenant: tenant)
    }
    if let resolved, resolved.tenant == tenant.id { return resolved.scopes }
    if let missing = MissingResource.refusal(request.scopes, client: request.client, tenant: tenant, in: directory) {
      throw missing
    }
    return try ResolvedScopes(request.scopes, in: directory, tenant: tenant)
  }

  /// The tenants, by domain or id, that a company's proxy lets its users sign in to. Nil without such a proxy
  /// (Microsoft: "Restrict access to a tenant").
  private var restriction: [String]? {
    guard let field = call.request.fields["Restrict-Access-To-Tenants"] else { return nil }
    return field.split(separator: ",").map { ASCII.trimmed($0) }
  }
}
