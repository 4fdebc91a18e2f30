import Bytes
package import Directory
import Time

/// Who signs in: a session that is there, somebody at a page, or nobody (Microsoft: "OpenID Connect on the Microsoft identity
/// platform", `prompt`).
package enum SignInDecision: Sendable, Hashable {
  /// No page: go on with this account.
  case use(AccountSession)
  /// The sign-in page, with the name filled in when one is known.
  case signInPage(userName: String?)
  case accountPicker
  case refuse(Refusal)

  /// The table: prompt × usable sessions × hint. It reads no clock and no store.
  package static func evaluate(_ attempt: SignInAttempt) -> Reasoned<SignInDecision> {
    var reasons: [String] = []
    let candidates = candidates(of: attempt, &reasons)
    let hinted = hinted(among: candidates, by: attempt, &reasons)
    let decision = decide(attempt, candidates, hinted)
    reasons.append("→ \(decision.summary)")
    return Reasoned(decision, because: reasons)
  }

  private enum Hint {
    case absent
    case matches(SignInAttempt.Account)
    case matchesNone(name: String?)
    case unknownSession
  }

  private static func decide(_ attempt: SignInAttempt, _ candidates: [SignInAttempt.Account], _ hint: Hint)
    -> SignInDecision
  {
    switch attempt.prompt {
    case .login, .create: return .signInPage(userName: name(hint, candidates))
    case .selectAccount: return attempt.accounts.isEmpty ? .signInPage(userName: nil) : .accountPicker
    case .none: return silent(candidates, hint)
    case .whenNeeded, .consent:
      switch hint {
      case .matches(let account): return .use(account.session)
      case .matchesNone(let name): return .signInPage(userName: name)
      case .absent, .unknownSession:
        switch candidates.count {
        case 0: return .signInPage(userName: nil)
        case 1: return .use(candidates[0].session)
        default: return .accountPicker
        }
      }
    }
  }

  private static func silent(_ candidates: [SignInAttempt.Account], _ hint: Hint) -> SignInDecision {
    switch hint {
    case .matches(let account): .use(account.session)
    case .matchesNone: .refuse(.notSignedIn)
    case .unknownSession: .refuse(.sessionNotFound)
    case .absent:
      switch candidates.count {
      case 0: .refuse(.notSignedIn)
      case 1: .use(candidates[0].session)
      default: .refuse(.accountNotSupported)
      }
    }
  }

  /// The usable sessions that fit the path and the domain hint, and are fresh enough for `max_age`.
  private static func candidates(of attempt: SignInAttempt, _ reasons: inout [String]) -> [SignInAttempt.Account] {
    reasons.append("prompt \(attempt.prompt == .whenNeeded ? "absent" : attempt.prompt.rawValue)")
    var candidates: [SignInAttempt.Account] = []
    for account in attempt.accounts {
      let name = account.user.alias
      if let reason = account.unusableReason {
        reasons.append("session of \(name) does not count: \(reason)")
      } else if !attempt.admits(account.user) {
        reasons.append("session of \(name) does not count: the path admits other accounts")
      } else if let domain = attempt.domainHint, !fits(account, domain: domain) {
        reasons.append("session of \(name) does not count: domain_hint is \(domain)")
      } else if let reason = attempt.staleness(of: account.session) {
        reasons.append("session of \(name) does not count: \(reason)")
      } else {
        candidates.append(account)
      }
    }
    let names = candidates.map(\.user.alias).joined(separator: ", ")
    reasons.append(
      "\(candidates.count) usable session\(candidates.count == 1 ? "" : "s")\(names.isEmpty ? "" : ": \(names)")")
    return candidates
  }

  private static func fits(_ account: SignInAttempt.Account, domain: String) -> Bool {
    let isPersonal = account.user.tenant == WellKnown.personalTenant
    switch ASCII.lowercased(domain) {
    case "organizations": return !isPersonal
    case "consumers": return isPersonal
    default:
      let name = ASCII.lowercased(account.user.mail ?? account.user.userPrincipalName)
      return name.hasSuffix("@" + ASCII.lowercased(domain))
        || account.domains.contains { ASCII.equalIgnoringCase($0, domain) }
    }
  }

  private static func hinted(
    among candidates: [SignInAttempt.Account], by attempt: SignInAttempt, _ reasons: inout [String]
  ) -> Hint {
    if let session = attempt.sessionHint {
      guard let account = candidates.first(where: { ASCII.equalIgnoringCase("\($0.session.id)", session) }) else {
        reasons.append("sid names no usable session")
        return .unknownSession
      }
      reasons.append("sid names \(account.user.alias)")
      return .matches(account)
    }
    guard let hint = attempt.loginHint, !hint.isEmpty else { return .absent }
    guard let account = candidates.first(where: { SignInAttempt.hint(hint, names: $0.user) }) else {
      reasons.append("login_hint names somebody without a usable session")
      return .matchesNone(name: hint.hasPrefix("O.") ? nil : hint)
    }
    reasons.append("login_hint names \(account.user.alias)")
    return .matches(account)
  }

  /// The name to fill in: the hinted one, or the only account's.
  private static func name(_ hint: Hint, _ candidates: [SignInAttempt.Account]) -> String? {
    switch hint {
    case .matches(let account): IDTokenClaims.preferredUserName(of: account.user)
    case .matchesNone(let name): name
    case .absent, .unknownSession:
      candidates.count == 1 ? IDTokenClaims.preferredUserName(of: candidates[0].user) : nil
    }
  }

  private var summary: String {
    switch self {
    case .use: "no page for signing in"
    case .signInPage: "sign-in page"
    case .accountPicker: "account picker"
    case .refuse(let refusal): "refused with AADSTS\(refusal.code)"
    }
  }
}
