import Authority
import Bytes
import Pages
import Policy
import Worlds

/// The code of the customer's second factor.
struct B2CFactorStep: B2CStep {
  static let name = "factor"

  var fault: PageFault?

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    var page = CustomerPage(
      .phoneFactor, branding: journey.branding, form: form, heading: "Multi-factor authentication")
    page.lead = "Enter your verification code below, or send a new code."
    page.fields = [
      .init(
        .code, "verificationCode", "Verification code",
        hint: "The code of this test authority is \(CustomerAccounts.fixedCode).", fault: fault)
    ]
    page.main = ("verifyCode", "Verify Code")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func prepare(_ journey: inout B2CJourney) { journey.state.sent = journey.accounts.fixedCode(to: "a phone") }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let wrong = "Wrong code entered, please try again."
    let check = journey.check(form["verificationCode"] ?? "", .b2cTooManyProofs, wrong: wrong, &exchange) {
      Self(fault: $0)
    }
    if let next = check { return next }
    journey.state.prove("mfa")
    return .proceed
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    guard persona.passesSecondFactor(&exchange) else { return .refuse(Refusal(.b2cCancelled)) }
    journey.state.prove("mfa")
    return .proceed
  }
}
