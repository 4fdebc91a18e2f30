import Bytes
import Pages
import Scenarios

/// One page of a sign-in: what it shows, which fields its form has, what they do, how `signIn: auto` answers it, and where the
/// sign-in goes then. `SignInPages` lists all of them.
protocol SignInStep: Sendable {
  /// What a stored sign-in calls this page. Sign-ins outlive the process, so a released name stays.
  static var name: String { get }

  /// Whether this page is meant, of several with the same name.
  static func isMeant(by request: AuthorizeRequest) -> Bool

  /// The page as its form needs it. What only a decision knows is left out.
  init()

  /// What has to happen before a decision shows this page to the user.
  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws

  /// The page as HTML.
  func page(_ view: SignInView) -> any Page

  /// The user has pressed the page's main button, or a button that this page alone has.
  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep

  /// Answers the page as the persona does.
  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep
}

extension SignInStep {
  static func isMeant(by request: AuthorizeRequest) -> Bool { true }

  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws {}
}
