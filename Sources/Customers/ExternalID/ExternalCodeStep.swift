import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Asks for the code that went to the customer's address: for a sign-in without a password, a new account, or a forgotten password.
struct ExternalCodeStep: SignInStep {
  static let name = "customerCode"

  /// The field of the code, as on the page of a second factor.
  private static let field = "otc"

  var fault: PageFault?

  func page(_ view: SignInView) -> any Page {
    let progress = view.journey.progress
    var page = CustomerPage(.oneTimeCode, branding: view.branding, form: view.form, heading: "Enter code")
    page.lead = "We just sent a code to \(progress.address ?? "you")."
    page.fields = [
      .init(
        .code, Self.field, "Enter code",
        hint: progress.code.map { "This test authority sends no mail. The code is \($0.text)." }, fault: fault)
    ]
    page.main = ("next", "Next")
    page.buttons = [CustomerFields.cancel]
    page.links = [.init("resend", "Resend code", "resend")]
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let address = journey.progress.address, journey.progress.code != nil, let accounts = journey.customerAccounts
    else {
      throw Refusal(.flowTokenExpired)
    }
    if form[PageAction.fieldName] == "resend" {
      return try journey.sendCode(to: address, for: journey.progress.purpose, &exchange)
    }
    guard accounts.check(form[Self.field] ?? "", against: &journey.progress.code, &exchange) == .right else {
      let fault = exchange.noteFault(
        Refusal(.oneTimeCodeWrong), message: "That code didn't work. Check the code and try again.")
      return .show(Self(fault: fault))
    }
    return try verified(address, &journey, &exchange)
  }

  private func verified(
    _ address: String, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) throws -> NextStep {
    journey.progress.hasVerifiedAddress = true
    journey.progress.code = nil
    switch journey.progress.purpose {
    case .signUp: return try journey.collectDetails(address, &exchange)
    case .passwordReset: return .show(ExternalPasswordStep())
    case .signIn, .secondFactor:
      guard let account = journey.account(named: address) else { return UserNameStep.unknownUser(journey, &exchange) }
      if let kind = CustomerDecision.obstacle(to: account, for: journey.progress.purpose) {
        return UserNameStep.stopped(by: kind, &exchange)
      }
      return journey.signedIn(account, methods: ["otp"], &exchange)
    }
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let address = journey.progress.address else { throw Refusal(.flowTokenExpired) }
    exchange.because("signIn: auto enters the right code")
    return try verified(address, &journey, &exchange)
  }
}
