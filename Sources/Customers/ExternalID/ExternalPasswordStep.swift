import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// A new password in the place of a forgotten one, when the address is proved.
struct ExternalPasswordStep: SignInStep {
  static let name = "customerNewPassword"

  var faults: [String: PageFault] = [:]

  func page(_ view: SignInView) -> any Page {
    var page = CustomerPage(.newPassword, branding: view.branding, form: view.form, heading: "Reset your password")
    page.fields = [
      .init(.newPassword, "newPassword", "New password", fault: faults["newPassword"]),
      .init(.newPassword, "reenterPassword", "Confirm password", fault: faults["reenterPassword"]),
    ]
    page.main = ("next", "Next")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let account = account(of: journey) else { throw Refusal(.flowTokenExpired) }
    let new = form["newPassword"] ?? ""
    var faults: [String: PageFault] = [:]
    if let fault = NewPasswordRule.externalID.fault(of: new, current: account.password) {
      faults["newPassword"] = PageFault(message: NewPasswordRule.sentence(of: fault))
    }
    if form["reenterPassword"] != new { faults["reenterPassword"] = PageFault(message: "Passwords do not match.") }
    guard faults.isEmpty else { return .show(Self(faults: faults)) }
    return try change(account, to: new, &journey, &exchange)
  }

  private func account(of journey: SignInJourney) -> User? {
    guard journey.progress.hasVerifiedAddress, journey.progress.purpose == .passwordReset else { return nil }
    return journey.progress.address.flatMap { journey.account(named: $0) }
  }

  private func change(
    _ account: User, to password: String, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) throws -> NextStep {
    guard let accounts = journey.customerAccounts else { throw Refusal(.flowTokenExpired) }
    let changed = try accounts.setPassword(.text(password), of: account, &exchange)
    journey.readDirectory()
    return journey.signedIn(changed, methods: ["pwd"], &exchange)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let account = account(of: journey) else { throw Refusal(.flowTokenExpired) }
    exchange.because("signIn: auto sets the password \(SeededDirectory.password)")
    return try change(account, to: SeededDirectory.password, &journey, &exchange)
  }
}
