package import Directory
import Time

/// What keeps a user who has signed in, and an app, from tokens. Authorize makes a page of it, the token endpoint and
/// `prompt=none` a refusal.
package enum AccountObstacle: Sendable, Hashable {
  case notInTenant
  case disabled
  case passwordExpired
  /// The app requires assignment.
  case notAssigned
  /// A policy has a control that no page can help the user to meet.
  case control(AccessPolicy.Control, AccessPolicy)
  /// The sign-in is older than the policy's sign-in frequency.
  case signInTooOld(limit: Duration, AccessPolicy)
  /// The user must use a second factor and has registered none. The policy that demands it, or nil for the user's own setting.
  case secondFactorUnregistered(AccessPolicy?)
  /// The user has not proved the second factor. The policy that demands it, or nil for the user's own setting.
  case secondFactorMissing(AccessPolicy?)
  /// Two apps of Microsoft's: the API does not list the client, and nobody can consent.
  case notPreauthorized(Application.ID)
  /// The user may give the consent that is missing.
  case consentMissing([ConsentDecision.ConsentItem])
  /// Only an administrator may give it.
  case adminConsentMissing([ConsentDecision.ConsentItem])

  /// The refusal where no page can be shown.
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
    case .passwordExpired: return .passwordExpired()
    case .notAssigned: return .userNotAssigned(clientID: clientID, name: name)
    case .control(let control, let policy): return control.row.refusal(by: policy, resource: attempt.resource)
    case .signInTooOld(let limit, let policy):
      if let expired = policy.control?.row.expired {
        return Refusal(expired, knowing: [.resource: resource]).demanding(claims: ConditionalAccess.challenge(policy))
      }
      guard let issuedAt = attempt.refreshTokenIssuedAt else { return Refusal(.sessionTooOldForPolicy) }
      return .signInFrequencyExceeded(issuedAt: issuedAt, maximumLifetime: limit)
    case .secondFactorUnregistered(let policy):
      return .multiFactorEnrolmentRequired(resource: resource, claims: policy.map(ConditionalAccess.challenge))
    case .secondFactorMissing(let policy):
      guard let policy, let control = policy.control else { return .multiFactorRequired(resource: resource) }
      return control.row.refusal(by: policy, resource: attempt.resource)
    case .notPreauthorized(let api): return .preauthorizationRequired(clientID: clientID, resource: "\(api)")
    case .consentMissing, .adminConsentMissing: return .consentRequired(clientID: clientID, name: name)
    }
  }
}
