import Bytes
import Pages
import Worlds

/// Asks whether the session stays when the browser closes, after the user has signed in on the pages.
struct StaySignedInStep: SignInStep {
  static let name = "staySignedIn"

  func page(_ view: SignInView) -> any Page {
    StaySignedInPage(branding: view.branding, form: view.form, userName: view.userName)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    // Programs that post the form without a browser say no by a number (observed).
    let stays =
      form[PageAction.fieldName] != PageAction.no.rawValue && form[PageAction.no.rawValue] == nil
      && form["LoginOptions"] != "3"
    journey.flow.staysSignedIn = stays
    if form["DontShowAgain"] == "true" { journey.rememberStaySignedIn() }
    exchange.because(stays ? "the user stays signed in" : "the user does not stay signed in")
    return .proceed(nil)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    journey.flow.staysSignedIn = persona.staysSignedIn
    return .proceed(nil)
  }
}
