import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Asks for a new password, because the current one has expired.
struct ChangePasswordStep: SignInStep {
  static let name = "changePassword"

  /// The password that `signIn: auto` sets in the place of an expired one. It is public, as all passwords here.
  private static let automaticPassword = "Passw0rd!2"

  private typealias Field = ChangePasswordPage.Field

  var faults: [ChangePasswordPage.Field: PageFault] = [:]

  func page(_ view: SignInView) -> any Page {
    ChangePasswordPage(
      branding: view.branding, form: view.form, userName: view.userName, reason: .expired, faults: faults)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let account = journey.account else { throw Refusal(.flowTokenExpired) }
    guard let current = form.nonEmpty(Field.current.rawValue), account.password?.matches(current) ?? false else {
      return again(.current, PageFault(code: 50126, message: "Your current password is incorrect."))
    }
    guard let new = form.nonEmpty(Field.new.rawValue), new == form[Field.confirmation.rawValue], new != current else {
      return again(.new, PageFault(message: "Enter a new password twice; it must differ from the current one."))
    }
    try change(account, to: new, &journey)
    exchange.because("the user changed the password")
    return journey.signedIn(account, methods: ["pwd"], &exchange)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let account = journey.account else { throw Refusal(.flowTokenExpired) }
    exchange.because("signIn: auto changes the password to \(Self.automaticPassword)")
    try change(account, to: Self.automaticPassword, &journey)
    journey.flow.authenticatedAt = journey.momentOfSignIn(of: account.id)
    return .proceed(nil)
  }

  private func change(_ account: User, to password: String, _ journey: inout SignInJourney) throws {
    try journey.world.perform(ChangePasswordAction(user: .id(account.id), password: password))
    journey.world.lockout.clear(account.id)
    journey.readDirectory()
  }

  private func again(_ field: Field, _ fault: PageFault) -> NextStep {
    .show(ChangePasswordStep(faults: [field: fault]))
  }
}
