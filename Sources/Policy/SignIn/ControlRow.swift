import Bytes
package import Directory

/// The meaning of one control of Conditional Access for a sign-in that does not meet it. Every control has a row; the
/// compiler refuses a control without one (Microsoft: "Conditional Access: grant").
package struct ControlRow: Sendable {
  /// The help that the sign-in pages give to a user who does not meet the control.
  package enum Help: Sendable, Hashable {
    /// None: the page gives the reason and ends the sign-in.
    case none
    /// The page asks for the second factor, or lets the user register one.
    case secondFactor
  }

  /// What a sign-in needs to meet a control.
  enum Need: Sendable {
    /// No sign-in meets the control: the server approves no app, and nobody passes a block.
    case nothing
    /// This method in `amr`.
    case method(String)
    /// A device for which this holds.
    case device(@Sendable (User.Device) -> Bool)
  }

  /// The rank of the control. When a sign-in does not meet several, the refusal names the one with the lowest rank: a
  /// control that the user cannot meet comes before one that the user can.
  let order: Int
  /// The words after the policy's name in reasons: `policy NAME` + `blocks`.
  package let demand: String
  /// The refusal, with its AADSTS number, text and suberror.
  package let refusal: RefusalKind
  /// The refusal of a sign-in that meets the control but is older than the policy's sign-in frequency. Nil: the
  /// refusals that every policy has for that.
  let expired: RefusalKind?
  /// Whether the refusal has a claims challenge that names the policy.
  let carriesChallenge: Bool
  /// What of a sign-in meets the control.
  let need: Need
  /// The help of the sign-in pages.
  package let help: Help

  private init(
    _ order: Int, _ demand: String, _ refusal: RefusalKind, expired: RefusalKind? = nil, carriesChallenge: Bool = true,
    need: Need = .nothing, help: Help = .none
  ) {
    self.order = order
    self.demand = demand
    self.refusal = refusal
    self.expired = expired
    self.carriesChallenge = carriesChallenge
    self.need = need
    self.help = help
  }

  /// The one table of the controls.
  fileprivate static func of(_ control: AccessPolicy.Control) -> ControlRow {
    switch control {
    case .block: ControlRow(0, "blocks", .accessBlocked)
    case .compliantDevice:
      ControlRow(1, "wants a compliant device", .deviceNotCompliant, need: .device { $0.isCompliant })
    case .domainJoined: ControlRow(2, "wants a joined device", .deviceNotDomainJoined, need: .device { $0.isJoined })
    case .approvedApp: ControlRow(3, "wants an approved app", .appNotAmongApproved)
    case .appProtection: ControlRow(4, "wants app protection", .appProtectionRequired, carriesChallenge: false)
    case .mfa:
      ControlRow(
        5, "wants multi-factor authentication", .multiFactorRequired, expired: .multiFactorExpired,
        need: .method("mfa"),
        help: .secondFactor)
    }
  }

  /// Whether a sign-in meets the control.
  func isMet(by attempt: ConditionalAccess.Attempt) -> Bool {
    switch need {
    case .nothing: false
    case .method(let method): attempt.methods.contains(method)
    case .device(let isMet): attempt.device.map(isMet) ?? false
    }
  }

  /// The refusal of a sign-in that does not meet the control, with the policy's claims challenge where the row has
  /// one. `resource` is the resource of the request.
  package func refusal(
    by policy: AccessPolicy, resource: Application.ID, as told: RefusalKind? = nil, in tenant: Tenant? = nil
  ) -> Refusal {
    var facts: [Placeholder: String] = [.resource: "\(resource)"]
    facts[.tenant] = tenant?.displayName
    if told == .joinedStateUnsupported { facts[.deviceState] = "domain_joined" }
    // Where the service has another number, no record has a challenge.
    let isOwn = told == nil || told == refusal
    return Refusal(told ?? refusal, knowing: facts)
      .demanding(claims: carriesChallenge && isOwn ? ConditionalAccess.challenge(policy) : nil)
  }
}

extension AccessPolicy.Control {
  /// The row of the control.
  package var row: ControlRow { .of(self) }

  /// All controls by rank: the refusal names the first that the sign-in does not meet.
  package static let inOrder = allCases.sorted { $0.row.order < $1.row.order }

  /// The refusals of the controls that no page helps with.
  static let refusalsWithoutHelp = Set(allCases.map(\.row).filter { $0.help == .none }.map(\.refusal))
}

extension RefusalKind {
  /// Whether a policy wants a device that the organization manages, and the sign-in shows none.
  package var wantsManagedDevice: Bool { [.deviceNotCompliant, .deviceNotDomainJoined].contains(self) }

  /// Whether a page shows the number without the text: a page about Conditional Access can only explain (observed for 53003 and
  /// 500121).
  package var isShownByNumber: Bool {
    AccessPolicy.Control.refusalsWithoutHelp.contains(self)
      || [.strongAuthenticationFailed, .deviceDisabled].contains(self)
  }
}
