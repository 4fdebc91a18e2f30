import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Sets a new password in the place of a forgotten one, for a user who has a method that proves who it is. The user then signs in with it.
struct ResetPasswordStep: SignInStep {
  static let name = "resetPassword"

  private typealias Field = ChangePasswordPage.Field

  var faults: [ChangePasswordPage.Field: PageFault] = [:]

  /// The account that the user named, if its password can be set anew; nil for any other.
  static func account(_ journey: SignInJourney) -> User? {
    guard let account = journey.flow.userName.flatMap(journey.account(named:)),
      PasswordRecovery.isOpen(to: account, of: journey.directory.tenants[account.tenant])
    else { return nil }
    return account
  }

  func page(_ view: SignInView) -> any Page {
    ChangePasswordPage(
      branding: view.branding, form: view.form, userName: view.userName, reason: .forgotten(code: OneTimeCodeStep.code),
      faults: faults)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let account = Self.account(journey) else { throw Refusal(.flowTokenExpired) }
    exchange.note(user: account)
    guard OneTimeCodeStep.isRight(form[Field.code.rawValue]) else {
      let message = "You didn't enter the expected verification code. Please try again."
      return again(.code, exchange.noteFault(Refusal(.strongAuthenticationFailed), message: message))
    }
    guard let new = form.nonEmpty(Field.new.rawValue), new == form[Field.confirmation.rawValue],
      account.password?.matches(new) != true
    else {
      return again(.new, PageFault(message: "Enter a new password twice; it must differ from the current one."))
    }
    try journey.world.perform(ChangePasswordAction(user: .id(account.id), password: new))
    journey.world.lockout.clear(account.id)
    journey.readDirectory()
    exchange.because("the one-time code is right, and '\(account.alias)' has set a new password")
    return .show(PasswordStep(notice: "Your password has been reset. Sign in with the new one."))
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    // A user asks for this page; no decision does.
    try journey.signInByPersona(&exchange)
  }

  private func again(_ field: Field, _ fault: PageFault) -> NextStep {
    .show(ResetPasswordStep(faults: [field: fault]))
  }
}
