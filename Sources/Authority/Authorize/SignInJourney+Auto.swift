import Directory
import HTTPWire
import Policy
import Scenarios
import Time

/// `signIn: auto`: a persona answers the pages. Each answer goes through the same decisions, and stands in the journal as if it
/// had been clicked.
extension SignInJourney {
  /// Signs in the hinted user, the persona's, or the first one the path admits; or leaves the page.
  mutating func answerSignIn(hint: String?, _ directory: DirectoryState, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    let wanted = hint ?? world.settings.persona.user
    let first = directory.usersInOrder.first { user in
      user.isEnabled && !user.isDeleted && !user.isGuest && admits(user, directory)
    }
    guard let user = wanted.flatMap({ directory.user(named: $0) }) ?? first else {
      return refuse(.userNotFound(tenant: request.segment.spelling), &exchange)
    }
    let account = directory.account(of: user)
    exchange.note(user: account)
    guard let persona = world.settings.persona(for: account.alias), !persona.cancels else {
      exchange.because("signIn: auto leaves the sign-in page")
      return try cancel(&exchange)
    }
    exchange.because("signIn: auto answers the pages as \(account.alias)")
    flow.staysSignedIn = world.settings.asksToStaySignedIn ? persona.staysSignedIn : nil
    return try signedIn(account, methods: ["pwd"], &exchange)
  }

  private func admits(_ user: User, _ directory: DirectoryState) -> Bool {
    switch request.segment {
    case .common: true
    case .organizations: user.tenant != WellKnown.personalTenant
    case .consumers: user.tenant == WellKnown.personalTenant
    case .tenant(let tenant): directory.user(forAccount: user, in: tenant.id) != nil
    }
  }

  /// Answers the page that a decision would show; nil when it shows none that a person can answer.
  mutating func answer(
    _ decision: AccountDecision, as persona: Persona, _ user: User, _ tenant: Tenant, _ session: AccountSession?,
    _ exchange: inout Exchange
  ) throws -> HTTPResponse? {
    switch decision {
    case .complete, .refuse: return nil
    case .proveMultiFactor, .registerMultiFactor:
      guard persona.multiFactor == .pass else {
        exchange.note(.signInFailed)
        exchange.because("signIn: auto enters a wrong code and gives up")
        return try cancel(&exchange)
      }
      if decision == .registerMultiFactor, let id = flow.account {
        _ = try world.change { directory in directory.updateUser(id) { $0.mfa = .required } }
      }
      exchange.because("signIn: auto enters the right code")
      flow.methods += ["mfa"]
      return try proceed(session: nil, &exchange)
    case .changePassword:
      guard let id = flow.account else { return nil }
      exchange.because("signIn: auto changes the password to \(Self.changedPassword)")
      try world.perform(ChangePasswordAction(user: .id(id), password: Self.changedPassword, at: call.now))
      flow.authenticatedAt = call.now
      return try proceed(session: nil, &exchange)
    case .signInAgain:
      exchange.because("signIn: auto enters the password again")
      return try signedIn(world.directory.account(of: user), methods: flow.methods, &exchange)
    case .needAdministrator:
      exchange.because("signIn: auto returns to the application without granting consent")
      return try leaveSignedIn { try $0.cancel(&exchange) }
    case .askConsent(let items):
      let names = items.map(\.value).joined(separator: " ")
      guard persona.consent == .accept else {
        exchange.because("signIn: auto declines: \(names)")
        return try leaveSignedIn { try $0.declineConsent(&exchange) }
      }
      exchange.because("signIn: auto accepts: \(names)")
      try consent(to: items, user: user, tenant: tenant, everyone: false)
      flow.hasConsented = true
      return try proceed(session: session, &exchange)
    }
  }

  /// Who leaves a page after signing in stays signed in to this browser.
  private mutating func leaveSignedIn(_ answer: (SignInJourney) throws -> HTTPResponse) throws -> HTTPResponse {
    try keepSession()
    var response = try answer(self)
    for cookie in setCookies { response.fields.append("Set-Cookie", cookie) }
    return response
  }

  /// What an expired password is changed to when nobody types one; public, as every password here.
  static let changedPassword = "Passw0rd!2"
}
