import Directory

@testable import Policy

/// The obstacles between an account that has signed in and the answer, as a table. `docs/prompt.md` prints its rows, and the
/// tests hold them against `AccountDecision`. Authorize checks the obstacles in the order of the rows.
enum AccountTable {
  /// An obstacle without its details, as one row names it. `AccountObstacle` has the details.
  enum Obstacle: Sendable, Hashable {
    case notInTenant
    case disabled
    case scopeUnknown
    case passwordExpired
    case notAssigned
    case control(AccessPolicy.Control)
    case signInTooOld
    case multiFactorUnregistered
    case multiFactorMissing
    case consentMissing
    case adminConsentMissing

    /// The obstacle in words, for `docs/prompt.md`.
    var text: String {
      switch self {
      case .notInTenant: "the account is not a user of the tenant"
      case .disabled: "the user is disabled"
      case .scopeUnknown: "an API does not have a scope of the request"
      case .passwordExpired: "the password has expired"
      case .notAssigned: "the app requires assignment, the user has none"
      case .control(let control): "Conditional Access \(control.row.demand)"
      case .signInTooOld: "the sign-in is older than the policy's sign-in frequency"
      case .multiFactorUnregistered: "multi-factor authentication is required, no method is registered"
      case .multiFactorMissing: "multi-factor authentication is required and not proved"
      case .consentMissing: "consent is missing, the user may give it"
      case .adminConsentMissing: "consent is missing, only an administrator may give it"
      }
    }
  }

  /// The answer to one obstacle: mostly a page for the user when `prompt` is absent, and a redirect with a refusal for
  /// `prompt=none`.
  struct Row: Sendable {
    let obstacle: Obstacle
    let interactive: Interactive
    /// The refusal in the redirect with `prompt=none`.
    let silent: RefusalKind

    /// A row with one refusal. Its kind says whether the user sees it on an error page or the app gets it.
    init(_ obstacle: Obstacle, refusal: RefusalKind) {
      self.obstacle = obstacle
      interactive = refusal.goesToTheApp ? .redirect(refusal) : .errorPage(refusal)
      silent = refusal
    }

    init(_ obstacle: Obstacle, page: String, silent: RefusalKind) {
      self.obstacle = obstacle
      interactive = .page(page)
      self.silent = silent
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
  static let rows: [Row] =
    [
      Row(.notInTenant, refusal: .externalAccountNotInTenant), Row(.disabled, refusal: .accountDisabled),
      Row(.scopeUnknown, refusal: .scopeUnknown),
      Row(.passwordExpired, page: "page to change the password", silent: .passwordExpired),
      Row(.notAssigned, refusal: .userNotAssigned),
    ] + controls + [
      Row(.signInTooOld, page: "sign-in page, because the sign-in is too old", silent: .sessionTooOldForPolicy),
      Row(.multiFactorUnregistered, page: "page to register a method", silent: .multiFactorEnrolmentRequired),
      Row(.multiFactorMissing, page: "page for the one-time code", silent: .multiFactorRequired),
      Row(.adminConsentMissing, page: "page that an administrator must approve", silent: .consentRequired),
      Row(.consentMissing, page: "consent page", silent: .consentRequired),
    ]

  /// The controls that the user cannot meet on any page. The other controls lead to the rows about multi-factor
  /// authentication.
  private static let controls = AccessPolicy.Control.inOrder.filter { $0.row.help == .none }.map {
    Row(.control($0), refusal: $0.row.refusal)
  }
}
