import Bytes
import Crypto
package import Directory
package import Time

/// The facts that decide who signs in at authorize.
package struct SignInAttempt: Sendable {
  /// An account with a session in this browser.
  package struct Account: Sendable, Hashable {
    package var session: AccountSession
    package var user: User
    /// The reason why the session has ended; nil while it has not.
    package var unusableReason: String?
    /// The domains of the account's home tenant, for `domain_hint`.
    package var domains: [String]

    package init(session: AccountSession, user: User, unusableReason: String?, domains: [String] = []) {
      self.session = session
      self.user = user
      self.unusableReason = unusableReason
      self.domains = domains
    }
  }

  /// The accounts that the tenant segment of the path admits.
  package enum Audience: Sendable, Hashable {
    /// `/common`.
    case everybody
    /// `/organizations`.
    case workAccounts
    /// `/consumers`.
    case personalAccounts
    /// The path of one tenant.
    case tenant(Tenant.ID)
  }

  package var prompt: Prompt
  package var audience: Audience
  /// Every account with a session in this browser, usable or not.
  package var accounts: [Account]
  /// `login_hint`: a user name, a mail address, or the opaque `login_hint` claim of an id_token.
  package var loginHint: String?
  /// `sid`: the session that the app means.
  package var sessionHint: String?
  /// `domain_hint`: a domain, `organizations` or `consumers`.
  package var domainHint: String?
  /// The largest age of a sign-in (`max_age`); nil: any age.
  package var maximumAge: Duration?
  /// The earliest time of a sign-in that a claims challenge demands (`nbf`); nil: any time.
  package var notBefore: UnixTime?
  package var now: UnixTime
  /// The user flow of the app, in a tenant of External ID.
  package var userFlow: UserFlow?

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

  /// The other identity provider of the user flow that `domain_hint` names, with or without `.com`.
  var otherProvider: String? {
    guard let domainHint, let userFlow else { return nil }
    return userFlow.identityProviders.first {
      ASCII.equalIgnoringCase($0, domainHint) || ASCII.equalIgnoringCase($0, domainHint + ".com")
    }
  }

  /// What the user flow opens for this request.
  func door(_ reasons: inout [String]) -> PromptTable.Door {
    guard let userFlow else { return .none }
    let makesAccounts = userFlow.kind.admitsSignUp
    if prompt == .create {
      reasons.append(
        makesAccounts
          ? "prompt=create opens the sign-up of \(userFlow.name)"
          : "prompt=create counts for nothing: \(userFlow.name) lets nobody sign up")
    }
    if otherProvider == nil { return makesAccounts ? .signUp : .none }
    return makesAccounts ? .both : .provider
  }

  /// The reason why this request cannot use the account's session; nil when it can.
  func unusableReason(of account: Account) -> String? {
    if let reason = account.unusableReason { return reason }
    if !admits(account.user) { return "the path admits other accounts" }
    if let domainHint, !fits(account, domain: domainHint) { return "domain_hint is \(domainHint)" }
    return staleness(of: account.session)
  }

  /// Why nobody is asked to sign in.
  func reasonToUse(_ account: Account) -> String {
    let age = (now - account.session.authenticatedAt).words
    let kept = account.session.isPersistent ? "the user stays signed in" : "the browser was not closed"
    return
      "the session of '\(account.user.alias)' counts: the sign-in is \(age) old, \(kept), and nothing has ended it since"
  }

  /// The reason why the user has to enter the password of this account: the session has ended, or is too old for the
  /// request. Nil when the session will do.
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

  /// Whether a login hint names this user: by sign-in name, by mail address, or by the opaque hint of an id_token.
  package static func hint(_ hint: String, names user: User) -> Bool {
    ASCII.equalIgnoringCase(hint, user.userPrincipalName)
      || (user.mail.map { ASCII.equalIgnoringCase(hint, $0) } ?? false)
      || hint.hasSameBytes(as: opaqueHint(for: user))
  }

  /// The first characters of an opaque hint.
  private static let opaquePrefix = "O."
  /// What follows in the service's hints (observed 2025-12).
  private static let opaqueKind = "C"

  /// Whether a login hint is the `login_hint` claim of an id_token rather than a user name.
  static func isOpaque(_ hint: String) -> Bool { hint.hasPrefix(opaquePrefix) }

  /// The `login_hint` claim for the user. It names the account, but a reader cannot tell the user's name from it.
  package static func opaqueHint(for user: User) -> String {
    let ids = user.homeAccount.user.guid.bytes + user.homeAccount.tenant.guid.bytes
    // A hundred characters and more, as the service's have.
    let rest = SHA256.hash(ids)
    return opaquePrefix + opaqueKind + Base64.encodeURL(ids + rest + SHA256.hash(Array(rest)))
  }
}
