import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Name and password of a customer, with the ways to an account: sign up, forgot your password, another identity provider.
struct B2CSignInStep: B2CStep {
  static let name = "signIn"

  var fault: PageFault?

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage {
    let flow = journey.flow
    var page = CustomerPage(.combinedSignIn, branding: journey.branding, form: form, heading: "Sign in")
    page.fault = fault
    if flow.localAccount != .none {
      page.fields = [CustomerFields.name(flow, journey.state.userName ?? "")]
      if flow.localAccount != .emailCode { page.fields.append(.init(.password, "password", "Password")) }
      page.main = ("next", flow.localAccount == .emailCode ? "Continue" : "Sign in")
    }
    page.buttons = [CustomerFields.cancel]
    if flow.passwordReset != .off, flow.localAccount == .email || flow.localAccount == .username {
      page.links.append(.init("forgotPassword", "Forgot your password?", "forgotPassword"))
    }
    if flow.kind.admitsSignUp, flow.localAccount != .none {
      page.links.append(.init("createAccount", "Sign up now", "signUp"))
    }
    page.providers = flow.identityProviders.map { CustomerFields.choice(ofProvider: $0) }
    return page
  }

  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let flow = journey.flow
    let name = ASCII.trimmed(form[CustomerFields.nameID(flow)] ?? "")
    if !name.isEmpty { journey.state.userName = name }
    switch action {
    case "signUp" where flow.kind.admitsSignUp:
      journey.state.signsUp = true
      return .proceed
    case "forgotPassword" where flow.passwordReset == .selfService:
      journey.state.resets = true
      return .proceed
    case "forgotPassword" where flow.passwordReset == .redirect:
      exchange.because("'\(flow.name)' leaves a forgotten password to the app")
      return .refuse(Refusal(.b2cPasswordForgotten))
    case let action?:
      guard let provider = flow.identityProviders.first(where: { action == "provider:" + $0 }) else { break }
      journey.state.provider = provider
      return .proceed
    case nil: break
    }
    guard flow.localAccount != .none else { return .show(self) }
    guard !name.isEmpty else {
      return .show(Self(fault: PageFault(message: "Please enter your \(CustomerFields.nameLabel(flow))")))
    }
    guard let user = journey.accounts.customer(named: name) else {
      return .show(Self(fault: journey.fault(.b2cUserUnknown, &exchange)))
    }
    exchange.note(user: user)
    if flow.localAccount == .emailCode {
      journey.state.sent = nil
      journey.sendCode(to: name, &exchange)
      return .show(B2CAddressStep())
    }
    guard let password = form.nonEmpty("password") else {
      return .show(Self(fault: PageFault(message: "Please enter your password")))
    }
    if let refusal = journey.accounts.refusal(of: password, of: user, &exchange) {
      return .show(Self(fault: journey.fault(Self.row(of: refusal.kind), &exchange)))
    }
    journey.state.prove("pwd")
    return journey.signedIn(user, &exchange)
  }

  /// What the service says of what Entra ID refuses so.
  static func row(of kind: RefusalKind) -> RefusalKind {
    switch kind {
    case .accountLocked: .b2cAccountLockedForNow
    case .accountDisabled: .b2cAccountLocked
    case .userNotFound, .userDeleted: .b2cUserUnknown
    default: .b2cPasswordWrong
    }
  }

  func answer(
    as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext {
    let told = journey.call.persona?.user ?? journey.state.userName ?? journey.world.settings.persona.user
    let (directory, tenant) = (journey.directory, journey.tenant.id)
    let first = directory.usersInOrder.first { $0.tenant == tenant && $0.isEnabled && !$0.isDeleted }
    guard let user = told.flatMap({ directory.customer(named: $0, in: tenant) }) ?? first else {
      exchange.because("signIn: auto finds no customer of '\(journey.tenant.alias)'")
      return .refuse(Refusal(.b2cCancelled))
    }
    guard !persona.cancels else {
      exchange.because("signIn: auto leaves the sign-in page")
      return .refuse(Refusal(.b2cCancelled))
    }
    exchange.because("signIn: auto answers the pages as '\(user.alias)'")
    journey.state.prove("pwd")
    return journey.signedIn(user, &exchange)
  }
}
