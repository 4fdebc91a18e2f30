import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// What is known of the customer, to change it; or what the user flow asks somebody whom another identity provider sent.
struct B2CAttributesStep: B2CStep {
  static let name = "attributes"

  var typed: [String: String] = [:]
  var faults: [String: PageFault] = [:]

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    var page = CustomerPage(
      .selfAsserted, branding: journey.branding, form: form,
      heading: journey.account == nil ? "Tell us about yourself" : "Edit your profile")
    page.fields = CustomerFields.attributes(journey.flow, of: journey.account, typed: typed, faults: faults)
    page.main = ("continue", "Continue")
    page.buttons = [CustomerFields.cancel]
    return page
  }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let typed = CustomerFields.typed(journey.flow, form)
    let faults = CustomerFields.faults(journey.flow, typed)
    guard faults.isEmpty else { return .show(Self(typed: typed, faults: faults)) }
    return try store(typed, &journey, &exchange)
  }

  private func store(
    _ typed: [String: String], _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    journey.state.hasGivenAttributes = true
    guard let user = journey.account else {
      guard let name = journey.state.newcomer else { throw Refusal(.flowTokenExpired) }
      guard let user = try journey.makeAccount(name, password: nil, attributes: typed, &exchange) else {
        throw Refusal(.flowTokenExpired)
      }
      return journey.signedIn(user, &exchange)
    }
    try journey.accounts.edit(user, typed, &exchange)
    journey.readDirectory()
    return .proceed
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    guard !persona.cancels else {
      exchange.because("signIn: auto leaves the page")
      return .refuse(Refusal(.b2cCancelled))
    }
    var typed = journey.account == nil ? AttributeCheck.samples(journey.flow.attributes) : [:]
    if let user = journey.account {
      exchange.because("signIn: auto leaves the profile as it is")
      for attribute in journey.flow.attributes { typed[attribute.name] = CustomerFields.text(attribute.name, of: user) }
    }
    return try store(typed, &journey, &exchange)
  }
}
