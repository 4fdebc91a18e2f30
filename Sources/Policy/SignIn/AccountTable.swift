package import Directory

/// What stands between a known account and the answer, as a table for people and for the tests. Authorize looks for the
/// obstacles in the order of the rows.
package enum AccountTable {
  /// Something about the account, the app or the tenant that is in the way.
  package enum Obstacle: Sendable, Hashable {
    case notInTenant
    case disabled
    case passwordExpired
    case notAssigned
    case control(AccessPolicy.Control)
    case signInTooOld
    case multiFactorUnregistered
    case multiFactorMissing
    case consentMissing
    case adminConsentMissing

    package var text: String {
      switch self {
      case .notInTenant: "the account is no user of the tenant"
      case .disabled: "the user is disabled"
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

  /// What the browser gets: a page with `prompt` absent, a redirect with `prompt=none`.
  package struct Row: Sendable {
    package let obstacle: Obstacle
    package let interactive: Interactive
    package let silent: RefusalKind

    /// The same refusal on an error page and in the redirect.
    init(_ obstacle: Obstacle, refusal: RefusalKind) {
      self.obstacle = obstacle
      interactive = .errorPage(refusal)
      silent = refusal
    }

    init(_ obstacle: Obstacle, page: String, silent: RefusalKind) {
      self.obstacle = obstacle
      interactive = .page(page)
      self.silent = silent
    }
  }

  package enum Interactive: Sendable, Hashable {
    case errorPage(RefusalKind)
    /// A page that helps, by the words that the journal has for it.
    case page(String)

    package var text: String {
      switch self {
      case .errorPage(let kind): "page \(kind.label)"
      case .page(let name): name
      }
    }
  }

  package static let rows: [Row] =
    [
      Row(.notInTenant, refusal: .externalAccountNotInTenant), Row(.disabled, refusal: .accountDisabled),
      Row(.passwordExpired, page: "page to change the password", silent: .passwordExpired),
      Row(.notAssigned, refusal: .userNotAssigned),
    ] + controls + [
      Row(.signInTooOld, page: "sign-in page, because the sign-in is too old", silent: .sessionTooOldForPolicy),
      Row(.multiFactorUnregistered, page: "page to register a method", silent: .multiFactorEnrolmentRequired),
      Row(.multiFactorMissing, page: "page for the one-time code", silent: .multiFactorRequired),
      Row(.adminConsentMissing, page: "page that an administrator must approve", silent: .consentRequired),
      Row(.consentMissing, page: "consent page", silent: .consentRequired),
    ]

  /// The controls that no page helps with. The others lead to the rows about multi-factor authentication.
  private static let controls = AccessPolicy.Control.inOrder.filter { $0.row.help == .none }.map {
    Row(.control($0), refusal: $0.row.refusal)
  }
}
