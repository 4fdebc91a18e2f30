/// What authorize does, as a table for people: `docs/prompt.md` is made from it, and the tests hold every combination of its
/// inputs against the functions that decide.
package enum PromptTable {
  /// How many usable sessions that fit the path the browser has.
  package enum Sessions: String, Sendable, CaseIterable {
    case none = "0"
    case one = "1"
    case several = "2 or more"
  }

  /// What the request says of the account.
  package enum Hint: String, Sendable, CaseIterable {
    case absent = "no hint"
    case matching = "`login_hint` names one of them"
    case matchingSession = "`sid` names one of them"
    case stranger = "`login_hint` names somebody else"
    case unknownSession = "`sid` names none of them"
  }

  /// What the browser sees.
  package enum Outcome: Sendable, Hashable {
    case proceed
    case signInPage
    case accountPicker
    case refuse(RefusalKind)

    package var text: String {
      switch self {
      case .proceed: "no page: on to the steps below"
      case .signInPage: "sign-in page"
      case .accountPicker: "account picker"
      case .refuse(let kind):
        "redirect `\((kind.redirectError ?? kind.error).rawValue)`, \(kind.label)"
      }
    }
  }

  /// One line: it holds for every combination of its members. The first line that fits a combination counts.
  package struct Row: Sendable {
    package let prompts: [Prompt]
    package let sessions: [Sessions]
    package let hints: [Hint]
    package let outcome: Outcome

    package func fits(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint) -> Bool {
      prompts.contains(prompt) && self.sessions.contains(sessions) && hints.contains(hint)
    }
  }

  private static let whenNeeded: [Prompt] = [.whenNeeded, .consent]
  private static let named: [Hint] = [.matching, .matchingSession]

  package static let rows: [Row] = [
    Row(prompts: [.login, .create], sessions: Sessions.allCases, hints: Hint.allCases, outcome: .signInPage),
    Row(prompts: [.selectAccount], sessions: [.none], hints: Hint.allCases, outcome: .signInPage),
    Row(prompts: [.selectAccount], sessions: [.one, .several], hints: Hint.allCases, outcome: .accountPicker),
    Row(prompts: [.none], sessions: Sessions.allCases, hints: [.unknownSession], outcome: .refuse(.sessionNotFound)),
    Row(prompts: [.none], sessions: Sessions.allCases, hints: [.stranger], outcome: .refuse(.notSignedIn)),
    Row(prompts: [.none], sessions: [.one, .several], hints: named, outcome: .proceed),
    Row(prompts: [.none], sessions: [.none], hints: [.absent], outcome: .refuse(.notSignedIn)),
    Row(prompts: [.none], sessions: [.one], hints: [.absent], outcome: .proceed),
    Row(prompts: [.none], sessions: [.several], hints: [.absent], outcome: .refuse(.accountNotSupported)),
    Row(prompts: whenNeeded, sessions: [.one, .several], hints: named, outcome: .proceed),
    Row(prompts: whenNeeded, sessions: Sessions.allCases, hints: [.stranger], outcome: .signInPage),
    Row(prompts: whenNeeded, sessions: [.none], hints: [.absent, .unknownSession], outcome: .signInPage),
    Row(prompts: whenNeeded, sessions: [.one], hints: [.absent, .unknownSession], outcome: .proceed),
    Row(prompts: whenNeeded, sessions: [.several], hints: [.absent, .unknownSession], outcome: .accountPicker),
  ]

  /// What a combination leads to. Without sessions a hint can name none, so those combinations do not exist: nil.
  package static func outcome(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint) -> Outcome? {
    if sessions == .none, named.contains(hint) { return nil }
    return rows.first { $0.fits(prompt, sessions, hint) }?.outcome
  }
}
