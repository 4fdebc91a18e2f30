import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Tells a user without a second factor to register one, and registers it when the user goes on.
struct RegisterMethodStep: SignInStep {
  static let name = "multiFactorRegistration"

  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws {
    try journey.keepSessionBeforeSecondFactor()
  }

  func page(_ view: SignInView) -> any Page {
    MFARegistrationPage(
      branding: view.branding, form: view.form, userName: view.userName, methods: ["Authenticator app"])
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    try register(&journey)
    exchange.because("a method for multi-factor authentication was registered")
    return try journey.proceedAfterPage()
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard persona.passesSecondFactor(&exchange) else { return .cancel }
    try register(&journey)
    return try journey.proceedAfterPage()
  }

  private func register(_ journey: inout SignInJourney) throws {
    guard let id = journey.flow.account else { throw Refusal(.flowTokenExpired) }
    try journey.change { directory in directory.updateUser(id) { $0.mfa = .required } }
    journey.proveSecondFactor()
  }
}
