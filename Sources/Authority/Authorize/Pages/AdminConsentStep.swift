import Bytes
import Pages
import Policy
import Worlds

/// Lists the permissions that an administrator is asked to grant for everybody; the administrator accepts or declines.
struct AdminConsentStep: SignInStep {
  // The same name as `ConsentStep`. The request tells which of the two is meant.
  static let name = ConsentStep.name

  /// The permissions and application roles on the list.
  var items: [ConsentDecision.ConsentItem] = []

  static func isMeant(by request: AuthorizeRequest) -> Bool { request.isForEverybody }

  /// Keeps the session: the administrator is signed in to this browser, whatever the administrator decides about the
  /// app.
  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws { try journey.keepSession() }

  func page(_ view: SignInView) -> any Page { view.consentPage(items) }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    _ = try journey.signedInUser()
    return try accept(&journey)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard persona.consent == .accept else {
      exchange.because("signIn: auto declines")
      try journey.keepSession()
      return .decline
    }
    exchange.because("signIn: auto accepts")
    return try accept(&journey)
  }

  private func accept(_ journey: inout SignInJourney) throws -> NextStep {
    journey.flow.hasConsented = true
    return try journey.proceedAfterPage()
  }
}
