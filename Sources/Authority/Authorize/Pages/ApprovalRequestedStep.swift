import Bytes
import Pages
import Worlds

/// Tells the user that an administrator has the request. The user can only go back to the app.
struct ApprovalRequestedStep: SignInStep {
  static let name = "approvalRequested"

  func page(_ view: SignInView) -> any Page {
    AdminApprovalPage(
      branding: view.branding, form: view.form, userName: view.userName, appName: view.appName, stage: .requested)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    .cancel
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    .cancel
  }
}
