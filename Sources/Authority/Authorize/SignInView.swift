import Directory
import Pages
import Policy

/// What the pages of one sign-in have in common when they are shown.
struct SignInView {
  let journey: SignInJourney
  /// Where the page's form goes, and what it carries unseen.
  let form: PageForm

  var directory: DirectoryState { journey.directory }

  /// The account that has proved itself or was picked, nil before that.
  var account: User? { journey.account }

  /// Whom the page addresses: the account, or else the user name that was entered.
  var userName: String {
    account.map { IDTokenClaims.preferredUserName(of: $0) } ?? journey.flow.userName ?? ""
  }

  var appName: String { journey.request.client.displayName }

  var branding: Branding { journey.branding }
}
