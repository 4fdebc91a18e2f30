import Authority
import Bytes
import Pages
import Policy
import Worlds

/// The page of an API that lets the customer not go on (`showBlockPage`). Nothing leads on from it but the way back to the app.
struct ExternalBlockStep: SignInStep {
  static let name = "customerBlocked"

  func page(_ view: SignInView) -> any Page {
    let progress = view.journey.progress
    let title = progress.blockTitle.flatMap { $0.isEmpty ? nil : $0 } ?? "You cannot sign up"
    var page = CustomerPage(.signUp, branding: view.branding, form: view.form, heading: title)
    page.lead = progress.blockMessage
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    .show(self)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    .cancel
  }
}
