package import Directory
import Time

/// One question about a user who has signed in. Each place that decides asks the questions in an order of its own, and stops at
/// the first obstacle.
package enum AccountCheck: Sendable, Hashable, CaseIterable {
  case membership
  case enablement
  case passwordAge
  case assignment
  case policies
  case secondFactor
  case consent

  /// Authorize: what the user can do nothing about comes first, consent last.
  package static let atAuthorize: [AccountCheck] = [
    .membership, .enablement, .passwordAge, .assignment, .policies, .secondFactor, .consent,
  ]
  /// An administrator who consents for everybody need not be assigned to the app.
  package static let atAdminConsent = atAuthorize.filter { $0 != .assignment }
  /// The token endpoint, which tells a missing consent first. Membership and enablement it has looked up with the user.
  package static let atToken: [AccountCheck] = [.consent, .assignment, .policies, .secondFactor]
  /// The password grant, which is a sign-in too and so tells consent last.
  package static let ofPasswordGrant: [AccountCheck] = [.assignment, .policies, .secondFactor, .consent]

  /// The first obstacle, with its reason; nil, without a reason, when the user and the app may have tokens.
  package static func firstObstacle(
    to attempt: AccountAttempt, asking checks: [AccountCheck], in directory: DirectoryState
  ) -> Reasoned<AccountObstacle?> {
    var reasons: [String] = []
    for check in checks {
      if let obstacle = check.obstacle(to: attempt, in: directory, &reasons) {
        return Reasoned(obstacle, because: reasons)
      }
    }
    return Reasoned(nil, because: reasons)
  }

  private func obstacle(to attempt: AccountAttempt, in directory: DirectoryState, _ reasons: inout [String])
    -> AccountObstacle?
  {
    switch self {
    case .membership:
      if attempt.isInTenant, !attempt.user.isDeleted { return nil }
      reasons.append("\(attempt.account.alias) is no user of \(attempt.tenant.alias)")
      return .notInTenant
    case .enablement:
      if attempt.user.isEnabled, attempt.account.isEnabled { return nil }
      reasons.append("\(attempt.user.alias) is disabled")
      return .disabled
    case .passwordAge:
      // The server does not ask for a password when the user signed in without one.
      guard attempt.account.isPasswordExpired, attempt.signIn.isPasswordBased else { return nil }
      reasons.append("the password of \(attempt.user.alias) has expired")
      return .passwordExpired
    case .assignment:
      guard let principal = directory.servicePrincipal(of: attempt.client.id, in: attempt.tenant.id),
        principal.requiresAssignment, !directory.hasAssignment(attempt.user.id, on: principal.id)
      else { return nil }
      reasons.append("\(attempt.client.alias) requires assignment and \(attempt.user.alias) has none")
      return .notAssigned
    case .policies: return Self.conditionalAccess(attempt, directory, &reasons)
    case .secondFactor:
      guard attempt.account.mfa != .none, !attempt.signIn.methods.contains("mfa") else { return nil }
      return Self.secondFactor(
        of: attempt, nil, "the account of \(attempt.user.alias) wants multi-factor authentication", &reasons)
    case .consent: return Self.consent(attempt, directory, &reasons)
    }
  }

  private static func conditionalAccess(
    _ attempt: AccountAttempt, _ directory: DirectoryState, _ reasons: inout [String]
  ) -> AccountObstacle? {
    // Most tenants of tests have no policy; then there is nothing to collect for one.
    if directory.policies.isEmpty, attempt.account.isAwayFromTrustedLocations != true { return nil }
    switch ConditionalAccess.evaluate(attempt.access, policies: directory.policies.values) {
    case .satisfied: return nil
    case .signInTooOld(let limit, let policy):
      reasons.append("policy \(policy.name): the sign-in is older than \(limit.shortText)")
      return .signInTooOld(limit: limit, policy)
    case .demands(let control, let policy):
      let row = control.row
      let reason = "policy \(policy.name) \(row.demand)"
      switch row.help {
      case .secondFactor: return secondFactor(of: attempt, policy, reason, &reasons)
      case .none:
        reasons.append(reason)
        return .control(control, policy)
      }
    }
  }

  /// A second factor is demanded: the user proves it, or registers one before.
  private static func secondFactor(
    of attempt: AccountAttempt, _ policy: AccessPolicy?, _ demand: String, _ reasons: inout [String]
  ) -> AccountObstacle {
    let isUnregistered = attempt.account.mfa == .unregistered
    let lack = isUnregistered ? "has registered no method" : "has not proved it"
    reasons.append("\(demand), and \(attempt.user.alias) \(lack)")
    return isUnregistered ? .secondFactorUnregistered(policy) : .secondFactorMissing(policy)
  }

  private static func consent(_ attempt: AccountAttempt, _ directory: DirectoryState, _ reasons: inout [String])
    -> AccountObstacle?
  {
    // The page may not have listed everything, as a resource outside of the static list. Tokens for that are refused later.
    if attempt.hasConsented { return nil }
    let isForced = attempt.prompt == .consent
    let decision = ConsentDecision.evaluate(
      attempt.scopes, client: attempt.client, user: attempt.user, tenant: attempt.tenant.id, isForced: isForced,
      in: directory)
    var items: [ConsentDecision.ConsentItem] = []
    if case .missing(let missing) = decision { items = missing }
    // Authorize refuses a permission that does not exist before the user signs in. Elsewhere it counts as not granted.
    let unknown = attempt.prompt.isSilent ? attempt.scopes.unknownValues : []
    if items.isEmpty, unknown.isEmpty { return nil }
    if let api = ConsentDecision.lackingPreauthorization(
      attempt.scopes, client: attempt.client, user: attempt.user, tenant: attempt.tenant.id, in: directory)
    {
      reasons.append("\(attempt.client.alias) and \(api.alias) are Microsoft's, and \(api.alias) does not list it")
      return .notPreauthorized(api.id)
    }
    let names = (items.map(\.value) + unknown).joined(separator: " ")
    reasons.append(isForced ? "prompt=consent asks for \(names)" : "consent is missing: \(names)")
    return mayConsent(attempt, to: items, &reasons) ? .consentMissing(items) : .adminConsentMissing(items)
  }

  /// Whether the user may give this consent (Microsoft: "Configure how users consent to applications").
  private static func mayConsent(
    _ attempt: AccountAttempt, to items: [ConsentDecision.ConsentItem], _ reasons: inout [String]
  ) -> Bool {
    if attempt.user.isAdministrator { return true }
    if items.contains(where: \.needsAdmin) { return false }
    switch attempt.tenant.userConsent {
    case .all: return true
    case .none: return false
    case .lowRisk:
      let others = items.filter { !LowImpactPermissions.contains($0) }
      guard !others.isEmpty else { return true }
      reasons.append("not of low impact: \(others.map(\.value).joined(separator: " "))")
      return false
    }
  }
}
