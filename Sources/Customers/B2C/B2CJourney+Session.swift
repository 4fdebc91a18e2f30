import Authority
import Bytes
import Crypto
import Directory
import Policy
import Time
import Worlds

/// The sessions of a browser at a tenant for customers (Microsoft: "Configure session behavior in Azure Active Directory B2C").
extension B2CJourney {
  /// A session ends a day after it was last used.
  private static let lifetime = Duration.seconds(86_400)

  /// The cookie that names the browser's sessions.
  static func cookie(of tenant: Tenant) -> String { "x-ms-cpim-sso:\(tenant.initialDomain)_0" }

  /// The name under which the store has the sessions of a browser: one for the whole tenant, one for an app, or one for a user flow.
  /// Nil when the flow keeps none.
  static func sessions(of handle: String, _ flow: UserFlow, client: Application.ID?) -> String? {
    switch flow.session {
    case .tenant: "cpim|\(handle)"
    case .application: client.map { "cpim|\(handle)|\($0)" }
    case .policy: "cpim|\(handle)|\(ASCII.lowercased(flow.name))"
    case .suppressed: nil
    }
  }

  private var sessionsName: String? {
    cookies.value(Self.cookie(of: tenant)).flatMap { Self.sessions(of: $0, flow, client: request.client.id) }
  }

  /// Goes on with the session of this browser, where one counts.
  mutating func useSession(_ exchange: inout Exchange) throws {
    guard let name = sessionsName, let session = try world.store.sessions(ofBrowser: name).last,
      let user = directory.users[session.user], user.tenant == tenant.id
    else { return }
    if let reason = reasonNotToUse(session, of: user) {
      exchange.because("the session of '\(user.alias)' does not count: \(reason)")
      return
    }
    exchange.because("the session of '\(user.alias)' counts for '\(flow.name)'")
    state.take(session)
    exchange.note(user: user)
  }

  private func reasonNotToUse(_ session: AccountSession, of user: User) -> String? {
    if request.prompt == .login { return "prompt=login wants the credentials again" }
    if flow.kind == .passwordReset { return "a new password needs a proof of the address" }
    if flow.kind == .signUp { return "the user flow makes a new account" }
    if let provider = request.provider, session.customer?.provider != provider {
      return "domain_hint names \(provider)"
    }
    if call.now - session.lastUsedAt > Self.lifetime { return "it was not used for a day" }
    if let age = request.maximumAge, call.now - session.authenticatedAt > age { return "it is older than max_age" }
    return session.unusableReason(of: user, at: call.now, lifetimes: world.settings.lifetimes)
  }

  /// Keeps the session that the sign-in used, or makes one in the place of the browser's last.
  mutating func keepSession(of user: User) throws -> AccountSession? {
    let known = cookies.value(Self.cookie(of: tenant))
    let handle = known ?? world.entropy.token(32)
    guard let name = Self.sessions(of: handle, flow, client: request.client.id) else { return nil }
    let old = try world.store.sessions(ofBrowser: name)
    if state.usesSession, let session = old.last(where: { $0.user == user.id }) {
      var session = session
      session.methods = state.methods
      session.customer = state.customer
      session.lastUsedAt = call.now
      try world.store.save(session, ofBrowser: name)
      return session
    }
    for session in old { try world.store.removeSession(session.id, ofBrowser: name) }
    var customer = state.customer
    customer.isNew = false
    let session = AccountSession(
      id: world.entropy.guid(), user: user.id, authenticatedAt: state.authenticatedAt ?? call.now,
      methods: state.methods, customer: customer, isPersistent: false, lastUsedAt: call.now)
    try world.store.save(session, ofBrowser: name)
    if known == nil {
      setCookies.append(
        BrowserCookies.cookie(Self.cookie(of: tenant), handle, at: call.origin))
    }
    return session
  }
}
