package import Bytes
package import Pages
package import Worlds

/// One page of a sign-in: what it shows, which fields its form has and what they do, how `signIn: auto` answers it,
/// and what the sign-in does next. `SignInPages` lists the login service's, and each `LoginFeature` its own.
package protocol SignInStep: Sendable {
  /// The name of the page in stored sign-ins. They outlive the process, so the name of a released page must not
  /// change.
  static var name: String { get }

  /// Whether this page is the one for the request, when several pages have one name.
  static func isMeant(by request: AuthorizeRequest) -> Bool

  /// The page with what its form needs. Facts that only a decision has, such as a list of permissions, are empty.
  init()

  /// Runs when a decision shows this page to the user, before it is shown. `signIn: auto` skips it.
  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws

  /// The page to show, with the names and the form of `view`.
  func page(_ view: SignInView) -> any Page

  /// Takes the form when the user has pressed the main button of the page, or a button that only this page has.
  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep

  /// Answers the page in the place of a user, as the persona of `signIn: auto` does.
  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep
}

extension SignInStep {
  package static func isMeant(by request: AuthorizeRequest) -> Bool { true }

  package func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws {}
}
