/// Who signs in at authorize, as the table that decides it: `SignInDecision` looks the request up here and does what the row
/// says, and `docs/prompt.md` prints the same rows.
enum PromptTable {
  /// How many sessions of the browser are usable for the request.
  enum Sessions: String, Sendable, CaseIterable {
    /// The browser has no session at all.
    case none
    /// The browser has sessions, and the request can use none of them: each has ended or belongs to an account that does not
    /// fit the request.
    case unusable = "only unusable ones"
    case one = "1 usable"
    case several = "2 or more usable"
  }

  /// What the request says about the account.
  enum Hint: String, Sendable, CaseIterable {
    case absent = "no hint"
    case account = "`login_hint` names a usable session"
    case session = "`sid` names a usable session"
    /// A user name. The page for the password can ask for it.
    case stranger = "`login_hint` is another name"
    /// The `login_hint` claim of an id_token, which no page can show.
    case opaqueStranger = "`login_hint` is another opaque one"
    case unknownSession = "`sid` names no usable session"
  }

  /// What the service does.
  enum Outcome: Sendable, Hashable {
    /// Uses the session that the hint names, or the only usable session.
    case proceed
    /// Asks for the password of the account that the hint names, or of the only usable session's account.
    case askPassword
    case askUserName
    case accountPicker
    case refuse(RefusalKind)

    /// The outcome as `docs/prompt.md` words it.
    var text: String {
      switch self {
      case .proceed: "no page: on to the steps below"
      case .askPassword: "sign-in page, for the password of that account"
      case .askUserName: "sign-in page"
      case .accountPicker: "account picker"
      case .refuse(let kind): "redirect `\((kind.redirectError ?? kind.error).rawValue)`, \(kind.label)"
      }
    }
  }

  /// One line of the table. It fits every combination of its members.
  struct Row: Sendable {
    let prompts: [Prompt]
    let sessions: [Sessions]
    let hints: [Hint]
    let outcome: Outcome

    init(_ prompts: [Prompt], _ sessions: [Sessions], _ hints: [Hint], _ outcome: Outcome) {
      self.prompts = prompts
      self.sessions = sessions
      self.hints = hints
      self.outcome = outcome
    }

    func fits(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint) -> Bool {
      prompts.contains(prompt) && self.sessions.contains(sessions) && hints.contains(hint)
    }
  }

  private static let whenNeeded: [Prompt] = [.whenNeeded, .consent]
  private static let usable: [Sessions] = [.one, .several]
  private static let matches: [Hint] = [.account, .session]
  private static let unknown: [Hint] = [.absent, .unknownSession]

  /// The rows in the order in which they are looked at: the first one that fits decides.
  static let rows: [Row] = [
    Row([.login, .create], Sessions.allCases, [.account, .stranger], .askPassword),
    Row([.login], usable, [.session], .askPassword),
    Row([.login], [.one], unknown, .askPassword),
    Row([.selectAccount], [.unusable, .one, .several], Hint.allCases, .accountPicker),
    Row([.none], usable, matches, .proceed),
    Row([.none], Sessions.allCases, [.unknownSession], .refuse(.sessionNotFound)),
    Row([.none], [.one], [.absent], .proceed),
    Row([.none], [.several], [.absent], .refuse(.accountNotSupported)),
    Row([.none], Sessions.allCases, Hint.allCases, .refuse(.notSignedIn)),
    Row(whenNeeded, usable, matches, .proceed),
    Row(whenNeeded, Sessions.allCases, [.stranger], .askPassword),
    Row(whenNeeded, [.one], unknown, .proceed),
    Row(whenNeeded, [.several], unknown, .accountPicker),
  ]

  /// What happens when no row fits.
  static let otherwise = Outcome.askUserName

  /// What a combination leads to.
  static func outcome(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint) -> Outcome {
    // By index: a loop over the rows themselves copies each one.
    for index in rows.indices where rows[index].fits(prompt, sessions, hint) { return rows[index].outcome }
    return otherwise
  }
}
