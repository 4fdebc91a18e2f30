import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Proves the address of an account by a code: before a new password, and for accounts that sign in so.
struct B2CAddressStep: B2CStep {
  static let name = "address"

  var fault: PageFault?

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    let (flow, state) = (journey.flow, journey.state)
    var page = CustomerPage(
      .selfAsserted, branding: journey.branding, form: form,
      heading: isReset(journey) ? "Reset your password" : "Verify your email address")
    page.fault = fault
    page.fields = [CustomerFields.name(flow, state.address ?? state.userName ?? "")]
    if state.address == nil {
      page.lead = "Please provide the following details."
      page.main = ("emailVerificationControl_but_send_code", "Send verification code")
    } else {
      page.lead = "Verification code has been sent to your inbox. Please copy it to the input box below."
      page.fields.append(
        .init(
          .code, "VerificationCode", "Verification code",
          hint: "The code of this test authority is \(CustomerAccounts.fixedCode)."))
      page.main = ("continue", "Continue")
      page.buttons.append(.init("emailVerificationControl_but_send_new_code", "Send new code", "sendCode"))
    }
    page.buttons.append(CustomerFields.cancel)
    return page
  }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let name = ASCII.trimmed(form[CustomerFields.nameID(journey.flow)] ?? journey.state.address ?? "")
    guard !name.isEmpty else { return .show(Self(fault: PageFault(message: "This information is required."))) }
    let isSame = journey.state.address.map { ASCII.equalIgnoringCase($0, name) } ?? false
    guard isSame, action != "sendCode", let code = form.nonEmpty("VerificationCode") else {
      journey.state.userName = name
      journey.sendCode(to: name, &exchange)
      return .show(Self())
    }
    if let next = journey.check(code, .b2cTooManyTries, &exchange, page: { Self(fault: $0) }) { return next }
    return verified(name, &journey, &exchange)
  }

  /// The service tells only after the code whether there is such an account.
  private func verified(
    _ name: String, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) -> B2CNext {
    guard let user = journey.accounts.customer(named: name) else {
      journey.state.address = nil
      return .show(Self(fault: journey.fault(.b2cUserUnknown, &exchange)))
    }
    if let kind = CustomerDecision.obstacle(to: user, for: isReset(journey) ? .passwordReset : .signIn) {
      return .show(Self(fault: journey.fault(B2CSignInStep.row(of: kind), &exchange)))
    }
    exchange.note(user: user)
    exchange.because("the address \(name) belongs to '\(user.alias)'")
    journey.state.hasVerifiedAddress = true
    return isReset(journey) ? .proceed : journey.signedIn(user, &exchange)
  }

  private func isReset(_ journey: B2CJourney) -> Bool {
    journey.state.resets || journey.flow.kind == .passwordReset
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let tenant = journey.tenant.id
    let told = journey.call.persona?.user ?? journey.state.userName ?? journey.world.settings.persona.user
    let first = journey.directory.usersInOrder.first { $0.tenant == tenant && $0.isEnabled && !$0.isDeleted }
    guard !persona.cancels,
      let user = told.flatMap({ journey.directory.customer(named: $0, in: tenant) }) ?? first
    else {
      exchange.because("signIn: auto leaves the page")
      return .refuse(Refusal(.b2cCancelled))
    }
    exchange.because("signIn: auto enters the right code for '\(user.alias)'")
    let name = CustomerAttributes.addresses(of: user).first ?? user.userPrincipalName
    journey.state.address = name
    return verified(name, &journey, &exchange)
  }
}
