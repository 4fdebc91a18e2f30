/// What stands between a known account and the answer, as a table for people and for the tests. Conditions are met in the order
/// of the rows.
package enum AccountTable {
  /// Something about the account, the app or the tenant that is in the way.
  package enum Obstacle: String, Sendable, CaseIterable {
    case notInTenant = "the account is no user of the tenant"
    case disabled = "the user is disabled"
    case passwordExpired = "the password has expired"
    case notAssigned = "the app requires assignment, the user has none"
    case blocked = "Conditional Access blocks"
    case deviceNotCompliant = "Conditional Access wants a compliant device"
    case deviceNotJoined = "Conditional Access wants a joined device"
    case appNotApproved = "Conditional Access wants an approved app"
    case appProtection = "Conditional Access wants app protection"
    case signInTooOld = "the sign-in is older than the policy's sign-in frequency"
    case multiFactorUnregistered = "multi-factor authentication is required, no method is registered"
    case multiFactorMissing = "multi-factor authentication is required and not proved"
    case consentMissing = "consent is missing, the user may give it"
    case adminConsentMissing = "consent is missing, only an administrator may give it"
  }

  /// What the browser sees: a page with `prompt` absent, a redirect with `prompt=none`.
  package struct Row: Sendable {
    package let obstacle: Obstacle
    package let interactive: Interactive
    package let silent: RefusalKind
  }

  package enum Interactive: Sendable, Hashable {
    case errorPage(RefusalKind)
    case page(String)

    package var text: String {
      switch self {
      case .errorPage(let kind): "page \(kind.label)"
      case .page(let name): name
      }
    }
  }

  package static let rows: [Row] = [
    Row(
      obstacle: .notInTenant, interactive: .errorPage(.externalAccountNotInTenant),
      silent: .externalAccountNotInTenant),
    Row(obstacle: .disabled, interactive: .errorPage(.accountDisabled), silent: .accountDisabled),
    Row(obstacle: .passwordExpired, interactive: .page("page to change the password"), silent: .passwordExpired),
    Row(obstacle: .notAssigned, interactive: .errorPage(.userNotAssigned), silent: .userNotAssigned),
    Row(obstacle: .blocked, interactive: .errorPage(.accessBlocked), silent: .accessBlocked),
    Row(obstacle: .deviceNotCompliant, interactive: .errorPage(.deviceNotCompliant), silent: .deviceNotCompliant),
    Row(obstacle: .deviceNotJoined, interactive: .errorPage(.deviceNotDomainJoined), silent: .deviceNotDomainJoined),
    Row(obstacle: .appNotApproved, interactive: .errorPage(.appNotApproved), silent: .appNotApproved),
    Row(obstacle: .appProtection, interactive: .errorPage(.appProtectionRequired), silent: .appProtectionRequired),
    Row(
      obstacle: .signInTooOld, interactive: .page("sign-in page, because the sign-in is too old"),
      silent: .sessionTooOldForPolicy),
    Row(
      obstacle: .multiFactorUnregistered, interactive: .page("page to register a method"),
      silent: .multiFactorEnrolmentRequired),
    Row(obstacle: .multiFactorMissing, interactive: .page("page for the one-time code"), silent: .multiFactorRequired),
    Row(
      obstacle: .adminConsentMissing, interactive: .page("page that an administrator must approve"),
      silent: .consentRequired),
    Row(obstacle: .consentMissing, interactive: .page("consent page"), silent: .consentRequired),
  ]
}
