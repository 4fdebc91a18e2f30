import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// The other side of another identity provider, which this server plays: whoever says a name there is believed.
struct ExternalProviderStep: SignInStep {
  static let name = "customerProvider"

  var fault: PageFault?

  func page(_ view: SignInView) -> any Page {
    let title = CustomerFields.title(ofProvider: view.journey.progress.provider ?? "")
    var page = CustomerPage(
      .otherProvider, branding: Branding(tenantName: title), form: view.form, heading: "Sign in with \(title)")
    page.lead = "This server plays \(title). Whoever states an address is believed."
    page.fields = [.init(.email, "email", "Email Address", value: view.journey.flow.userName ?? "", fault: fault)]
    page.main = ("continue", "Continue")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    let name = ASCII.trimmed(form["email"] ?? "")
    guard !name.isEmpty else { return .show(Self(fault: PageFault(message: "Please enter an address."))) }
    return try arrive(name, &journey, &exchange)
  }

  private func arrive(
    _ name: String, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) throws -> NextStep {
    guard let provider = journey.progress.provider, let accounts = journey.customerAccounts else {
      throw Refusal(.flowTokenExpired)
    }
    switch accounts.arrival(of: name, from: provider, &exchange) {
    case .account(let user):
      return journey.signedIn(user, methods: [], from: provider, &exchange)
    case .disabled(let user):
      exchange.note(user: user)
      return .refuse(Refusal(.accountDisabled))
    case .stranger: return UserNameStep.unknownUser(journey, &exchange)
    case .newcomer: break
    }
    journey.progress.newcomer = name
    journey.progress.purpose = .signUp
    return try journey.collectDetails(name, &exchange)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard !persona.cancels else {
      exchange.because("signIn: auto leaves the other identity provider")
      return .cancel
    }
    let name = journey.request.loginHint ?? "somebody@\(journey.progress.provider ?? "example.com")"
    exchange.because("signIn: auto comes from \(journey.progress.provider ?? "") as '\(name)'")
    let next = try arrive(name, &journey, &exchange)
    if case .show(let step) = next, step is ExternalDetailsStep { return .ask(step) }
    return next
  }
}
