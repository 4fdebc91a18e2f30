package import Directory

/// The next step of authorize for a user who has signed in: the page for the first obstacle, or the answer to the
/// app.
package enum AccountDecision: Sendable, Hashable {
  /// No obstacle is left: the app gets its answer.
  case complete
  /// The page asks for a one-time code.
  case proveMultiFactor
  /// The page has the user register a method for multi-factor authentication.
  case registerMultiFactor
  /// The page asks for a new password, because the old one has expired.
  case changePassword
  /// The consent page with these permissions: the user may consent.
  case askConsent([ConsentDecision.ConsentItem])
  /// The page says that only an administrator may consent to these permissions.
  case needAdministrator([ConsentDecision.ConsentItem])
  /// The sign-in is too old for a policy, so the page asks for the password again.
  case signInAgain
  /// With `prompt=none` the refusal goes to the app. Otherwise its row says whether the user sees it on an error page or
  /// the app gets it.
  case refuse(Refusal)

  /// Decides the next step. Authorize calls it again after each step, with the facts that the user has proved by
  /// then.
  package static func evaluate(
    _ attempt: AccountAttempt, asking checks: [AccountCheck] = AccountCheck.atAuthorize, in directory: DirectoryState
  ) -> Reasoned<AccountDecision> {
    let found = AccountCheck.firstObstacle(to: attempt, asking: checks, in: directory)
    var reasons = found.reasons
    let decision: AccountDecision
    if let obstacle = found.decision {
      decision = attempt.prompt.isSilent ? .refuse(obstacle.refusal(of: attempt)) : page(for: obstacle, attempt)
    } else {
      reasons.append(attempt.hasConsented ? "consent was given just now" : attempt.reasonForNoConsent)
      decision = .complete
    }
    reasons.append("→ \(decision.summary)")
    return Reasoned(decision, because: reasons)
  }

  /// The page that helps the user with the obstacle, or else the refusal.
  private static func page(for obstacle: AccountObstacle, _ attempt: AccountAttempt) -> AccountDecision {
    switch obstacle {
    case .passwordExpired: .changePassword
    case .signInTooOld: .signInAgain
    case .secondFactorUnregistered: .registerMultiFactor
    case .secondFactorMissing: .proveMultiFactor
    case .consentMissing(let items): .askConsent(items)
    case .adminConsentMissing(let items): .needAdministrator(items)
    case .personalAccount, .notInTenant, .disabled, .scopeUnknown, .notAssigned, .deviceDisabled, .control,
      .notPreauthorized:
      .refuse(obstacle.refusal(of: attempt))
    }
  }

  /// What the journal says of the decision.
  var summary: String {
    switch self {
    case .complete: "nothing more to ask"
    case .proveMultiFactor: "page for the one-time code"
    case .registerMultiFactor: "page to register a method"
    case .changePassword: "page to change the password"
    case .askConsent: "consent page"
    case .needAdministrator: "page that an administrator must approve"
    case .signInAgain: "sign-in page, because the sign-in is too old"
    case .refuse(let refusal): "refused with \(refusal.label)"
    }
  }
}
