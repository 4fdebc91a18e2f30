import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// The other side of another identity provider, which this server plays: whoever says a name there is believed.
struct B2CProviderStep: B2CStep {
  static let name = "provider"

  var fault: PageFault?

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    let title = CustomerFields.title(ofProvider: journey.state.provider ?? "")
    var page = CustomerPage(
      .otherProvider, branding: Branding(tenantName: title), form: form, heading: "Sign in with \(title)")
    page.lead = "This server plays \(title). Whoever states an address is believed."
    page.fields = [
      .init(.email, "email", "Email Address", value: journey.state.userName ?? "", fault: fault)
    ]
    page.main = ("continue", "Continue")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let name = ASCII.trimmed(form["email"] ?? "")
    guard !name.isEmpty else { return .show(Self(fault: PageFault(message: "Please enter an address."))) }
    return arrive(name, &journey, &exchange)
  }

  private func arrive(
    _ name: String, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) -> B2CNext {
    let provider = journey.state.provider ?? ""
    journey.state.customer.provider = provider
    switch journey.accounts.arrival(of: name, from: provider, &exchange) {
    case .newcomer, .stranger:
      journey.state.newcomer = name
      return .proceed
    case .disabled: return .refuse(Refusal(.b2cAccountLocked))
    case .account(let user): return journey.signedIn(user, &exchange)
    }
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    guard !persona.cancels else {
      exchange.because("signIn: auto cancels at the other identity provider")
      return .refuse(Refusal(.b2cProviderRefused))
    }
    let name = journey.state.userName ?? "somebody@\(journey.state.provider ?? "example.com")"
    exchange.because("signIn: auto comes from \(journey.state.provider ?? "") as '\(name)'")
    return arrive(name, &journey, &exchange)
  }
}
