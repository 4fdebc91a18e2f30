/// The table that decides who signs in at authorize. `SignInDecision` looks the request up in it; `docs/prompt.md`
/// prints its rows.
enum PromptTable {
  /// The number of the browser's sessions that the request can use.
  enum Sessions: String, Sendable, CaseIterable {
    /// The browser has no session at all.
    case none
    /// The browser has sessions, but the request can use none: each has ended or belongs to an account that the
    /// request does not admit.
    case unusable = "only unusable ones"
    case one = "1 usable"
    case several = "2 or more usable"
  }

  /// The account that the request hints at.
  enum Hint: String, Sendable, CaseIterable {
    case absent = "no hint"
    case account = "`login_hint` names a usable session"
    case session = "`sid` names a usable session"
    /// A user name without a usable session. The password page can ask for its password.
    case stranger = "`login_hint` is another name"
    /// The `login_hint` claim of an id_token without a usable session. No page can show it.
    case opaqueStranger = "`login_hint` is another opaque one"
    case unknownSession = "`sid` names no usable session"
  }

  /// What the user flow of a customers' app opens beside the sign-in page.
  enum Door: String, Sendable, CaseIterable {
    case none = "no user flow"
    /// New customers may sign up.
    case signUp = "a user flow that makes accounts"
    /// `domain_hint` names another identity provider of the user flow.
    case provider = "`domain_hint` names a provider of the user flow"
    case both = "both"

    var makesAccounts: Bool { self == .signUp || self == .both }
    var leadsElsewhere: Bool { self == .provider || self == .both }
  }

  /// The step that authorize takes.
  enum Outcome: Sendable, Hashable {
    /// Uses the session that the hint names, or else the only usable session.
    case proceed
    /// Asks for the password of the account that the hint names, or else of the only usable session's account.
    case askPassword
    case askUserName
    case accountPicker
    /// The page of a new customer.
    case signUp
    /// The page of the other identity provider that `domain_hint` names.
    case otherProvider
    case refuse(RefusalKind)

    /// The outcome in the words of `docs/prompt.md`.
    var text: String {
      switch self {
      case .proceed: "no page: on to the steps below"
      case .askPassword: "sign-in page, for the password of that account"
      case .askUserName: "sign-in page, with the name of `login_hint` in its field"
      case .accountPicker: "account picker"
      case .signUp: "the page of a new customer"
      case .otherProvider: "the page of that provider"
      case .refuse(let kind): "redirect `\((kind.redirectError ?? kind.error).rawValue)`, \(kind.label)"
      }
    }
  }

  /// One row of the table. It covers every combination of its members.
  struct Row: Sendable {
    let prompts: [Prompt]
    let sessions: [Sessions]
    let hints: [Hint]
    /// Nil: any.
    let doors: [Door]?
    let outcome: Outcome
    /// How the row is known. A row that refuses stands on the records of its refusal.
    let witness: Witness

    init(
      _ prompts: [Prompt], _ sessions: [Sessions], _ hints: [Hint], doors: [Door]? = nil, _ outcome: Outcome,
      known: Knowledge = .documented
    ) {
      if case .refuse(let kind) = outcome {
        witness = kind.witness
      } else {
        witness = Witness(known: known, date: nil, record: nil)
      }
      self.prompts = prompts
      self.sessions = sessions
      self.hints = hints
      self.doors = doors
      self.outcome = outcome
    }

    func fits(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint, _ door: Door = .none) -> Bool {
      prompts.contains(prompt) && self.sessions.contains(sessions) && hints.contains(hint)
        && doors?.contains(door) != false
    }
  }

  private static let whenNeeded: [Prompt] = [.whenNeeded, .consent]
  private static let usable: [Sessions] = [.one, .several]
  private static let matches: [Hint] = [.account, .session]
  private static let unknown: [Hint] = [.absent, .unknownSession]

  /// The first row that fits decides.
  static let rows: [Row] = [
    Row([.create], Sessions.allCases, Hint.allCases, doors: [.signUp, .both], .signUp),
    Row([.login, .create], Sessions.allCases, [.account, .stranger], .askPassword),
    Row([.login], usable, [.session], .askPassword),
    Row([.login], [.one], unknown, .askPassword, known: .chosen),
    Row([.selectAccount], [.unusable, .one, .several], Hint.allCases, .accountPicker),
    Row([.none], usable, matches, .proceed),
    Row([.none], Sessions.allCases, [.unknownSession], .refuse(.sessionNotFound)),
    Row([.none], [.one], [.absent], .proceed),
    Row([.none], [.several], [.absent], .refuse(.accountNotSupported)),
    Row([.none], Sessions.allCases, Hint.allCases, .refuse(.notSignedIn)),
    Row(whenNeeded, usable, matches, .proceed),
    Row(whenNeeded, Sessions.allCases, [.stranger], .askPassword),
    Row(whenNeeded, [.one], unknown, .proceed, known: .reported),
    Row(whenNeeded, [.several], unknown, .accountPicker),
  ]

  /// The outcome when no row fits.
  static let otherwise = Outcome.askUserName

  /// The outcome for one combination.
  static func outcome(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint, _ door: Door = .none) -> Outcome {
    let outcome = row(prompt, sessions, hint, door)
    guard door.leadsElsewhere, outcome == .askPassword || outcome == .askUserName else { return outcome }
    return .otherProvider
  }

  private static func row(_ prompt: Prompt, _ sessions: Sessions, _ hint: Hint, _ door: Door) -> Outcome {
    // By index, because a loop over the rows copies each of them.
    for index in rows.indices where rows[index].fits(prompt, sessions, hint, door) { return rows[index].outcome }
    return otherwise
  }
}
