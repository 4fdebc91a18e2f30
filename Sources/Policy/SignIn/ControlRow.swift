package import Directory

/// What one control of Conditional Access means for a sign-in that does not meet it: every control has one row, and a control
/// without a row does not compile (Microsoft: "Conditional Access: grant").
package struct ControlRow: Sendable {
  /// What the sign-in pages can do for a user who does not meet the control.
  package enum Help: Sendable, Hashable {
    /// The page tells the reason and ends the sign-in.
    case none
    /// The page asks for the second factor, or has the user register one.
    case secondFactor
  }

  /// The place among controls that a sign-in does not meet: the server tells the lowest. A control that the user cannot meet
  /// comes before one that the user can.
  let order: Int
  /// Follows the name of the policy: `policy NAME` + `blocks`.
  package let demand: String
  /// The row of the catalogue with the AADSTS number, the words and the suberror.
  package let refusal: RefusalKind
  /// The row for a sign-in that meets the control and is older than the policy's sign-in frequency. Nil for the rows that
  /// every policy has for that.
  let expired: RefusalKind?
  /// Whether the refusal carries a claims challenge that names the policy.
  let carriesChallenge: Bool
  /// The method in `amr` that meets the control. Nil for a control that no sign-in meets here: no device is compliant or
  /// joined, no app is approved.
  let method: String?
  package let help: Help

  private init(
    _ order: Int, _ demand: String, _ refusal: RefusalKind, expired: RefusalKind? = nil, carriesChallenge: Bool = true,
    method: String? = nil, help: Help = .none
  ) {
    self.order = order
    self.demand = demand
    self.refusal = refusal
    self.expired = expired
    self.carriesChallenge = carriesChallenge
    self.method = method
    self.help = help
  }

  /// The one place that knows what a control means.
  fileprivate static func of(_ control: AccessPolicy.Control) -> ControlRow {
    switch control {
    case .block: ControlRow(0, "blocks", .accessBlocked)
    case .compliantDevice: ControlRow(1, "wants a compliant device", .deviceNotCompliant)
    case .domainJoined: ControlRow(2, "wants a joined device", .deviceNotDomainJoined)
    case .approvedApp: ControlRow(3, "wants an approved app", .appNotApproved)
    case .appProtection: ControlRow(4, "wants app protection", .appProtectionRequired, carriesChallenge: false)
    case .mfa:
      ControlRow(
        5, "wants multi-factor authentication", .multiFactorRequired, expired: .multiFactorExpired, method: "mfa",
        help: .secondFactor)
    }
  }

  /// Whether these methods (`amr`) meet the control.
  func isMet(by methods: [String]) -> Bool { method.map(methods.contains) ?? false }

  /// The refusal of a sign-in that does not meet the control. The text may name the resource that the client asked for.
  package func refusal(by policy: AccessPolicy, resource: Application.ID) -> Refusal {
    Refusal(refusal, knowing: [.resource: "\(resource)"])
      .demanding(claims: carriesChallenge ? ConditionalAccess.challenge(policy) : nil)
  }
}

extension AccessPolicy.Control {
  package var row: ControlRow { .of(self) }

  /// All controls, as the server tells them.
  package static let inOrder = allCases.sorted { $0.row.order < $1.row.order }

  /// The refusals that a page can only explain. Such pages look different from other error pages.
  package static let refusalsWithoutHelp = Set(allCases.map(\.row).filter { $0.help == .none }.map(\.refusal))
}
