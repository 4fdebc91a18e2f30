package import Directory

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
    package var scopes: ResolvedScopes
    /// Whether the user has just answered the consent page.
    package var hasConsented: Bool

    package init(
      user: User?, account: User, tenant: Tenant, client: Application, prompt: Prompt, methods: [String],
      scopes: ResolvedScopes, hasConsented: Bool
    ) {
      self.user = user
      self.account = account
      self.tenant = tenant
      self.client = client
      self.prompt = prompt
      self.methods = methods
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
    if attempt.account.isPasswordExpired {
      reasons.append("the password of \(user.alias) has expired")
      return attempt.prompt.isSilent ? .refuse(.passwordExpired()) : .changePassword
    }
    if let step = multiFactor(attempt, user, &reasons) { return step }
    return consent(attempt, user, directory, &reasons)
  }

  private static func multiFactor(_ attempt: Attempt, _ user: User, _ reasons: inout [String]) -> AccountDecision? {
    guard !attempt.methods.contains("mfa") else { return nil }
    let resource = attempt.scopes.resources.first.map { "\($0.resource)" } ?? "\(WellKnown.graph)"
    switch attempt.account.mfa {
    case .none: return nil
    case .required:
      reasons.append("multi-factor authentication is required of \(user.alias) and not proved")
      return attempt.prompt.isSilent ? .refuse(.multiFactorRequired(resource: resource)) : .proveMultiFactor
    case .unregistered:
      reasons.append("multi-factor authentication is required of \(user.alias), who has no method")
      return attempt.prompt.isSilent
        ? .refuse(.multiFactorEnrolmentRequired(resource: resource)) : .registerMultiFactor
    }
  }

  private static func consent(
    _ attempt: Attempt, _ user: User, _ directory: DirectoryState, _ reasons: inout [String]
  ) -> AccountDecision {
    let isForced = attempt.prompt == .consent && !attempt.hasConsented
    let decision = ConsentDecision.evaluate(
      attempt.scopes, client: attempt.client, user: user, tenant: attempt.tenant.id, isForced: isForced, in: directory)
    guard case .missing(let items) = decision else {
      reasons.append("consent is there")
      return .complete
    }
    let names = items.map(\.value).joined(separator: " ")
    if attempt.prompt.isSilent {
      reasons.append("consent is missing: \(names)")
      return .refuse(
        .consentRequired(clientID: "\(attempt.client.id)", name: attempt.client.displayName))
    }
    reasons.append(isForced ? "prompt=consent asks for \(names)" : "consent is missing: \(names)")
    let mayConsent =
      user.isGlobalAdministrator || (attempt.tenant.userConsent == .all && !items.contains(where: \.needsAdmin))
    return mayConsent ? .askConsent(items) : .needAdministrator(items)
  }

  private var summary: String {
    switch self {
    case .complete: "nothing more to ask"
    case .proveMultiFactor: "page for the one-time code"
    case .registerMultiFactor: "page to register a method"
    case .changePassword: "page to change the password"
    case .askConsent: "consent page"
    case .needAdministrator: "page that an administrator must approve"
    case .refuse(let refusal): "refused with AADSTS\(refusal.code)"
    }
  }
}
