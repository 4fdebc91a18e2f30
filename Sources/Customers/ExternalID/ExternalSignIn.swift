import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// What the user flow of an app in a tenant of External ID adds to the pages of a sign-in: new accounts, other identity providers, codes in
/// the place of a password, and a new password in the place of a forgotten one.
struct ExternalSignIn: SignInAddition {
  func choicesBesideName(_ journey: SignInJourney) -> CustomerChoices {
    guard let flow = journey.userFlow else { return CustomerChoices() }
    return CustomerChoices(
      links: flow.kind.admitsSignUp && flow.localAccount != .none
        ? [.init("createAccount", "No account? Create one", "signUp")] : [],
      providers: flow.identityProviders.map { CustomerFields.choice(ofProvider: $0) })
  }

  func choicesBesidePassword(_ journey: SignInJourney) -> CustomerChoices {
    guard let flow = journey.userFlow, flow.passwordReset != .off else { return CustomerChoices() }
    return CustomerChoices(links: [.init("forgotPassword", "Forgot password?", "forgotPassword")])
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep? {
    guard let action = form.nonEmpty(PageAction.fieldName), let flow = journey.userFlow else { return nil }
    let typed = ASCII.trimmed(form["loginfmt"] ?? "")
    if !typed.isEmpty { journey.flow.userName = typed }
    switch action {
    case "signUp" where flow.kind.admitsSignUp && flow.localAccount != .none: return .show(ExternalAddressStep())
    case "forgotPassword" where flow.passwordReset != .off:
      guard let name = journey.flow.userName, let account = journey.account(named: name) else {
        return UserNameStep.unknownUser(journey, &exchange)
      }
      return try journey.send(to: account, named: name, for: .passwordReset, &exchange)
    default:
      guard let provider = flow.identityProviders.first(where: { action == "provider:" + $0 }) else { return nil }
      journey.progress.provider = provider
      return .show(ExternalProviderStep())
    }
  }

  /// The page of a code, for a customer without a password.
  func insteadOfPassword(
    for account: User, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) throws -> NextStep? {
    guard journey.userFlow != nil, account.password == nil, let name = journey.flow.userName else { return nil }
    return try journey.send(to: account, named: name, for: .signIn, &exchange)
  }

  func newAccount(_ journey: inout SignInJourney) -> (any SignInStep)? {
    journey.userFlow.map { _ in ExternalAddressStep() }
  }

  func otherProvider(_ provider: String, _ journey: inout SignInJourney) -> (any SignInStep)? {
    guard journey.userFlow != nil else { return nil }
    journey.progress.provider = provider
    return ExternalProviderStep()
  }
}
