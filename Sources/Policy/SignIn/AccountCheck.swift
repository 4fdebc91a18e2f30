package import Directory
import Time

/// One check of a user who has signed in. Each endpoint runs the checks in its own order and stops at the first
/// obstacle.
package enum AccountCheck: Sendable, Hashable, CaseIterable {
  /// The app takes accounts of this kind at the path.
  case audience
  /// The user is in the tenant and not deleted.
  case membership
  /// The user and the home account are enabled.
  case enablement
  /// Each scope of the request exists on its API.
  case scopes
  /// The password has not expired, when the user signed in with it.
  case passwordAge
  /// The user has an assignment, when the app requires one.
  case assignment
  /// The device of the sign-in is enabled.
  case device
  /// The sign-in meets the Conditional Access policies.
  case policies
  /// The user proved a second factor, when the account requires one.
  case secondFactor
  /// The user or an administrator has consented to the scopes.
  case consent

  /// Authorize. An obstacle that the user cannot remove comes first, consent comes last. The app hears of an unknown
  /// scope when the server knows the user (observed: python-o365 551).
  package static let atAuthorize: [AccountCheck] = [
    .audience, .membership, .enablement, .scopes, .passwordAge, .assignment, .device, .policies, .secondFactor,
    .consent,
  ]
  /// Admin consent: an administrator need not be assigned to the app to consent for the tenant.
  package static let atAdminConsent = atAuthorize.filter { $0 != .assignment }
  /// A sign-in to the app itself, which asks for no permission of an API.
  package static let withoutPermissions = atAuthorize.filter { $0 != .scopes && $0 != .consent }
  /// The token endpoint, which names a missing consent first; an unknown scope counts as one without consent. It has
  /// checked membership and enablement before, when it looked the user up.
  package static let atToken: [AccountCheck] = [.audience, .consent, .assignment, .device, .policies, .secondFactor]
  /// The password grant. It is a sign-in too, so it names a missing consent last.
  package static let ofPasswordGrant: [AccountCheck] = [
    .audience, .assignment, .device, .policies, .secondFactor, .consent,
  ]

  /// The first obstacle with its reason. Nil, without a reason, when nothing stops the user and the app.
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
    case .audience:
      let isPersonal = attempt.account.tenant == WellKnown.personalTenant
      if AudienceRule.admits(personalAccount: isPersonal, to: attempt.client, at: attempt.path) {
        // Microsoft's own clients sign a personal account in where it is a guest (observed: Azure/azure-mcp 105 of 2025).
        guard isPersonal, attempt.path == .workAccounts, !directory.isGuestSomewhere(attempt.account) else {
          return nil
        }
        reasons.append("'\(attempt.account.alias)' is a personal account, and a guest of no tenant")
        return .personalAccount
      }
      // A work account at the path of personal ones is one that is not in that tenant.
      guard isPersonal else { return nil }
      reasons.append("'\(attempt.account.alias)' is a personal account, and '\(attempt.client.alias)' takes none here")
      return .personalAccount
    case .membership:
      if attempt.isInTenant, !attempt.user.isDeleted { return nil }
      reasons.append("'\(attempt.account.alias)' is not a user of '\(attempt.tenant.alias)'")
      return .notInTenant
    case .enablement:
      if attempt.user.isEnabled, attempt.account.isEnabled { return nil }
      reasons.append("'\(attempt.user.alias)' is disabled")
      return .disabled(guest: attempt.user.isGuest && attempt.account.isEnabled)
    case .scopes:
      guard let unknown = attempt.scopes.firstUnknown else { return nil }
      let api = directory.applications[unknown.resource].map { "'\($0.alias)'" } ?? "\(unknown.resource)"
      reasons.append("\(api) has no permission \(unknown.value)")
      return .scopeUnknown(unknown.value, unknown.resource)
    case .passwordAge:
      // A user who signed in without a password is not asked for a new one.
      guard attempt.account.needsNewPassword(at: attempt.now), attempt.signIn.isPasswordBased else { return nil }
      reasons.append("the password of '\(attempt.user.alias)' has expired")
      return .passwordExpired
    case .assignment:
      guard let principal = directory.servicePrincipal(of: attempt.client.id, in: attempt.tenant.id),
        principal.requiresAssignment, !directory.hasAssignment(attempt.user.id, on: principal.id)
      else { return nil }
      reasons.append("'\(attempt.client.alias)' requires assignment and '\(attempt.user.alias)' has none")
      return .notAssigned
    case .device:
      guard attempt.user.device?.isEnabled == false else { return nil }
      reasons.append("the device of '\(attempt.user.alias)' is disabled")
      return .deviceDisabled
    case .policies: return Self.conditionalAccess(attempt, directory, &reasons)
    case .secondFactor:
      if attempt.claims.wantsNewFactor, !attempt.signIn.methods.contains(ClaimsRequest.newFactor) {
        return Self.secondFactor(of: attempt, nil, "the request wants multi-factor authentication anew", &reasons)
      }
      guard !attempt.signIn.methods.contains("mfa") else { return nil }
      if attempt.claims.wantsSecondFactor {
        return Self.secondFactor(of: attempt, nil, "the request wants multi-factor authentication", &reasons)
      }
      if attempt.account.mfa != .none {
        return Self.secondFactor(
          of: attempt, nil, "the account of '\(attempt.user.alias)' wants multi-factor authentication", &reasons)
      }
      guard let flow = attempt.tenant.userFlow(of: attempt.client), flow.multiFactor == .always else { return nil }
      return Self.secondFactor(
        of: attempt, nil, "the user flow '\(flow.name)' wants multi-factor authentication", &reasons)
    case .consent: return Self.consent(attempt, directory, &reasons)
    }
  }

  private static func conditionalAccess(
    _ attempt: AccountAttempt, _ directory: DirectoryState, _ reasons: inout [String]
  ) -> AccountObstacle? {
    // Most tenants in tests have no policy. Then the server need not collect the facts.
    if directory.policies.isEmpty, attempt.account.isAwayFromTrustedLocations != true { return nil }
    for policy in directory.policies.values where policy.isEnabled && policy.tenant == attempt.tenant.id {
      guard let condition = policy.inertBecause else { continue }
      reasons.append("policy '\(policy.name)' acts on nobody: \(condition) is not understood here")
    }
    switch ConditionalAccess.evaluate(attempt.access(in: directory), policies: directory.policies.values) {
    case .satisfied: return nil
    case .signInTooOld(let limit, let policy):
      reasons.append("policy '\(policy.name)': the sign-in is older than \(limit.words)")
      return .signInTooOld(limit: limit, policy)
    case .demands(let control, let policy):
      let row = control.row
      let reason = "policy '\(policy.name)' \(row.demand)"
      switch row.help {
      case .secondFactor: return secondFactor(of: attempt, policy, reason, &reasons)
      case .none:
        reasons.append(reason)
        let instead = DeviceRule.refusal(
          instead: control, device: attempt.user.device, platform: attempt.platform, way: attempt.way)
        reasons += instead?.reasons ?? []
        return .control(control, policy, told: instead?.decision ?? row.refusal)
      }
    }
  }

  /// The obstacle when a second factor is demanded: the user has to prove it, or to register one first.
  private static func secondFactor(
    of attempt: AccountAttempt, _ policy: AccessPolicy?, _ demand: String, _ reasons: inout [String]
  ) -> AccountObstacle? {
    if attempt.tenant.kind == .external { return customersFactor(of: attempt, policy, demand, &reasons) }
    let isUnregistered = attempt.account.mfa == .unregistered
    let lack = isUnregistered ? "has registered no method" : "has not proved it"
    reasons.append("\(demand), and '\(attempt.user.alias)' \(lack)")
    return isUnregistered ? .secondFactorUnregistered(policy) : .secondFactorMissing(policy)
  }

  /// The same for a customer. Whoever signed in with a code of the e-mail needs a phone for the second factor, and without one is not asked.
  private static func customersFactor(
    of attempt: AccountAttempt, _ policy: AccessPolicy?, _ demand: String, _ reasons: inout [String]
  ) -> AccountObstacle? {
    let methods = CustomerFactor.methods(of: attempt.account, besides: attempt.signIn.methods)
    if methods.isEmpty, attempt.signIn.methods.contains("otp") {
      reasons.append("\(demand); a code of the e-mail was the first factor, and there is no phone for a second one")
      return nil
    }
    let isUnregistered = methods.isEmpty || attempt.account.mfa == .unregistered
    reasons.append(
      "\(demand), and '\(attempt.user.alias)' \(isUnregistered ? "has registered no method" : "has not proved it")")
    return isUnregistered ? .secondFactorUnregistered(policy) : .secondFactorMissing(policy)
  }

  private static func consent(_ attempt: AccountAttempt, _ directory: DirectoryState, _ reasons: inout [String])
    -> AccountObstacle?
  {
    // The consent page may not have listed every scope, such as those of a resource outside of the static list. The
    // server refuses tokens for these later.
    if attempt.hasConsented { return nil }
    let isForced = attempt.prompt == .consent
    let decision = ConsentDecision.evaluate(
      attempt.scopes, client: attempt.client, user: attempt.user, tenant: attempt.tenant.id, isForced: isForced,
      in: directory)
    var items: [ConsentDecision.ConsentItem] = []
    if case .missing(let missing) = decision { items = missing }
    // Authorize has refused them before, with a number of their own.
    let unknown = attempt.scopes.unknownValues
    if items.isEmpty, unknown.isEmpty { return nil }
    if let api = ConsentDecision.lackingPreauthorization(
      attempt.scopes, client: attempt.client, user: attempt.user, tenant: attempt.tenant.id, in: directory)
    {
      reasons.append(
        "'\(attempt.client.alias)' and '\(api.alias)' are Microsoft's, and '\(api.alias)' does not list it")
      return .notPreauthorized(api.id)
    }
    let names = (items.map(\.value) + unknown).joined(separator: " ")
    reasons.append(isForced ? "prompt=consent asks for \(names)" : "consent is missing: \(names)")
    return mayConsent(attempt, to: items, &reasons) ? .consentMissing(items) : .adminConsentMissing(items)
  }

  /// Whether this user may consent to these permissions (Microsoft: "Configure how users consent to applications").
  private static func mayConsent(
    _ attempt: AccountAttempt, to items: [ConsentDecision.ConsentItem], _ reasons: inout [String]
  ) -> Bool {
    if attempt.user.isAdministrator { return true }
    if attempt.client.isRisky {
      reasons.append("'\(attempt.client.alias)' is held to be risky, so only an administrator may consent to it")
      return false
    }
    if items.contains(where: \.needsAdmin) { return false }
    if attempt.tenant.kind == .external {
      reasons.append("customers are not asked to consent: an administrator does it for them")
      return false
    }
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
