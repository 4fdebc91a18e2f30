import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// A new password, after the address was proved.
struct B2CPasswordStep: B2CStep {
  static let name = "password"

  var faults: [String: PageFault] = [:]

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    var page = CustomerPage(
      .selfAsserted, branding: journey.branding, form: form, heading: "Reset your password")
    page.fields = [
      .init(.newPassword, "newPassword", "New Password", fault: faults["newPassword"]),
      .init(.newPassword, "reenterPassword", "Confirm New Password", fault: faults["reenterPassword"]),
    ]
    page.main = ("continue", "Continue")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let password = form["newPassword"] ?? ""
    var faults: [String: PageFault] = [:]
    if let fault = NewPasswordRule.b2c.fault(of: password, current: nil) {
      faults["newPassword"] = PageFault(message: NewPasswordRule.b2cSentence(of: fault))
    }
    if form["reenterPassword"] != password {
      faults["reenterPassword"] = PageFault(message: "The passwords must match.")
    }
    guard faults.isEmpty else { return .show(Self(faults: faults)) }
    return try change(to: password, &journey, &exchange)
  }

  private func change(
    to password: String, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    guard journey.state.hasVerifiedAddress, let name = journey.state.address,
      let user = journey.accounts.customer(named: name)
    else { throw Refusal(.flowTokenExpired) }
    let changed = try journey.accounts.setPassword(.text(password), of: user, &exchange)
    journey.readDirectory()
    journey.state.prove("pwd")
    return journey.signedIn(changed, &exchange)
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    exchange.because("signIn: auto sets the password \(SeededDirectory.password)")
    return try change(to: SeededDirectory.password, &journey, &exchange)
  }
}
