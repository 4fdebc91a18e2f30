import Directory
package import Pages
import Policy

/// What all pages of one sign-in need when they are shown.
package struct SignInView {
  package let journey: SignInJourney
  /// The address of the form and its hidden fields.
  package let form: PageForm

  var directory: DirectoryState { journey.directory }

  /// The account that has proved itself or was picked; nil before that.
  var account: User? { journey.account }

  /// The name on the page: the account's, else the user name that was entered; empty without either.
  var userName: String {
    account.map { $0.preferredUserName } ?? journey.flow.userName ?? ""
  }

  var appName: String { journey.request.client.displayName }

  package var branding: Branding { journey.branding }
}
