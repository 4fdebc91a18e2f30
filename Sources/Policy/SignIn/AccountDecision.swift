package import Directory

/// What authorize does with an account that has signed in: the page for the first obstacle, or the answer to the app.
package enum AccountDecision: Sendable, Hashable {
  case complete
  /// The page asks for a one-time code.
  case proveMultiFactor
  /// The page has the user register a method for multi-factor authentication.
  case registerMultiFactor
  case changePassword
  /// The user may consent.
  case askConsent([ConsentDecision.ConsentItem])
  /// Only an administrator may consent.
  case needAdministrator([ConsentDecision.ConsentItem])
  /// The sign-in is too old for a policy, so the page asks for the password again.
  case signInAgain
  /// With `prompt=none` the refusal goes to the app, else to an error page.
  case refuse(Refusal)

  /// Decides the next step. The server asks again after each step, with what the user has proved by then.
  package static func evaluate(
    _ attempt: AccountAttempt, asking checks: [AccountCheck] = AccountCheck.atAuthorize, in directory: DirectoryState
  ) -> Reasoned<AccountDecision> {
    let found = AccountCheck.firstObstacle(to: attempt, asking: checks, in: directory)
    var reasons = found.reasons
    let decision: AccountDecision
    if let obstacle = found.decision {
      decision = attempt.prompt.isSilent ? .refuse(obstacle.refusal(of: attempt)) : page(for: obstacle, attempt)
    } else {
      reasons.append(attempt.hasConsented ? "consent was given just now" : "consent is there")
      decision = .complete
    }
    reasons.append("→ \(decision.summary)")
    return Reasoned(decision, because: reasons)
  }

  /// The page that helps the user over the obstacle, or the refusal that an error page shows.
  private static func page(for obstacle: AccountObstacle, _ attempt: AccountAttempt) -> AccountDecision {
    switch obstacle {
    case .passwordExpired: .changePassword
    case .signInTooOld: .signInAgain
    case .secondFactorUnregistered: .registerMultiFactor
    case .secondFactorMissing: .proveMultiFactor
    case .consentMissing(let items): .askConsent(items)
    case .adminConsentMissing(let items): .needAdministrator(items)
    case .notInTenant, .disabled, .notAssigned, .control, .notPreauthorized: .refuse(obstacle.refusal(of: attempt))
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
