import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Lists the accounts of this browser. The user picks one of them or uses another account.
struct PickerStep: SignInStep {
  static let name = "picker"

  func page(_ view: SignInView) -> any Page {
    AccountPickerPage(branding: view.branding, form: view.form, tiles: tiles(view.journey), canCancel: true)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    let attempt = try journey.attempt()
    guard let key = form[AccountPickerPage.fieldName],
      let picked = attempt.accounts.first(where: { "\($0.session.id)" == key }),
      let account = journey.directory.users[picked.session.user]
    else { return .show(PickerStep()) }
    exchange.note(user: account)
    exchange.because("the user picked '\(account.alias)'")
    if let reason = attempt.passwordReason(of: picked) {
      exchange.because("its session does not count: \(reason)")
      journey.flow.userName = account.preferredUserName
      return journey.signInWithoutPassword(account, &exchange) ?? .show(PasswordStep())
    }
    return journey.use(picked.session)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    try journey.signInByPersona(&exchange)
  }

  private func tiles(_ journey: SignInJourney) -> [AccountPickerPage.Tile] {
    guard let accounts = try? journey.attempt().accounts else { return [] }
    return accounts.compactMap { known in
      journey.directory.users[known.session.user].map { user in
        AccountPickerPage.Tile(
          key: "\(known.session.id)", displayName: user.displayName,
          userPrincipalName: user.preferredUserName, isSignedIn: known.unusableReason == nil)
      }
    }
  }
}
