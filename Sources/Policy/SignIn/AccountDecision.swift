package import Directory
package import Time

/// What stands between a known account and the answer: the steps after signing in, in the service's order.
package enum AccountDecision: Sendable, Hashable {
  case complete
  /// A one-time code is asked for.
  case proveMultiFactor
  /// A method for multi-factor authentication has to be registered first.
  case registerMultiFactor
  case changePassword
  case askConsent([ConsentDecision.ConsentItem])
  /// Consent that only an administrator can give.
  case needAdministrator([ConsentDecision.ConsentItem])
  /// The sign-in is too old for a policy: the password is asked for again.
  case signInAgain
  /// With `prompt=none` this goes back to the app, else it is an error page.
  case refuse(Refusal)

  /// What is known of the account when it is decided.
  package struct Attempt: Sendable {
    /// The user object in the tenant signed in to; nil when the account is none of the tenant's.
    package var user: User?
    /// The account that holds the password.
    package var account: User
    package var tenant: Tenant
    package var client: Application
    package var prompt: Prompt
    /// Methods proved so far (`amr`).
    package var methods: [String]
    package var authenticatedAt: UnixTime
    package var now: UnixTime
    /// Authentication contexts asked for through `claims`.
    package var contexts: [String]
    /// Policies that a challenge named.
    package var namedPolicies: [AccessPolicy.ID] = []
    package var scopes: ResolvedScopes
    /// Whether the user has just answered the consent page.
    package var hasConsented: Bool
    /// Whether "Assignment required?" counts; an administrator who consents for everybody need not use the app.
    package var needsAssignment = true

    package init(
      user: User?, account: User, tenant: Tenant, client: Application, prompt: Prompt, methods: [String],
      authenticatedAt: UnixTime, now: UnixTime, contexts: [String] = [], scopes: ResolvedScopes, hasConsented: Bool
    ) {
      self.user = user
      self.account = account
      self.tenant = tenant
      self.client = client
      self.prompt = prompt
      self.methods = methods
      self.authenticatedAt = authenticatedAt
      self.now = now
      self.contexts = contexts
      self.scopes = scopes
      self.hasConsented = hasConsented
    }
  }

  /// Decides the next step. It is asked again after each, with what was proved meanwhile.
  package static func evaluate(_ attempt: Attempt, in directory: DirectoryState) -> Reasoned<AccountDecision> {
    var reasons: [String] = []
    let decision = decide(attempt, directory, &reasons)
    reasons.append("→ \(decision.summary)")
    return Reasoned(decision, because: reasons)
  }

  private static func decide(_ attempt: Attempt, _ directory: DirectoryState, _ reasons: inout [String])
    -> AccountDecision
  {
    guard let user = attempt.user, !user.isDeleted else {
      reasons.append("\(attempt.account.alias) is no user of \(attempt.tenant.alias)")
      return .refuse(
        .externalAccountNotInTenant(
          identityProvider: "\(attempt.account.tenant)", tenant: attempt.tenant.displayName,
          clientID: "\(attempt.client.id)", name: attempt.client.displayName))
    }
    guard user.isEnabled, attempt.account.isEnabled else {
      reasons.append("\(user.alias) is disabled")
      return .refuse(.accountDisabled)
    }
    // Who signed in otherwise is not asked for a password.
    if attempt.account.isPasswordExpired, attempt.methods.contains("pwd") {
      reasons.append("the password of \(user.alias) has expired")
      return attempt.prompt.isSilent ? .refuse(.passwordExpired()) : .changePassword
    }
    if attempt.needsAssignment, let refusal = assignment(attempt, user, directory, &reasons) { return .refuse(refusal) }
    if let step = multiFactor(attempt, user, directory, &reasons) { return step }
    return consent(attempt, user, directory, &reasons)
  }

  /// "Assignment required?" keeps out users who were not given the app; the interactive case is held at a page too.
  private static func assignment(
    _ attempt: Attempt, _ user: User, _ directory: DirectoryState, _ reasons: inout [String]
  ) -> Refusal? {
    guard let principal = directory.servicePrincipal(of: attempt.client.id, in: attempt.tenant.id),
      principal.requiresAssignment, !directory.hasAssignment(user.id, on: principal.id)
    else { return nil }
    reasons.append("\(attempt.client.alias) requires assignment and \(user.alias) has none")
    return .userNotAssigned(clientID: "\(attempt.client.id)", name: attempt.client.displayName)
  }

  /// What the user's own setting and Conditional Access demand beyond the password.
  private static func multiFactor(
    _ attempt: Attempt, _ user: User, _ directory: DirectoryState, _ reasons: inout [String]
  ) -> AccountDecision? {
    let targets = attempt.scopes.resources.map { ConditionalAccess.Target($0) }
    let resource = targets.first?.resource ?? WellKnown.graph
    var access = ConditionalAccess.Attempt(
      tenant: attempt.tenant.id, user: user.id,
      resources: targets.isEmpty ? [ConditionalAccess.Target(resource, values: [])] : targets,
      contexts: attempt.contexts, methods: attempt.methods, authenticatedAt: attempt.authenticatedAt, now: attempt.now)
    access.named = attempt.namedPolicies
    access.isAway = attempt.account.isAwayFromTrustedLocations ?? false
    let demand = ConditionalAccess.evaluate(access, policies: directory.policies.values)
    var wantsMFA = attempt.account.mfa != .none && !attempt.methods.contains("mfa")
    if wantsMFA { reasons.append("multi-factor authentication is required of \(user.alias) and not proved") }
    switch demand {
    case .satisfied: break
    case .signInTooOld(let limit, let policy):
      reasons.append("policy \(policy.name): the sign-in is older than \(limit.shortText)")
      return attempt.prompt.isSilent
        ? demand.refusal(resource: resource, issuedAt: nil).map { .refuse($0) } : .signInAgain
    case .demands(.mfa, let policy):
      reasons.append("policy \(policy.name) demands multi-factor authentication, which was not proved")
      wantsMFA = true
    case .demands(let control, let policy):
      reasons.append("policy \(policy.name) demands \(control.rawValue)")
      return demand.refusal(resource: resource, issuedAt: nil).map { .refuse($0) }
    }
    guard wantsMFA else { return nil }
    if attempt.account.mfa == .unregistered {
      reasons.append("\(user.alias) has no method for it")
      return attempt.prompt.isSilent
        ? .refuse(.multiFactorEnrolmentRequired(resource: "\(resource)")) : .registerMultiFactor
    }
    guard attempt.prompt.isSilent else { return .proveMultiFactor }
    return .refuse(demand.refusal(resource: resource, issuedAt: nil) ?? .multiFactorRequired(resource: "\(resource)"))
  }

  private static func consent(
    _ attempt: Attempt, _ user: User, _ directory: DirectoryState, _ reasons: inout [String]
  ) -> AccountDecision {
    if attempt.hasConsented {
      // What was not on the page, as a resource outside of the static list, is missed where tokens are asked for.
      reasons.append("consent was given just now")
      return .complete
    }
    let isForced = attempt.prompt == .consent
    let decision = ConsentDecision.evaluate(
      attempt.scopes, client: attempt.client, user: user, tenant: attempt.tenant.id, isForced: isForced, in: directory)
    guard case .missing(let items) = decision else {
      reasons.append("consent is there")
      return .complete
    }
    let names = items.map(\.value).joined(separator: " ")
    if let api = ConsentDecision.lackingPreauthorization(
      attempt.scopes, client: attempt.client, user: user, tenant: attempt.tenant.id, in: directory)
    {
      reasons.append("\(attempt.client.alias) and \(api.alias) are Microsoft's, and \(api.alias) does not list it")
      return .refuse(.preauthorizationRequired(clientID: "\(attempt.client.id)", resource: "\(api.id)"))
    }
    if attempt.prompt.isSilent {
      reasons.append("consent is missing: \(names)")
      return .refuse(
        .consentRequired(clientID: "\(attempt.client.id)", name: attempt.client.displayName))
    }
    reasons.append(isForced ? "prompt=consent asks for \(names)" : "consent is missing: \(names)")
    return mayConsent(user, to: items, in: attempt.tenant, &reasons) ? .askConsent(items) : .needAdministrator(items)
  }

  private static func mayConsent(
    _ user: User, to items: [ConsentDecision.ConsentItem], in tenant: Tenant, _ reasons: inout [String]
  ) -> Bool {
    if user.isAdministrator { return true }
    if items.contains(where: \.needsAdmin) { return false }
    switch tenant.userConsent {
    case .all: return true
    case .none: return false
    case .lowRisk:
      let others = items.filter { !LowImpactPermissions.contains($0) }
      guard !others.isEmpty else { return true }
      reasons.append("not of low impact: \(others.map(\.value).joined(separator: " "))")
      return false
    }
  }

  private var summary: String {
    switch self {
    case .complete: "nothing more to ask"
    case .proveMultiFactor: "page for the one-time code"
    case .registerMultiFactor: "page to register a method"
    case .changePassword: "page to change the password"
    case .askConsent: "consent page"
    case .needAdministrator: "page that an administrator must approve"
    case .signInAgain: "sign-in page, because the sign-in is too old"
    case .refuse(let refusal): "refused with AADSTS\(refusal.code)"
    }
  }
}
