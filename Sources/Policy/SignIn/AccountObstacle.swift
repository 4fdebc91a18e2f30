package import Directory
import Time

/// The reason why a user who has signed in, and the app, get no tokens. Authorize shows a page for it; the token
/// endpoint and `prompt=none` answer with a refusal.
package enum AccountObstacle: Sendable, Hashable {
  /// The tenant has no object for the account.
  case notInTenant
  /// The user object or the home account is disabled. True: the object of a guest, which the home tenant has left on.
  case disabled(guest: Bool)
  /// The account is a personal one, and the app or the path takes work and school accounts.
  case personalAccount
  /// The API, by its client id, does not have the scope.
  case scopeUnknown(String, Application.ID)
  case passwordExpired
  /// The app requires an assignment, and the user has none.
  case notAssigned
  /// An administrator has disabled the device of the sign-in.
  case deviceDisabled
  /// A policy has a control that the user cannot meet on any page. The row is the control's own, or one that says more.
  case control(AccessPolicy.Control, AccessPolicy, told: RefusalKind)
  /// The sign-in is older than the policy's sign-in frequency.
  case signInTooOld(limit: Duration, AccessPolicy)
  /// The user has to prove a second factor, but has registered none. The policy that demands it; nil: the account's
  /// own setting.
  case secondFactorUnregistered(AccessPolicy?)
  /// The user has not proved the second factor. The policy that demands it; nil: the account's own setting.
  case secondFactorMissing(AccessPolicy?)
  /// The API and the client are Microsoft's own, and the API does not preauthorize the client. Nobody can consent
  /// between the two.
  case notPreauthorized(Application.ID)
  /// These permissions lack consent, and the user may give it.
  case consentMissing([ConsentDecision.ConsentItem])
  /// These permissions lack consent, and only an administrator may give it.
  case adminConsentMissing([ConsentDecision.ConsentItem])

  /// The sign-in name, which a page shows and other answers hide.
  private func name(of account: User) -> String { account.preferredUserName }

  /// The refusal for the token endpoint, for `prompt=none` and for error pages.
  package func refusal(of attempt: AccountAttempt) -> Refusal {
    let clientID = "\(attempt.client.id)"
    let name = attempt.client.displayName
    let resource = "\(attempt.resource)"
    switch self {
    case .notInTenant:
      return .externalAccountNotInTenant(
        user: self.name(of: attempt.account), identityProvider: IdentityProviderName.of(attempt.account),
        tenant: attempt.tenant.displayName, clientID: clientID,
        name: name)
    case .disabled(let isGuest): return Refusal(isGuest ? .guestDisabled : .accountDisabled)
    case .personalAccount:
      return Refusal(.personalAccountNotTaken, [.user: self.name(of: attempt.account)])
    case .scopeUnknown(let scope, let api): return .scopeUnknown(scope, resource: "\(api)", appName: name)
    case .passwordExpired: return .passwordExpired()
    case .notAssigned: return .userNotAssigned(user: self.name(of: attempt.account), clientID: clientID, name: name)
    case .deviceDisabled: return Refusal(.deviceDisabled)
    case .control(let control, let policy, let told):
      return control.row.refusal(by: policy, resource: attempt.resource, as: told, in: attempt.tenant)
    case .signInTooOld(let limit, let policy):
      if let expired = policy.controls.lazy.compactMap(\.row.expired).first {
        return Refusal(expired, knowing: [.resource: resource]).demanding(claims: ConditionalAccess.challenge(policy))
      }
      guard let issuedAt = attempt.refreshTokenIssuedAt else { return Refusal(.sessionTooOldForPolicy) }
      return .signInFrequencyExceeded(issuedAt: issuedAt, maximumLifetime: limit)
    case .secondFactorUnregistered(let policy):
      return .multiFactorEnrolmentRequired(resource: resource, claims: policy.map(ConditionalAccess.challenge))
    case .secondFactorMissing(let policy):
      // Of several controls only this one has a page that asks for it.
      guard let policy, let control = policy.controls.first(where: { $0.row.help == .secondFactor }) else {
        return .multiFactorRequired(resource: resource)
      }
      return control.row.refusal(by: policy, resource: attempt.resource)
    case .notPreauthorized(let api): return .preauthorizationRequired(clientID: clientID, resource: "\(api)")
    case .consentMissing, .adminConsentMissing:
      // The service of personal accounts has one number for all that a grant does not cover.
      return attempt.way == .token && attempt.tenant.kind == .personal
        ? .scopesUnauthorized : .consentRequired(clientID: clientID, name: name)
    }
  }
}
