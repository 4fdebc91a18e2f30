import Authority
import Bytes
import Directory
import Pages
import Policy
import Worlds

/// The first page of a new account: the address.
struct ExternalAddressStep: SignInStep {
  static let name = "customerSignUp"

  var fault: PageFault?

  func page(_ view: SignInView) -> any Page {
    let flow = view.journey.userFlow
    var page = CustomerPage(.signUp, branding: view.branding, form: view.form, heading: "Create account")
    if flow?.localAccount != UserFlow.LocalAccount.none {
      page.fields = [
        .init(
          .email, "email", "Email", value: view.journey.flow.userName ?? view.journey.request.loginHint ?? "",
          fault: fault)
      ]
      page.main = ("next", "Next")
    }
    page.buttons = [CustomerFields.cancel]
    page.links = [.init("signIn", "Already have an account? Sign in", "signIn")]
    page.providers = (flow?.identityProviders ?? []).map { CustomerFields.choice(ofProvider: $0) }
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    if form[PageAction.fieldName] == "signIn" { return .show(UserNameStep()) }
    if let next = try journey.takeChoice(form, &exchange) { return next }
    let address = ASCII.trimmed(form["email"] ?? "")
    journey.flow.userName = address
    guard MailAddress.isOne(address) else {
      return .show(Self(fault: PageFault(message: "Enter a valid email address.")))
    }
    guard journey.account(named: address) == nil else {
      exchange.because("there is a customer '\(address)' already")
      let refusal = Refusal(.userAlreadyExists)
      return .show(Self(fault: exchange.noteFault(refusal, message: refusal.message)))
    }
    return try journey.sendCode(to: address, for: .signUp, &exchange)
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard !persona.cancels, let flow = journey.userFlow, let tenant = journey.tenant else {
      exchange.because("signIn: auto leaves the sign-up page")
      return .cancel
    }
    let number = journey.directory.usersInOrder.filter { $0.tenant == tenant.id }.count + 1
    let address = journey.call.persona?.user ?? journey.request.loginHint ?? "customer\(number)@example.com"
    guard journey.account(named: address) == nil else {
      exchange.because("signIn: auto cannot sign '\(address)' up: there is such a customer")
      return .cancel
    }
    exchange.because("signIn: auto signs '\(address)' up")
    journey.progress.purpose = .signUp
    return try ExternalDetailsStep.submit(
      address, password: flow.localAccount == .email ? SeededDirectory.password : nil,
      AttributeCheck.samples(flow.attributes), &journey, &exchange)
  }
}
