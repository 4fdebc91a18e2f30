import Bytes
package import Directory
package import Time

/// What authorize knows when it decides who signs in.
package struct SignInAttempt: Sendable {
  /// An account of this browser with its session.
  package struct Account: Sendable, Hashable {
    package var session: AccountSession
    package var user: User
    /// Why the session has ended, nil while it has not.
    package var unusableReason: String?
    /// The domains of the account's home tenant.
    package var domains: [String]

    package init(session: AccountSession, user: User, unusableReason: String?, domains: [String] = []) {
      self.session = session
      self.user = user
      self.unusableReason = unusableReason
      self.domains = domains
    }
  }

  /// The accounts that a path segment admits.
  package enum Audience: Sendable, Hashable {
    case everybody
    case workAccounts
    case personalAccounts
    case tenant(Tenant.ID)
  }

  package var prompt: Prompt
  package var audience: Audience
  /// Every account that has a session in this browser, usable or not.
  package var accounts: [Account]
  package var loginHint: String?
  package var sessionHint: String?
  package var domainHint: String?
  /// How long ago the user may have signed in (`max_age`).
  package var maximumAge: Duration?
  /// A claims challenge may demand a sign-in that is not older than this time (`nbf`).
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

  /// Why this request cannot use the account's session, or nil when it can.
  func unusableReason(of account: Account) -> String? {
    if let reason = account.unusableReason { return reason }
    if !admits(account.user) { return "the path admits other accounts" }
    if let domainHint, !fits(account, domain: domainHint) { return "domain_hint is \(domainHint)" }
    return staleness(of: account.session)
  }

  /// Why the user has to enter the password before this account goes on: its session has ended, or is too old for the request.
  /// Nil when the session will do.
  package func passwordReason(of account: Account) -> String? {
    account.unusableReason ?? staleness(of: account.session)
  }

  private func admits(_ user: User) -> Bool {
    let isPersonal = user.tenant == WellKnown.personalTenant
    return switch audience {
    case .everybody: true
    case .workAccounts: !isPersonal
    case .personalAccounts: isPersonal
    case .tenant(let tenant): user.tenant == tenant
    }
  }

  private func fits(_ account: Account, domain: String) -> Bool {
    let isPersonal = account.user.tenant == WellKnown.personalTenant
    switch ASCII.lowercased(domain) {
    case "organizations": return !isPersonal
    case "consumers": return isPersonal
    default:
      let name = ASCII.lowercased(account.user.mail ?? account.user.userPrincipalName)
      return name.hasSuffix("@" + ASCII.lowercased(domain))
        || account.domains.contains { ASCII.equalIgnoringCase($0, domain) }
    }
  }

  private func staleness(of session: AccountSession) -> String? {
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

  /// What an opaque hint begins with.
  private static let opaquePrefix = "O."

  /// Whether a login hint is the `login_hint` claim of an id_token, and no user name.
  static func isOpaque(_ hint: String) -> Bool { hint.hasPrefix(opaquePrefix) }

  /// The `login_hint` claim of the user's id_token. It names the account and tells a reader nothing.
  package static func opaqueHint(for user: User) -> String {
    opaquePrefix + Base64.encodeURL(user.homeAccount.user.guid.bytes + user.homeAccount.tenant.guid.bytes)
  }
}
