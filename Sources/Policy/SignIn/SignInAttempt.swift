import Bytes
package import Directory
package import Time

/// What authorize knows when it decides who signs in.
package struct SignInAttempt: Sendable {
  /// An account of this browser, and whether its session still counts.
  package struct Account: Sendable, Hashable {
    package var session: AccountSession
    package var user: User
    /// Nil when usable.
    package var unusableReason: String?
    /// The domains of the tenant that the account is at home in.
    package var domains: [String]

    package init(session: AccountSession, user: User, unusableReason: String?, domains: [String] = []) {
      self.session = session
      self.user = user
      self.unusableReason = unusableReason
      self.domains = domains
    }
  }

  /// Which accounts a path segment admits.
  package enum Audience: Sendable, Hashable {
    case everybody
    case workAccounts
    case personalAccounts
    case tenant(Tenant.ID)
  }

  package var prompt: Prompt
  package var audience: Audience
  package var accounts: [Account]
  package var loginHint: String?
  package var sessionHint: String?
  package var domainHint: String?
  /// Seconds since the sign-in that are still fresh enough.
  package var maximumAge: Duration?
  /// Sign-ins before this time do not do, as a claims challenge may say.
  package var notBefore: UnixTime?
  package var now: UnixTime

  package init(
    prompt: Prompt, audience: Audience, accounts: [Account], loginHint: String?, sessionHint: String?,
    domainHint: String?, maximumAge: Duration?, notBefore: UnixTime? = nil, now: UnixTime
  ) {
    self.prompt = prompt
    self.audience = audience
    self.accounts = accounts
    self.loginHint = loginHint
    self.sessionHint = sessionHint
    self.domainHint = domainHint
    self.maximumAge = maximumAge
    self.notBefore = notBefore
    self.now = now
  }

  func admits(_ user: User) -> Bool {
    let isPersonal = user.tenant == WellKnown.personalTenant
    return switch audience {
    case .everybody: true
    case .workAccounts: !isPersonal
    case .personalAccounts: isPersonal
    case .tenant(let tenant): user.tenant == tenant
    }
  }

  /// Why an account's session is not fresh enough for this request, or nil when it is.
  package func staleness(of session: AccountSession) -> String? {
    if let age = maximumAge, now - session.authenticatedAt > age { return "older than max_age" }
    if let start = notBefore, session.authenticatedAt < start {
      return "began before \(start.iso8601), the nbf of claims"
    }
    return nil
  }

  /// Whether a login hint names this user: by sign-in name, mail or the opaque hint of an id_token.
  package static func hint(_ hint: String, names user: User) -> Bool {
    ASCII.equalIgnoringCase(hint, user.userPrincipalName)
      || (user.mail.map { ASCII.equalIgnoringCase(hint, $0) } ?? false)
      || hint.hasSameBytes(as: opaqueHint(for: user))
  }

  /// The `login_hint` claim of an id_token: opaque, names the account.
  package static func opaqueHint(for user: User) -> String {
    "O." + Base64.encodeURL(user.homeAccount.user.guid.bytes + user.homeAccount.tenant.guid.bytes)
  }
}
