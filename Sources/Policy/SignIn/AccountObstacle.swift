package import Directory
import Time

/// The reason why a user who has signed in, and the app, get no tokens. Authorize shows a page for it; the token
/// endpoint and `prompt=none` answer with a refusal.
package enum AccountObstacle: Sendable, Hashable {
  /// The tenant has no object for the account.
  case notInTenant
  /// The user object or the home account is disabled.
  case disabled
  /// The API, by its client id, does not have the scope.
  case scopeUnknown(String, Application.ID)
  case passwordExpired
  /// The app requires an assignment, and the user has none.
  case notAssigned
  /// A policy has a control that the user cannot meet on any page.
  case control(AccessPolicy.Control, AccessPolicy)
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

  /// The refusal for the token endpoint, for `prompt=none` and for error pages.
  package func refusal(of attempt: AccountAttempt) -> Refusal {
    let clientID = "\(attempt.client.id)"
    let name = attempt.client.displayName
    let resource = "\(attempt.resource)"
    switch self {
    case .notInTenant:
      return .externalAccountNotInTenant(
        identityProvider: "\(attempt.account.tenant)", tenant: attempt.tenant.displayName, clientID: clientID,
        name: name)
    case .disabled: return Refusal(.accountDisabled)
    case .scopeUnknown(let scope, let api): return .scopeUnknown(scope, resource: "\(api)", appName: name)
    case .passwordExpired: return .passwordExpired()
    case .notAssigned: return .userNotAssigned(clientID: clientID, name: name)
    case .control(let control, let policy): return control.row.refusal(by: policy, resource: attempt.resource)
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
    case .consentMissing, .adminConsentMissing: return .consentRequired(clientID: clientID, name: name)
    }
  }
}
