import Authority
import Bytes
import Pages
import Policy
import Worlds

/// What a customer's sign-in does next.
enum B2CNext {
  /// The customer sees this page; with `signIn: auto` the persona answers it.
  case ask(any B2CStep)
  /// The customer sees this page, also with `signIn: auto`, because the last form led to it.
  case show(any B2CStep)
  /// Decides what is still missing.
  case proceed
  /// The app gets this refusal.
  case refuse(Refusal)
}

/// One page of a user flow: what it shows, what its form does, and how `signIn: auto` answers it. `B2CSteps` lists all.
protocol B2CStep: Sendable {
  /// The name of the page in stored sign-ins.
  static var name: String { get }

  init()

  /// Runs when a decision shows this page to the customer, before it is shown. `signIn: auto` skips it.
  func prepare(_ journey: inout B2CJourney)

  func page(_ journey: B2CJourney, _ form: PageForm) -> CustomerPage

  /// Takes the form. `action` is the value of the pressed button; nil for the main one. Cancel does not come here.
  func take(
    _ form: FormFields, action: String?, _ journey: inout B2CJourney, _ exchange: inout Exchange
  ) throws -> B2CNext

  func answer(as persona: Persona, _ journey: inout B2CJourney, _ exchange: inout Exchange) throws -> B2CNext
}

extension B2CStep {
  func prepare(_ journey: inout B2CJourney) {}
}

/// All pages of user flows. A new page needs a file in `Pages` and an entry here.
enum B2CSteps {
  private static let all: [any B2CStep.Type] = [
    B2CSignInStep.self, B2CSignUpStep.self, B2CAddressStep.self, B2CPasswordStep.self,
    B2CAttributesStep.self, B2CFactorStep.self, B2CProviderStep.self,
  ]

  static func step(named name: String) -> (any B2CStep)? { all.first { $0.name == name }?.init() }

  /// The page of a decision; nil for a decision that needs none.
  static func step(for decided: UserFlowDecision.Step) -> (any B2CStep)? {
    switch decided {
    case .signIn: B2CSignInStep()
    case .signUp: B2CSignUpStep()
    case .provider: B2CProviderStep()
    case .verifyAddress: B2CAddressStep()
    case .newPassword: B2CPasswordStep()
    case .secondFactor: B2CFactorStep()
    case .attributes: B2CAttributesStep()
    case .finish, .refuse: nil
    }
  }
}
