/// The person who answers the sign-in pages in `signIn: auto`: who it is and what is clicked.
package struct Persona: Sendable, Hashable {
  package enum ConsentAnswer: String, Sendable, CaseIterable {
    case accept
    case decline
  }

  package enum MultiFactorAnswer: String, Sendable, CaseIterable {
    case pass
    /// Enters a wrong code and gives up.
    case fail
  }

  /// The alias of who signs in when the request names nobody; nil: the first user that the path admits.
  package var user: String?
  package var consent = ConsentAnswer.accept
  package var multiFactor = MultiFactorAnswer.pass
  /// Leaves the sign-in page instead of signing in.
  package var cancels = false
  package var staysSignedIn = false

  package init() {}
}
