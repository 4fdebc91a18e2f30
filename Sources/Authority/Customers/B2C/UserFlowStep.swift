import Bytes
import Pages
import Policy
import Worlds

/// What a customer's sign-in does next.
enum UserFlowNext {
  /// The customer sees this page; with `signIn: auto` the persona answers it.
  case ask(any UserFlowStep)
  /// The customer sees this page, also with `signIn: auto`, because the last form led to it.
  case show(any UserFlowStep)
  /// Decides what is still missing.
  case proceed
  /// The app gets this refusal.
  case refuse(Refusal)
}

/// One page of a user flow: what it shows, what its form does, and how `signIn: auto` answers it. `UserFlowSteps` lists all.
protocol UserFlowStep: Sendable {
  /// The name of the page in stored sign-ins.
  static var name: String { get }

  init()

  /// Runs when a decision shows this page to the customer, before it is shown. `signIn: auto` skips it.
  func prepare(_ journey: inout UserFlowJourney)

  func page(_ journey: UserFlowJourney, _ form: PageForm) -> CustomerPage

  /// Takes the form. `action` is the value of the pressed button; nil for the main one. Cancel does not come here.
  func take(
    _ form: FormFields, action: String?, _ journey: inout UserFlowJourney, _ exchange: inout Exchange
  ) throws -> UserFlowNext

  func answer(as persona: Persona, _ journey: inout UserFlowJourney, _ exchange: inout Exchange) throws -> UserFlowNext
}

extension UserFlowStep {
  func prepare(_ journey: inout UserFlowJourney) {}
}

/// All pages of user flows. A new page needs a file in `Pages` and an entry here.
enum UserFlowSteps {
  private static let all: [any UserFlowStep.Type] = [
    CustomerSignInStep.self, CustomerSignUpStep.self, CustomerAddressStep.self, CustomerPasswordStep.self,
    CustomerAttributesStep.self, CustomerFactorStep.self, CustomerProviderStep.self,
  ]

  static func step(named name: String) -> (any UserFlowStep)? { all.first { $0.name == name }?.init() }

  /// The page of a decision; nil for a decision that needs none.
  static func step(for decided: UserFlowDecision.Step) -> (any UserFlowStep)? {
    switch decided {
    case .signIn: CustomerSignInStep()
    case .signUp: CustomerSignUpStep()
    case .provider: CustomerProviderStep()
    case .verifyAddress: CustomerAddressStep()
    case .newPassword: CustomerPasswordStep()
    case .secondFactor: CustomerFactorStep()
    case .attributes: CustomerAttributesStep()
    case .finish, .refuse: nil
    }
  }
}
