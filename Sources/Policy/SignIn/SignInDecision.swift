import Bytes
package import Directory
import Time

/// The account that signs in: one with a session in this browser, or one that a page asks for (Microsoft: "OpenID
/// Connect on the Microsoft identity platform", `prompt`). `PromptTable` decides. This type finds the row for the
/// request and carries out its outcome.
package enum SignInDecision: Sendable, Hashable {
  /// No page: the sign-in goes on with this session.
  case use(AccountSession)
  /// The page asks for the user name. The text, if there is one, is in the field already.
  case askUserName(String?)
  /// The page asks for the password of the account with this user name.
  case askPassword(userName: String)
  /// The page of a new customer.
  case signUp
  /// The page of that other identity provider.
  case otherProvider(String)
  /// The page lists the browser's accounts for the user to choose.
  case accountPicker
  /// With `prompt=none`: the app gets the refusal.
  case refuse(Refusal)

  /// Decides by the table. The result depends on `attempt` alone.
  package static func evaluate(_ attempt: SignInAttempt) -> Reasoned<SignInDecision> {
    var reasons: [String] = []
    let usable = usable(in: attempt, &reasons)
    let clue = clue(among: usable, by: attempt, &reasons)
    let sessions: PromptTable.Sessions =
      switch usable.count {
      case 0: attempt.accounts.isEmpty ? .none : .unusable
      case 1: .one
      default: .several
      }
    let door = attempt.door(&reasons)
    let decision = carryOut(
      PromptTable.outcome(attempt.prompt, sessions, clue.hint, door), clue, usable, attempt.otherProvider)
    if case .use(let session) = decision, let account = usable.first(where: { $0.session.id == session.id }) {
      reasons.append(attempt.reasonToUse(account))
    }
    if case .otherProvider(let provider) = decision { reasons.append("domain_hint leads to \(provider)") }
    reasons.append("→ \(decision.summary)")
    return Reasoned(decision, because: reasons)
  }

  /// The account that hints and sessions point to, before a page asks for it.
  private struct Clue {
    let hint: PromptTable.Hint
    /// The usable session that the hint names. Without a hint, or with an unknown `sid`, the only usable session.
    var index: Int?
    /// A `login_hint` without a usable session that a page can show.
    var typedName: String?
  }

  private static func carryOut(
    _ outcome: PromptTable.Outcome, _ clue: Clue, _ usable: [SignInAttempt.Account], _ provider: String?
  ) -> SignInDecision {
    var accountName: String? { clue.index.map { usable[$0].user.preferredUserName } }
    return switch outcome {
    // A clue without an account fits no row that uses a session or asks for a password.
    case .proceed: clue.index.map { .use(usable[$0].session) } ?? .askUserName(nil)
    case .askPassword: (accountName ?? clue.typedName).map { .askPassword(userName: $0) } ?? .askUserName(nil)
    case .askUserName: .askUserName(accountName ?? clue.typedName)
    case .accountPicker: .accountPicker
    case .signUp: .signUp
    // A door to another provider has its name.
    case .otherProvider: provider.map { .otherProvider($0) } ?? .askUserName(accountName ?? clue.typedName)
    case .refuse(let kind): .refuse(Refusal(kind))
    }
  }

  /// The sessions that the request can use: they have not ended, fit the path and `domain_hint`, and are recent
  /// enough for `max_age` and for `nbf` in `claims`.
  private static func usable(in attempt: SignInAttempt, _ reasons: inout [String]) -> [SignInAttempt.Account] {
    reasons.append("prompt \(attempt.prompt == .whenNeeded ? "absent" : attempt.prompt.rawValue)")
    var usable: [SignInAttempt.Account] = []
    for account in attempt.accounts {
      if let reason = attempt.unusableReason(of: account) {
        reasons.append("session of '\(account.user.alias)' does not count: \(reason)")
      } else {
        usable.append(account)
      }
    }
    let names = usable.map { "'\($0.user.alias)'" }.joined(separator: ", ")
    reasons.append("\(usable.count) usable session\(usable.count == 1 ? "" : "s")\(names.isEmpty ? "" : ": \(names)")")
    return usable
  }

  private static func clue(
    among usable: [SignInAttempt.Account], by attempt: SignInAttempt, _ reasons: inout [String]
  ) -> Clue {
    let only = usable.count == 1 ? 0 : nil
    if let session = attempt.sessionHint {
      guard let index = usable.firstIndex(where: { ASCII.equalIgnoringCase("\($0.session.id)", session) }) else {
        reasons.append("sid names no usable session")
        return Clue(hint: .unknownSession, index: only)
      }
      reasons.append("sid names '\(usable[index].user.alias)'")
      return Clue(hint: .session, index: index)
    }
    guard let hint = attempt.loginHint, !hint.isEmpty else { return Clue(hint: .absent, index: only) }
    guard let index = usable.firstIndex(where: { SignInAttempt.hint(hint, names: $0.user) }) else {
      reasons.append("login_hint names somebody without a usable session")
      return SignInAttempt.isOpaque(hint) ? Clue(hint: .opaqueStranger) : Clue(hint: .stranger, typedName: hint)
    }
    reasons.append("login_hint names '\(usable[index].user.alias)'")
    return Clue(hint: .account, index: index)
  }

  private var summary: String {
    switch self {
    case .use: "no page for signing in"
    case .askUserName: "sign-in page"
    case .askPassword(let userName): "sign-in page, for the password of \(userName)"
    case .accountPicker: "account picker"
    case .signUp: "page of a new customer"
    case .otherProvider(let provider): "page of \(provider)"
    case .refuse(let refusal): "refused with \(refusal.label)"
    }
  }
}
