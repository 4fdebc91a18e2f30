import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// The second page of a new account, when the address is proved: a password, and what the user flow asks for.
struct ExternalDetailsStep: SignInStep {
  static let name = "customerDetails"

  var typed: [String: String]?
  var faults: [String: PageFault] = [:]
  var fault: PageFault?

  func page(_ view: SignInView) -> any Page {
    var page = CustomerPage(.signUp, branding: view.branding, form: view.form, heading: "Add details")
    page.fault = fault
    guard let flow = view.journey.userFlow else { return page }
    if Self.needsPassword(view.journey, flow) {
      page.fields = [
        .init(.newPassword, "newPassword", "New password", fault: faults["newPassword"]),
        .init(.newPassword, "reenterPassword", "Confirm password", fault: faults["reenterPassword"]),
      ]
    }
    page.fields += CustomerFields.attributes(
      flow, of: nil, typed: typed ?? view.journey.progress.prefilled ?? [:], faults: faults)
    page.main = ("next", "Next")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  private static func needsPassword(_ journey: SignInJourney, _ flow: UserFlow) -> Bool {
    journey.progress.newcomer == nil && flow.localAccount == .email
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    let progress = journey.progress
    guard let flow = journey.userFlow,
      let name = progress.newcomer ?? (progress.hasVerifiedAddress ? progress.address : nil)
    else { throw Refusal(.flowTokenExpired) }
    let typed = CustomerFields.typed(flow, form)
    var faults = CustomerFields.faults(flow, typed)
    var password: String?
    if Self.needsPassword(journey, flow) {
      let new = form["newPassword"] ?? ""
      if let fault = NewPasswordRule.externalID.fault(of: new, current: nil) {
        faults["newPassword"] = PageFault(message: NewPasswordRule.sentence(of: fault))
      }
      if form["reenterPassword"] != new { faults["reenterPassword"] = PageFault(message: "Passwords do not match.") }
      password = new
    }
    guard faults.isEmpty else { return .show(Self(typed: typed, faults: faults)) }
    return try Self.submit(name, password: password, typed, &journey, &exchange)
  }

  /// Asks the API of the user flow, then makes the account.
  static func submit(
    _ name: String, password: String?, _ typed: [String: String], _ journey: inout SignInJourney,
    _ exchange: inout Exchange
  ) throws -> NextStep {
    var typed = typed
    switch try journey.callout(.attributeCollectionSubmit, name: name, attributes: typed, &exchange) {
    case .nothing: break
    case .values(let values): typed.merge(values) { _, new in new }
    case .block(let title, let message): return journey.block(title, message)
    case .refuse(let message, let attributes):
      exchange.note(.signInFailed)
      return .show(
        Self(
          typed: typed, faults: attributes.mapValues { PageFault(message: $0) }, fault: PageFault(message: message)))
    }
    return try journey.signUp(name, password: password, attributes: typed, &exchange)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let flow = journey.userFlow, let name = journey.progress.newcomer ?? journey.progress.address else {
      throw Refusal(.flowTokenExpired)
    }
    exchange.because("signIn: auto fills in what is required")
    return try Self.submit(
      name, password: Self.needsPassword(journey, flow) ? SeededDirectory.password : nil,
      AttributeCheck.samples(flow.attributes), &journey, &exchange)
  }
}
