import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// A new account: the sign-in name, whose address a code proves; a password; and what the user flow asks for.
struct B2CSignUpStep: B2CStep {
  static let name = "signUp"

  var typed: [String: String] = [:]
  var faults: [String: PageFault] = [:]
  var fault: PageFault?

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    let (flow, state) = (journey.flow, journey.state)
    var page = CustomerPage(.selfAsserted, branding: journey.branding, form: form, heading: "Sign up")
    page.fault = fault
    page.fields = [
      CustomerFields.name(flow, state.address ?? state.userName ?? "", fault: faults[CustomerFields.nameID(flow)])
    ]
    if flow.localAccount != .username {
      if state.hasVerifiedAddress {
        page.lead = "E-mail address verified. You can now continue."
      } else {
        page.buttons.append(
          .init(
            "emailVerificationControl_but_send_code", state.address == nil ? "Send verification code" : "Send new code",
            "sendCode"))
      }
      if state.address != nil, !state.hasVerifiedAddress {
        page.lead = "Verification code has been sent to your inbox. Please copy it to the input box below."
        page.fields.append(
          .init(
            .code, "VerificationCode", "Verification code",
            hint: "The code of this test authority is \(CustomerAccounts.fixedCode).",
            fault: faults["VerificationCode"]))
        page.buttons.append(.init("emailVerificationControl_but_verify_code", "Verify code", "verifyCode"))
      }
    }
    if flow.localAccount != .emailCode {
      page.fields.append(.init(.newPassword, "newPassword", "New Password", fault: faults["newPassword"]))
      page.fields.append(
        .init(.newPassword, "reenterPassword", "Confirm New Password", fault: faults["reenterPassword"]))
    }
    page.fields += CustomerFields.attributes(flow, of: nil, typed: typed, faults: faults)
    page.main = ("continue", "Create")
    page.buttons.append(CustomerFields.cancel)
    return page
  }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let flow = journey.flow
    let name = ASCII.trimmed(form[CustomerFields.nameID(flow)] ?? "")
    let typed = CustomerFields.typed(flow, form)
    func again(_ field: String, _ sentence: String) -> B2CNext {
      .show(Self(typed: typed, faults: [field: PageFault(message: sentence)]))
    }
    if flow.localAccount != .username {
      guard name.utf8.contains(0x40) else { return again("email", "Please enter a valid email address.") }
      if journey.state.address.map({ ASCII.equalIgnoringCase($0, name) }) != true {
        journey.state.address = nil
        journey.state.hasVerifiedAddress = false
      }
      if action == "sendCode" {
        journey.sendCode(to: name, &exchange)
        return .show(Self(typed: typed))
      }
      if !journey.state.hasVerifiedAddress, let code = form.nonEmpty("VerificationCode"), journey.state.address != nil {
        let check = journey.check(code, .b2cTooManyTries, &exchange) {
          Self(typed: typed, faults: ["VerificationCode": $0])
        }
        if let next = check { return next }
        journey.state.hasVerifiedAddress = true
        if action == "verifyCode" { return .show(Self(typed: typed)) }
      }
      guard journey.state.hasVerifiedAddress else {
        journey.state.userName = name
        return .show(
          Self(typed: typed, fault: PageFault(message: "E-mail address needs to be verified before you continue.")))
      }
    }
    guard !name.isEmpty else { return again("signInName", "This information is required.") }
    journey.state.userName = name
    guard journey.accounts.customer(named: name) == nil else {
      exchange.because("'\(journey.tenant.alias)' has a customer '\(name)' already")
      return Self.taken(typed, &exchange)
    }
    var faults = CustomerFields.faults(flow, typed)
    let password = flow.localAccount == .emailCode ? nil : form["newPassword"] ?? ""
    if let password {
      if let fault = NewPasswordRule.b2c.fault(of: password, current: nil) {
        faults["newPassword"] = PageFault(message: NewPasswordRule.b2cSentence(of: fault))
      }
      if form["reenterPassword"] != password {
        faults["reenterPassword"] = PageFault(message: "The passwords must match.")
      }
    }
    guard faults.isEmpty else { return .show(Self(typed: typed, faults: faults)) }
    guard let user = try journey.makeAccount(name, password: password, attributes: typed, &exchange) else {
      return Self.taken(typed, &exchange)
    }
    if password != nil { journey.state.prove("pwd") }
    journey.state.hasGivenAttributes = true
    return journey.signedIn(user, &exchange)
  }

  private static func taken(_ typed: [String: String], _ exchange: inout Exchange) -> B2CNext {
    exchange.note(.signInFailed)
    return .show(
      Self(
        typed: typed,
        fault: PageFault(message: "A user with the specified ID already exists. Please choose a different one.")))
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    guard !persona.cancels else {
      exchange.because("signIn: auto leaves the sign-up page")
      return .refuse(Refusal(.b2cCancelled))
    }
    let flow = journey.flow
    let tenant = journey.tenant.id
    let number = journey.directory.usersInOrder.filter { $0.tenant == tenant }.count + 1
    let wanted =
      journey.state.userName ?? (flow.localAccount == .username ? "customer\(number)" : "customer\(number)@example.com")
    guard journey.accounts.customer(named: wanted) == nil else {
      exchange.because("signIn: auto cannot sign '\(wanted)' up: there is such a customer")
      return .refuse(Refusal(.b2cCancelled))
    }
    exchange.because("signIn: auto signs '\(wanted)' up")
    let made = try journey.makeAccount(
      wanted, password: flow.localAccount == .emailCode ? nil : SeededDirectory.password,
      attributes: AttributeCheck.samples(flow.attributes), &exchange)
    guard let user = made else { return .refuse(Refusal(.b2cCancelled)) }
    if flow.localAccount != .emailCode { journey.state.prove("pwd") }
    journey.state.hasGivenAttributes = true
    return journey.signedIn(user, &exchange)
  }
}
