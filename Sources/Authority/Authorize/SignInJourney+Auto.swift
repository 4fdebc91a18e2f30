import Directory
import Policy
package import Worlds

/// `signIn: auto`, and `signIn` of the control API, on the pages that ask who signs in. The server decides about each answer as about a
/// user's, and the journal has it too.
extension SignInJourney {
  /// Signs in the user that the control API was told; else the user that `login_hint` names, whatever `prompt` is; else the one that the
  /// page names, else the persona's user, else the first user that the path admits. A persona that cancels leaves the page.
  mutating func signInByPersona(_ exchange: inout Exchange) throws -> NextStep {
    let told = call.persona?.user.flatMap { directory.user(named: $0) }
    let hinted = told ?? hintedUser
    if let hint = request.loginHint, hinted == nil { exchange.because("login_hint names nobody here: \(hint)") }
    let wanted = flow.userName ?? world.settings.persona.user
    let first = usersWhoCouldSignIn(atMost: 1).first
    guard let user = hinted ?? wanted.flatMap({ directory.user(named: $0) }) ?? first else {
      return .refuse(.userNotFound(tenant: request.segment.spelling))
    }
    let account = directory.account(of: user)
    exchange.note(user: account)
    guard let persona = call.persona(for: account.alias), !persona.cancels else {
      exchange.because("signIn: auto leaves the sign-in page")
      return .cancel
    }
    exchange.because("signIn: auto answers the pages as '\(account.alias)'")
    // The right password does not help either.
    if let refusal = lockRefusal(of: account) {
      flow.userName = account.preferredUserName
      return PasswordStep.fail(refusal, self, &exchange)
    }
    if let next = signInWithoutPassword(account, &exchange) { return next }
    return signedIn(account, methods: account.comesByWindows ? ["wia"] : proofsOfPassword(account), &exchange)
  }

  /// Goes on with an account that proves itself by something else than a password of this server. Nil for every other one, and where the
  /// request demands a password.
  mutating func signInWithoutPassword(_ account: User, _ exchange: inout Exchange) -> NextStep? {
    guard !account.signsInWith.hasPassword, !request.wantsPassword else { return nil }
    exchange.note(user: account)
    if let refusal = lockRefusal(of: account) { return PasswordStep.fail(refusal, self, &exchange) }
    exchange.because("'\(account.alias)' signs in with \(account.signsInWith.rawValue), so no password is asked for")
    return signedIn(account, methods: account.signsInWith.proofs, &exchange)
  }

  /// What the right password proves: here, or at the federation whose page this server plays.
  func proofsOfPassword(_ account: User) -> [String] {
    (account.signsInWith == .federatedPassword ? SignInMethod.federatedPassword : .password).proofs
  }

  /// What stands in the way of everybody who enters a password of the account, also the right one; nil when nothing does.
  func lockRefusal(of account: User) -> Refusal? {
    if account.comesFromBlockedAddress { return Refusal(.addressLocked) }
    guard account.isLocked || world.lockout.isLocked(account.id, at: call.now) else { return nil }
    return Refusal(.accountLocked)
  }

  /// The first users who could sign in to this request, in the order of the directory.
  func usersWhoCouldSignIn(atMost limit: Int) -> [User] {
    // A lazy list would ask of each user twice.
    var users: [User] = []
    for user in directory.usersInOrder where user.isEnabled && !user.isDeleted && !user.isGuest && admits(user) {
      if users.count == limit { break }
      users.append(user)
    }
    return users
  }

  /// The user that `login_hint` names: by sign-in name, by mail address, or by the `login_hint` claim of an id_token.
  private var hintedUser: User? {
    guard let hint = request.loginHint else { return nil }
    return directory.user(named: hint) ?? directory.usersInOrder.first { SignInAttempt.hint(hint, names: $0) }
  }

  /// Whether the app and the tenant segment of the path let that user sign in.
  private func admits(_ user: User) -> Bool {
    let isPersonal = user.tenant == WellKnown.personalTenant
    guard AudienceRule.admits(personalAccount: isPersonal, to: request.client, at: request.segment.audience) else {
      return false
    }
    return switch request.segment {
    case .common: true
    case .organizations: !isPersonal
    case .consumers: isPersonal
    case .tenant(let tenant): directory.user(forAccount: user, in: tenant.id) != nil
    }
  }
}

extension Persona {
  /// Whether the persona enters the right code. The journal gets the outcome.
  package func passesSecondFactor(_ exchange: inout Exchange) -> Bool {
    if multiFactor == .pass {
      exchange.because("signIn: auto enters the right code")
      return true
    }
    exchange.note(.signInFailed)
    exchange.because("signIn: auto enters a wrong code and gives up")
    return false
  }
}

extension User {
  /// Whether Windows signs the user in without a password: an account from Active Directory, in a place of which the file says that the
  /// tenant trusts it.
  fileprivate var comesByWindows: Bool {
    isAwayFromTrustedLocations == false && properties.text("onPremisesSecurityIdentifier") != nil
  }
}
