package import Directory

/// What a sign-in by a user flow needs next: a page, a refusal, or nothing more.
package enum UserFlowDecision {
  /// All that the decision depends on.
  package struct Facts: Sendable, Hashable {
    package var flow: UserFlow
    package var prompt: Prompt
    /// Whether a customer has proved who it is, on the pages or by a session.
    package var hasAccount = false
    /// The identity provider that the customer goes to; nil for an account of the tenant itself.
    package var provider: String?
    /// Whether the customer follows "Sign up now".
    package var signsUp = false
    /// Whether the customer sets a new password.
    package var resets = false
    /// Whether the address of the account was proved by a code.
    package var hasVerifiedAddress = false
    /// Whether the customer has proved a second factor.
    package var hasSecondFactor = false
    /// Whether the account is one that another identity provider has just sent, and that does not exist yet.
    package var isUnknownHere = false
    /// Whether the customer has filled in the attributes.
    package var hasGivenAttributes = false

    package init(flow: UserFlow, prompt: Prompt) {
      self.flow = flow
      self.prompt = prompt
    }
  }

  package enum Step: Sendable, Hashable {
    case signIn
    case signUp
    case provider(String)
    case verifyAddress
    case newPassword
    case secondFactor
    case attributes
    case finish
    case refuse(Refusal)
  }

  /// The first of the rows that fits decides.
  package static func evaluate(_ facts: Facts) -> Reasoned<Step> {
    let row = table.first { $0.fits(facts) }
    let step = row?.step(facts) ?? .finish
    var reasons = [row?.reason ?? "nothing is missing"]
    if facts.prompt.isSilent, step.isPage {
      reasons.append("prompt=none allows no page")
      return Reasoned(.refuse(Refusal(.b2cNoSession)), because: reasons)
    }
    return Reasoned(step, because: reasons)
  }

  /// A row of the table; docs/b2c.md prints them.
  struct Row: Sendable {
    let reason: String
    let fits: @Sendable (Facts) -> Bool
    let step: @Sendable (Facts) -> Step

    init(_ reason: String, _ fits: @escaping @Sendable (Facts) -> Bool, _ step: @escaping @Sendable (Facts) -> Step) {
      self.reason = reason
      self.fits = fits
      self.step = step
    }
  }

  static let table: [Row] = [
    Row(
      "the user flow is for passwords in requests and has no pages", { $0.flow.kind == .resourceOwner },
      { _ in .refuse(Refusal(.b2cInternalError)) }),
    Row(
      "the other identity provider sent somebody who has no account here, and the user flow makes none",
      { $0.isUnknownHere && !$0.flow.kind.admitsSignUp }, { _ in .refuse(Refusal(.b2cNotSignedUp)) }),
    Row(
      "the other identity provider sent somebody new: the attributes are missing",
      { $0.isUnknownHere && !$0.hasGivenAttributes && !$0.flow.attributes.isEmpty }, { _ in .attributes }),
    Row(
      "the customer goes to another identity provider",
      { !$0.hasAccount && !$0.isUnknownHere && $0.provider != nil }, { .provider($0.provider ?? "") }),
    Row(
      "a new password needs a proof of the address",
      { $0.isResetting && !$0.hasVerifiedAddress && !$0.hasAccount }, { _ in .verifyAddress }),
    Row("the address is proved: a new password", { $0.isResetting && !$0.hasAccount }, { _ in .newPassword }),
    Row(
      "the customer makes an account",
      { !$0.hasAccount && !$0.isUnknownHere && ($0.signsUp || $0.flow.kind == .signUp) },
      { _ in .signUp }),
    Row("nobody is signed in", { !$0.hasAccount && !$0.isUnknownHere }, { _ in .signIn }),
    Row(
      "the user flow wants a second factor", { $0.flow.multiFactor == .always && !$0.hasSecondFactor },
      { _ in .secondFactor }),
    Row(
      "the user flow is there to edit the profile", { $0.flow.kind == .profileUpdate && !$0.hasGivenAttributes },
      { _ in .attributes }),
  ]
}

extension UserFlowDecision.Facts {
  fileprivate var isResetting: Bool { resets || flow.kind == .passwordReset }
}

extension UserFlowDecision.Step {
  fileprivate var isPage: Bool {
    switch self {
    case .finish, .refuse: false
    default: true
    }
  }
}
