import Bytes
import Pages
import Policy
import Worlds

/// Asks for the one-time code of the user's second factor.
struct OneTimeCodeStep: SignInStep {
  static let name = "multiFactor"

  /// The one-time code that every account of this test authority accepts.
  static let code = "123456"

  var fault: PageFault?

  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws {
    try journey.keepSessionBeforeSecondFactor()
  }

  func page(_ view: SignInView) -> any Page {
    MFAPage(
      branding: view.branding, form: view.form, userName: view.userName, method: "authenticator app",
      shownCode: Self.code, fault: fault)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard journey.flow.hasProvedFactor == true || Self.isRight(form["otc"]) else {
      let fault = exchange.noteFault(
        Refusal(.strongAuthenticationFailed),
        message: "You didn't enter the expected verification code. Please try again.")
      return .show(OneTimeCodeStep(fault: fault))
    }
    exchange.because("the one-time code is right")
    journey.flow.hasProvedFactor = nil
    journey.proveSecondFactor()
    return try journey.proceedAfterPage()
  }

  static func isRight(_ typed: String?) -> Bool { typed.map { ASCII.trimmed($0) } == code }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard persona.passesSecondFactor(&exchange) else { return .cancel }
    journey.proveSecondFactor()
    return try journey.proceedAfterPage()
  }
}
