import Bytes
import Crypto
import Directory
import HTTPWire
import Pages
import Policy
import Scenarios

/// One authorize request on its way to an answer: it decides the next step, shows the page for it or answers the app. The
/// authorize endpoint begins it, the form endpoint takes it up again.
struct SignInJourney {
  let call: Call
  let request: AuthorizeRequest
  let cookies: BrowserCookies
  var flow: SignInFlow
  /// The handle of the stored flow, once a page has been shown.
  var flowHandle: String?
  /// The handle that ties pages to the browser; made at the first page.
  var browserHandle: String
  var setCookies: [String] = []
  /// The scopes of the request as a tenant has them, when they have been looked up already.
  var resolved: (tenant: Tenant.ID, scopes: ResolvedScopes)?

  var world: World { call.world }

  init(call: Call, request: AuthorizeRequest, flow: SignInFlow, flowHandle: String? = nil) {
    self.call = call
    self.request = request
    self.flow = flow
    self.flowHandle = flowHandle
    cookies = BrowserCookies(call.request)
    browserHandle = cookies.browserHandle ?? ""
  }

  // MARK: Who

  /// Decides who signs in, by the sessions of this browser.
  mutating func begin(_ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = world.directory
    let reasoned = SignInDecision.evaluate(try attempt(directory))
    exchange.reasons += reasoned.reasons
    switch reasoned.decision {
    case .refuse(let refusal): return refuse(refusal, &exchange)
    case .use(let session): return try use(session, directory, &exchange)
    case .signInPage(let userName):
      if world.settings.signIn == .auto { return try answerSignIn(hint: userName, directory, &exchange) }
      flow.userName = userName
      guard let userName, !userName.isEmpty, request.loginHint != nil else {
        return try show(.userName, &exchange)
      }
      return try show(.password, &exchange)
    case .accountPicker:
      if world.settings.signIn == .auto { return try answerSignIn(hint: nil, directory, &exchange) }
      return try show(.picker, &exchange)
    }
  }

  /// What is known when it is decided who signs in.
  func attempt(_ directory: DirectoryState) throws -> SignInAttempt {
    SignInAttempt(
      prompt: request.prompt, audience: request.segment.audience, accounts: try accounts(directory),
      loginHint: request.loginHint, sessionHint: request.sessionHint, domainHint: request.domainHint,
      maximumAge: request.maximumAge, notBefore: request.claims.notBefore, now: call.now)
  }

  /// Goes on with a session of this browser.
  mutating func use(_ session: AccountSession, _ directory: DirectoryState, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    flow.account = session.user
    flow.authenticatedAt = session.authenticatedAt
    flow.methods = session.methods
    flow.usesSession = true
    return try proceed(session: session, directory, &exchange)
  }

  /// The account has proved itself on the pages just now.
  mutating func signedIn(_ account: User, methods: [String], _ exchange: inout Exchange) throws -> HTTPResponse {
    flow.account = account.id
    flow.authenticatedAt = call.now
    flow.methods = methods
    flow.usesSession = false
    exchange.note(user: account)
    exchange.note(.signIn)
    return try proceed(session: nil, &exchange)
  }

  /// The accounts of this browser, each as the user object of the tenant that the path names.
  private func accounts(_ directory: DirectoryState) throws -> [SignInAttempt.Account] {
    guard let handle = cookies.sessionHandle else { return [] }
    let tenant = request.segment.tenant(in: directory)
    return try world.store.sessions(ofBrowser: handle).compactMap { session in
      guard let account = directory.users[session.user] else { return nil }
      let user = tenant.flatMap { directory.user(forAccount: account, in: $0.id) } ?? account
      return SignInAttempt.Account(
        session: session, user: user,
        unusableReason: session.unusableReason(of: account, at: call.now, lifetimes: world.settings.lifetimes),
        domains: directory.tenants[account.tenant]?.domains ?? [])
    }
  }

  // MARK: What else

  /// Decides what stands between the account and the answer, and shows the page for it or completes.
  mutating func proceed(session: AccountSession?, _ exchange: inout Exchange) throws -> HTTPResponse {
    try proceed(session: session, world.directory, &exchange)
  }

  private mutating func proceed(session: AccountSession?, _ directory: DirectoryState, _ exchange: inout Exchange)
    throws -> HTTPResponse
  {
    guard let id = flow.account, let account = directory.users[id] else {
      return refuse(.userNotFound(tenant: request.segment.spelling), &exchange)
    }
    guard let tenant = request.segment.tenant(in: directory) ?? directory.tenants[account.tenant] else {
      return refuse(.noTenantInformation, &exchange)
    }
    let user = directory.user(forAccount: account, in: tenant.id)
    exchange.note(user: user ?? account)
    exchange.note(tenant: tenant)
    if let allowed = restriction, !allowed.contains(where: { directory.tenant(named: $0)?.id == tenant.id }) {
      exchange.because("a proxy admits only \(allowed.joined(separator: ", "))")
      return refuse(Refusal(.tenantRestricted, [.tenant: tenant.displayName]), &exchange)
    }
    if request.isLegacy, tenant.kind == .personal { return refuse(Refusal(.personalAccountNotOnAPI), &exchange) }
    let isAdminConsent = isForEverybody
    let scopes: ResolvedScopes
    do throws(Refusal) {
      scopes = try resolvedScopes(in: directory, tenant)
    } catch { return refuse(error, &exchange) }
    let signIn = SignInFacts(session: nil, authenticatedAt: flow.authenticatedAt ?? call.now, methods: flow.methods)
    let reasoned = AccountDecision.evaluate(
      attempt(user: user, account: account, tenant: tenant, scopes: scopes, signIn: signIn),
      asking: isAdminConsent ? AccountCheck.atAdminConsent : AccountCheck.atAuthorize, in: directory)
    exchange.reasons += reasoned.reasons
    // Before a device gets anything the user is asked whether it is theirs.
    let asksForDevice =
      request.purpose == .device && !flow.hasConfirmed && world.settings.persona(for: account.alias) == nil
    if let persona = world.settings.persona(for: account.alias),
      let response = try answer(reasoned.decision, as: persona, user ?? account, tenant, session, &exchange)
    {
      return response
    }
    switch reasoned.decision {
    case .refuse(let refusal): return refuse(refusal, &exchange)
    case .proveMultiFactor: return try show(.multiFactor, &exchange)
    case .registerMultiFactor: return try show(.multiFactorRegistration, &exchange)
    case .changePassword: return try show(.changePassword, &exchange)
    case .signInAgain:
      flow.userName = IDTokenClaims.preferredUserName(of: account)
      return try show(.password, &exchange)
    case .askConsent where asksForDevice, .needAdministrator where asksForDevice, .complete where asksForDevice:
      return try show(.confirmDevice, &exchange)
    case .needAdministrator(let items):
      try keepSession()
      return try showApproval(of: items.map(\.value), tenant: tenant, &exchange)
    case .askConsent(let items):
      try keepSession()
      return try show(.consent, items: items, &exchange)
    case .complete where isAdminConsent:
      return try proceedToAdminConsent(user: user ?? account, tenant: tenant, &exchange)
    case .complete:
      if world.settings.asksToStaySignedIn, !flow.usesSession, flow.staysSignedIn == nil, !request.prompt.isSilent {
        guard let answer = cookies.staysSignedIn else { return try show(.staySignedIn, &exchange) }
        exchange.because("this browser is not asked again whether to stay signed in: \(answer ? "yes" : "no")")
        flow.staysSignedIn = answer
      }
      return try complete(user: user ?? account, account: account, tenant: tenant, scopes: scopes, session, &exchange)
    }
  }

  /// What is known of the account when it is decided whether it gets an answer.
  func attempt(user: User?, account: User, tenant: Tenant, scopes: ResolvedScopes, signIn: SignInFacts)
    -> AccountAttempt
  {
    AccountAttempt(
      user: user ?? account, isInTenant: user != nil, account: account, tenant: tenant, client: request.client,
      signIn: signIn, claims: request.claims, scopes: scopes, prompt: request.prompt, hasConsented: flow.hasConsented,
      refreshTokenIssuedAt: nil, now: call.now)
  }

  private func resolvedScopes(in directory: DirectoryState, _ tenant: Tenant) throws(Refusal) -> ResolvedScopes {
    // What an administrator grants has a page of its own, whatever was granted before.
    if isForEverybody { return try ResolvedScopes(ScopeList(""), in: directory, tenant: tenant) }
    if let resolved, resolved.tenant == tenant.id { return resolved.scopes }
    return try ResolvedScopes(request.scopes, in: directory, tenant: tenant)
  }

  /// The tenants that a company's proxy lets its people sign in to, by domain or id; nil when no proxy says (Microsoft: "Restrict
  /// access to a tenant").
  private var restriction: [String]? {
    guard let field = call.request.fields["Restrict-Access-To-Tenants"] else { return nil }
    return field.split(separator: ",").map { ASCII.trimmed($0) }
  }

  /// Stores what was accepted as grants, one for each resource, merged with what was there.
  func consent(to items: [ConsentDecision.ConsentItem], user: User, tenant: Tenant, everyone: Bool) throws {
    let entropy = world.entropy
    let client = request.client.id
    try world.change { directory in
      for (holder, items) in Dictionary(grouping: items, by: { $0.holder ?? client }).sorted(by: { $0.key < $1.key }) {
        let principal = directory.ensureServicePrincipal(of: holder, in: tenant.id, id: entropy.guid())
        for (resource, values) in Dictionary(grouping: items, by: \.resource).sorted(by: { $0.key < $1.key }) {
          let api = directory.ensureServicePrincipal(of: resource, in: tenant.id, id: entropy.guid())
          directory.merge(
            PermissionGrant(
              id: PermissionGrant.ID(entropy.guid()), client: principal.id,
              principal: everyone ? .everyone : .user(user.id), resource: api.id, scopes: values.map(\.value)))
        }
      }
    }
  }

  /// With `prompt=none` refusals go to the app; otherwise the user is held at an error page, but for those the app can help.
  func refuse(_ refusal: Refusal, _ exchange: inout Exchange) -> HTTPResponse {
    if request.prompt.isSilent { return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange) }
    if request.purpose == .device { DeviceSignIn.block(refusal, self, &exchange) }
    if AccessPolicy.Control.refusalsWithoutHelp.contains(refusal.kind) {
      return PageAnswer.blocked(refusal, branding: branding, call, &exchange)
    }
    return PageAnswer.refusal(refusal, branding: branding, call, &exchange)
  }

  var branding: Branding {
    Branding(
      tenantName: request.segment.tenant(in: world.directory)?.displayName, appName: request.client.displayName)
  }
}
