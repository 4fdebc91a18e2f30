import Directory

@testable import Policy

/// The obstacles between an account that has signed in and the answer, as a table. Each row is what `AccountDecision` does where that
/// obstacle alone is in the way, in the order in which authorize checks. `docs/prompt.md` prints the rows, and the tests put several
/// obstacles in the way at once.
enum AccountTable {
  /// An obstacle without its details, as one row names it. `AccountObstacle` has the details.
  enum Obstacle: Sendable, Hashable {
    case personalAccount
    case notInTenant
    case disabled
    case scopeUnknown
    case passwordExpired
    case notAssigned
    case deviceDisabled
    case control(AccessPolicy.Control)
    case signInTooOld
    case multiFactorUnregistered
    case multiFactorMissing
    case notPreauthorized
    case consentMissing
    case adminConsentMissing

    /// All, those of one check in the order in which it finds them. The controls are those that the user cannot meet on any page; the
    /// others lead to the rows about multi-factor authentication.
    static let all: [Obstacle] =
      [.personalAccount, .notInTenant, .disabled, .scopeUnknown, .passwordExpired, .notAssigned, .deviceDisabled]
      + AccessPolicy.Control.inOrder.filter { $0.row.help == .none }.map { .control($0) }
      + [
        .signInTooOld, .multiFactorUnregistered, .multiFactorMissing, .notPreauthorized, .adminConsentMissing,
        .consentMissing,
      ]

    /// The obstacle as the checks find it. The compiler asks for a new one here, and the tests for its row.
    init(_ found: AccountObstacle) {
      self =
        switch found {
        case .personalAccount: .personalAccount
        case .notInTenant: .notInTenant
        case .disabled: .disabled
        case .scopeUnknown: .scopeUnknown
        case .passwordExpired: .passwordExpired
        case .notAssigned: .notAssigned
        case .deviceDisabled: .deviceDisabled
        case .control(let control, _, _): .control(control)
        case .signInTooOld: .signInTooOld
        case .secondFactorUnregistered: .multiFactorUnregistered
        case .secondFactorMissing: .multiFactorMissing
        case .notPreauthorized: .notPreauthorized
        case .consentMissing: .consentMissing
        case .adminConsentMissing: .adminConsentMissing
        }
    }

    /// The obstacle in words, for `docs/prompt.md`.
    var text: String {
      switch self {
      case .personalAccount: "the account is a personal one, the app or the path takes others"
      case .notInTenant: "the account is not a user of the tenant"
      case .disabled: "the user is disabled"
      case .scopeUnknown: "an API does not have a scope of the request"
      case .passwordExpired: "the password has expired"
      case .notAssigned: "the app requires assignment, the user has none"
      case .deviceDisabled: "the device of the sign-in is disabled"
      case .control(let control): "Conditional Access \(control.row.demand)"
      case .signInTooOld: "the sign-in is older than the policy's sign-in frequency"
      case .multiFactorUnregistered: "multi-factor authentication is required, no method is registered"
      case .multiFactorMissing: "multi-factor authentication is required and not proved"
      case .notPreauthorized: "app and API are Microsoft's, and the API does not preauthorize the app"
      case .consentMissing: "consent is missing, the user may give it"
      case .adminConsentMissing: "consent is missing, only an administrator may give it"
      }
    }
  }

  /// The answer to one obstacle: mostly a page for the user when `prompt` is absent, and a redirect with a refusal for
  /// `prompt=none`.
  struct Row: Sendable {
    let obstacle: Obstacle
    /// Which check finds it.
    let check: AccountCheck
    let interactive: Interactive
    /// The refusal in the redirect with `prompt=none`.
    let silent: RefusalKind

    /// What the decision does where that obstacle alone is in the way. Nil when nothing is.
    init?(_ obstacle: Obstacle) throws {
      var scene = try AccountScene()
      scene.put(obstacle)
      let attempt = try scene.attempt(.whenNeeded)
      let found = AccountCheck.atAuthorize.first {
        AccountCheck.firstObstacle(to: attempt, asking: [$0], in: scene.directory).decision.map(Obstacle.init)
          == obstacle
      }
      guard let found, let interactive = Interactive(AccountDecision.evaluate(attempt, in: scene.directory).decision),
        case .refuse(let refusal) = AccountDecision.evaluate(try scene.attempt(.none), in: scene.directory).decision
      else { return nil }
      self.obstacle = obstacle
      check = found
      self.interactive = interactive
      silent = refusal.kind
    }
  }

  /// The answer when `prompt` is absent.
  enum Interactive: Sendable, Hashable {
    /// A redirect to the app with this refusal.
    case redirect(RefusalKind)
    /// An error page with this refusal.
    case errorPage(RefusalKind)
    /// A page that helps the user, in the words of the journal.
    case page(String)

    /// Nil for a decision that stops nobody.
    init?(_ decision: AccountDecision) {
      switch decision {
      case .complete: return nil
      case .refuse(let refusal):
        self =
          Addressee(of: refusal.kind, isSilent: false) == .app ? .redirect(refusal.kind) : .errorPage(refusal.kind)
      default: self = .page(decision.summary)
      }
    }

    /// The answer in words, for `docs/prompt.md`.
    var text: String {
      switch self {
      case .redirect(let kind): "redirect \(kind.label)"
      case .errorPage(let kind): "page \(kind.label)"
      case .page(let name): name
      }
    }
  }

  /// The rows in the order in which authorize checks the obstacles.
  static let rows: [Row] = {
    let rows = Obstacle.all.compactMap { try? Row($0) }
    return AccountCheck.atAuthorize.flatMap { check in rows.filter { $0.check == check } }
  }()
}
