import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Asks for the password: after the user name; at once when a hint or a session tells who signs in; and again when a
/// session has ended or is too old.
struct PasswordStep: SignInStep {
  static let name = "password"

  var fault: PageFault?
  /// What the page says first; nil for nothing.
  var notice: String?

  func page(_ view: SignInView) -> any Page {
    var page = PasswordPage(
      branding: view.branding, form: view.form, userName: view.journey.flow.userName ?? "", fault: fault,
      offersOtherAccount: view.journey.flow.offersOtherAccount ?? false)
    page.choices = view.journey.choicesBesidePassword
    page.notice = notice
    page.canReset = ResetPasswordStep.account(view.journey) != nil
    // A password that the user has just chosen is not the scenario's.
    if notice == nil, view.journey.world.settings.offersUsers {
      page.hint =
        "This is a test: everybody's password is that of the scenario, \(SeededDirectory.password) where it says no other."
    }
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    let name = ASCII.trimmed(form.nonEmpty("loginfmt") ?? form.nonEmpty("login") ?? journey.flow.userName ?? "")
    journey.flow.userName = name
    if let next = try journey.takeChoice(form, &exchange) { return next }
    if form[PageAction.fieldName] == PageAction.resetPassword.rawValue, let account = ResetPasswordStep.account(journey)
    {
      exchange.note(user: account)
      exchange.because("'\(account.alias)' has forgotten the password, and has a method that proves who it is")
      return .show(ResetPasswordStep())
    }
    guard let password = form.nonEmpty("passwd") else {
      return .show(PasswordStep(fault: PageFault(message: "Please enter your password.")))
    }
    guard let account = journey.account(named: name) else { return UserNameStep.unknownUser(journey, &exchange) }
    exchange.note(user: account)
    let check = journey.world.lockout.check(
      password, of: account, as: account, tenant: journey.request.segment.spelling, at: journey.call.now)
    exchange.reasons += check.reasons
    return Self.next(after: check.decision, account, &journey, &exchange)
  }

  /// Goes on as with the right password: a locked account, a disabled one and an expired password count all the same.
  static func enter(
    for account: User, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) throws -> NextStep {
    if let refusal = journey.lockRefusal(of: account) { return fail(refusal, journey, &exchange) }
    let decision = PasswordCheck.knowing(account, at: journey.call.now)
    return next(after: decision, account, &journey, &exchange)
  }

  private static func next(
    after decision: PasswordCheck, _ account: User, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) -> NextStep {
    switch decision {
    case .accepted: return journey.signedIn(account, methods: journey.proofsOfPassword(account), &exchange)
    case .refused(let refusal) where refusal.kind == .passwordExpired:
      journey.flow.account = account.id
      journey.flow.authenticatedAt = journey.momentOfSignIn(of: account.id)
      journey.flow.methods = ["pwd"]
      exchange.because("the password is right and has expired")
      return .show(ChangePasswordStep())
    case .refused(let refusal): return fail(refusal, journey, &exchange)
    }
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    // The account is known already: the page only asks for its password again.
    guard let account = journey.account else { return try journey.signInByPersona(&exchange) }
    exchange.because("signIn: auto enters the password again")
    return journey.signedIn(account, methods: journey.flow.methods, &exchange)
  }

  /// Shows this page again. "Reset it now" stands there for a user who can (the service has it for everybody).
  static func fail(_ refusal: Refusal, _ journey: SignInJourney, _ exchange: inout Exchange) -> NextStep {
    var fault = exchange.noteFault(refusal, message: wording(refusal))
    if refusal.kind == .invalidPassword, ResetPasswordStep.account(journey) != nil {
      fault.message += " If you don't remember your password,"
      fault.way = PageFault.Way("reset it now", .resetPassword)
    }
    return .show(PasswordStep(fault: fault))
  }

  /// The text that the user reads. The AADSTS number is next to it. "Locked" is the pages' word for `accountEnabled: false`, too
  /// (Microsoft: "Your account has been locked" error when signing in to Microsoft 365).
  static func wording(_ refusal: Refusal) -> String {
    switch refusal.kind {
    case .invalidPassword: "Your account or password is incorrect."
    case .accountLocked: "Your account is temporarily locked. Try again later."
    case .accountDisabled: "Your account has been locked. Contact your support person to unlock it, then try again."
    default: refusal.message
    }
  }
}
