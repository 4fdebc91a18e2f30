import Bytes
import Pages
import Worlds

/// Asks whether the user started the sign-in on the device, before the device gets anything.
struct ConfirmDeviceStep: SignInStep {
  static let name = "confirmDevice"

  func page(_ view: SignInView) -> any Page {
    ConfirmPage(
      branding: view.branding, form: view.form, userName: view.userName, appName: view.appName, destination: .device)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    journey.flow.hasConfirmed = true
    return try journey.proceedAfterPage()
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    journey.flow.hasConfirmed = true
    return try journey.proceedAfterPage()
  }
}
