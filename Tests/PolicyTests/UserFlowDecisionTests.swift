import Directory
import Expectations
import Testing

@testable import Policy

@Suite("What a user flow needs next") struct UserFlowDecisionTests {
  typealias Facts = UserFlowDecision.Facts
  typealias Step = UserFlowDecision.Step

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let kind: UserFlow.Kind
    let step: Step
    let facts: @Sendable (inout Facts) -> Void

    init(
      _ text: String, _ kind: UserFlow.Kind, _ step: Step, _ facts: @escaping @Sendable (inout Facts) -> Void = { _ in }
    ) {
      testDescription = text
      self.kind = kind
      self.step = step
      self.facts = facts
    }
  }

  static let cases = [
    Case("nobody is there", .signUpOrSignIn, .signIn),
    Case("somebody is there", .signUpOrSignIn, .finish) { $0.hasAccount = true },
    Case("somebody wants an account", .signUpOrSignIn, .signUp) { $0.signsUp = true },
    Case("a flow that makes accounts", .signUp, .signUp),
    Case("the account was made", .signUp, .finish) { $0.hasAccount = true },
    Case("another provider", .signIn, .provider("google.com")) { $0.provider = "google.com" },
    Case("it sent a stranger to a flow that makes none", .signIn, .refuse(Refusal(.b2cNotSignedUp))) {
      $0.provider = "google.com"
      $0.isUnknownHere = true
    },
    Case("it sent a stranger, and attributes are missing", .signUpOrSignIn, .attributes) {
      $0.isUnknownHere = true
      $0.flow.attributes = [UserFlow.Attribute("displayName")]
    },
    Case("it sent a stranger, and nothing is missing", .signUpOrSignIn, .finish) { $0.isUnknownHere = true },
    Case("a forgotten password", .passwordReset, .verifyAddress),
    Case("the address is proved", .passwordReset, .newPassword) { $0.hasVerifiedAddress = true },
    Case("the password is set", .passwordReset, .finish) {
      $0.hasVerifiedAddress = true
      $0.hasAccount = true
    },
    Case("a password forgotten on the way", .signUpOrSignIn, .verifyAddress) { $0.resets = true },
    Case("a second factor", .signIn, .secondFactor) {
      $0.flow.multiFactor = .always
      $0.hasAccount = true
    },
    Case("a second factor that was proved", .signIn, .finish) {
      $0.flow.multiFactor = .always
      $0.hasAccount = true
      $0.hasSecondFactor = true
    },
    Case("a profile, with nobody there", .profileUpdate, .signIn),
    Case("a profile", .profileUpdate, .attributes) { $0.hasAccount = true },
    Case("a profile that was edited", .profileUpdate, .finish) {
      $0.hasAccount = true
      $0.hasGivenAttributes = true
    },
    Case("a flow without pages", .resourceOwner, .refuse(Refusal(.b2cInternalError))),
  ]

  @Test("is the first thing that is missing", arguments: cases) func step(_ one: Case) {
    var facts = Facts(flow: UserFlow("B2C_1_x", one.kind), prompt: .whenNeeded)
    one.facts(&facts)
    let reasoned = UserFlowDecision.evaluate(facts)
    expectEqual(reasoned.decision, one.step)
    #expect(!reasoned.reasons.isEmpty)
  }

  @Test("with prompt=none is never a page", arguments: cases) func silent(_ one: Case) {
    var facts = Facts(flow: UserFlow("B2C_1_x", one.kind), prompt: .none)
    one.facts(&facts)
    switch one.step {
    case .finish, .refuse: expectEqual(UserFlowDecision.evaluate(facts).decision, one.step)
    default: expectEqual(UserFlowDecision.evaluate(facts).decision, .refuse(Refusal(.b2cNoSession)))
    }
  }

  @Test(
    "takes an attribute that fits its form and its length",
    arguments: [
      ("", true, nil), ("x", true, nil), ("12", true, UserFlow.Attribute.Form.int), ("ab", false, .int),
      ("true", true, .boolean), ("maybe", false, .boolean), (String(repeating: "x", count: 251), false, nil),
    ] as [(String, Bool, UserFlow.Attribute.Form?)])
  func attributes(_ text: String, _ isGood: Bool, _ form: UserFlow.Attribute.Form?) {
    var attribute = UserFlow.Attribute("extension_x")
    attribute.isRequired = false
    attribute.form = form ?? .string
    expectEqual((AttributeCheck.fault(of: text, attribute) == nil), isGood)
  }

  @Test(
    "takes an attribute that matches its pattern",
    arguments: [
      ("AB12", true, "^[A-Z]{2}[0-9]{2}$", .string), ("ab12", false, "^[A-Z]{2}[0-9]{2}$", .string),
      ("", true, "^[A-Z]{2}[0-9]{2}$", .string), ("12", false, "^[0-9]{3}$", .int), ("-12", false, nil, .int),
      ("-12", true, "^-?[0-9]+$", .int), ("true", true, nil, .boolean),
    ] as [(String, Bool, String?, UserFlow.Attribute.Form)])
  func patterns(_ text: String, _ isGood: Bool, _ pattern: String?, _ form: UserFlow.Attribute.Form) {
    var attribute = UserFlow.Attribute("extension_x")
    attribute.isRequired = false
    attribute.form = form
    attribute.validationRegEx = pattern
    expectEqual((AttributeCheck.fault(of: text, attribute) == nil), isGood)
  }

  @Test(
    "makes a value that matches for customers whom nobody asks",
    arguments: [
      (nil, "Sample"), ("^[A-Z]{2}[0-9]{2}$", "AA00"), ("^[A-Za-z]+$", "Sample"), ("a$b", nil),
    ] as [(String?, String?)])
  func samples(_ pattern: String?, _ wanted: String?) {
    var attribute = UserFlow.Attribute("extension_x")
    attribute.validationRegEx = pattern
    expectEqual(AttributeCheck.samples([attribute])["extension_x"], wanted)
  }

  @Test("says what is wrong with an attribute") func faults() {
    expectEqual(AttributeCheck.fault(of: "", UserFlow.Attribute("postalCode")), "This information is required.")
    expectNotNil(AttributeCheck.fault(of: String(repeating: "1", count: 41), UserFlow.Attribute("postalCode")))
  }

  @Test(
    "takes a password of 8 to 64 characters and three classes",
    arguments: [
      ("Passw0rd", true), ("passw0rd!", true), ("password", false), ("Pw0!", false),
      ("Aa1" + String(repeating: "x", count: 62), false), ("PASSWORD1", false),
    ]) func passwords(_ password: String, _ isGood: Bool)
  {
    expectEqual(NewPasswordRule.b2c.fault(of: password, current: nil) == nil, isGood)
  }
}
