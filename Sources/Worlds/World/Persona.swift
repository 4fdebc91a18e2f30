/// How the server answers the sign-in pages in the place of a person, when the world has `signIn: auto`.
package struct Persona: Sendable, Hashable {
  /// What the persona clicks on the consent page.
  package enum ConsentAnswer: String, Sendable, CaseIterable {
    case accept
    case decline
  }

  /// What the persona does when a second factor is asked for.
  package enum MultiFactorAnswer: String, Sendable, CaseIterable {
    case pass
    /// Enters a wrong code and gives up.
    case fail
  }

  /// The alias of the user who signs in when the request names none. Nil: the first user that the path admits.
  package var user: String?
  /// The answer to the consent page, when it comes.
  package var consent = ConsentAnswer.accept
  /// The answer to the page of the second factor, when it comes.
  package var multiFactor = MultiFactorAnswer.pass
  /// Whether the persona leaves the sign-in page instead of signing in.
  package var cancels = false
  /// The answer to "Stay signed in?", when the world asks it.
  package var staysSignedIn = false

  package init() {}
}
