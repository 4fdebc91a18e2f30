/// A refusal with its facts: what code throws, and what becomes an error body, a redirect or an error page.
///
/// `Refusal(.credentialMissing)` makes one without facts, and the static factories make those with facts. The members that start out
/// from the catalogue can be changed afterwards, so that a rule can ask for a combination the service never sends.
package struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
  package let kind: RefusalKind
  package let arguments: [Placeholder: String]
  package let template: MessageTemplate
  package var suberror: Suberror?
  package var status: Int
  /// Seconds for a `Retry-After` header.
  package var retryAfter: Int?
  /// A claims challenge: JSON as text, as the member `claims` carries it.
  package var claims: String?
  /// The member `password_change_url`, which comes with 50055 (observed).
  package var passwordChangeURL: String?
  /// The member `error_additional_info`, where MSAL for Python looks for `client_mismatch`.
  package var additionalInfo: [String]
  private var errorOverride: OAuthErrorCode?

  /// A refusal by the catalogue. A placeholder without an argument shows its example.
  package init(_ kind: RefusalKind, _ arguments: [Placeholder: String] = [:], as variant: RefusalKind.Variant? = nil) {
    self.kind = kind
    self.arguments = arguments
    template = variant?.template ?? kind.template
    suberror = variant.map(\.suberror) ?? kind.suberror
    additionalInfo = suberror == .clientMismatch ? [Suberror.clientMismatch.rawValue] : []
    status = kind.status
    retryAfter = kind.retryAfter
    errorOverride = variant?.error
  }

  /// A refusal by number alone, as a rule makes it, filled in with what is known of the exchange. Facts that the text has
  /// no place for are dropped.
  package init(_ kind: RefusalKind, knowing facts: [Placeholder: String]) {
    let wanted = kind.template.placeholders
    self.init(kind, facts.filter { wanted.contains($0.key) })
  }

  /// The digits after `AADSTS`.
  package var code: Int { kind.code }

  /// The word at the v2.0 token endpoint; setting it sets the word everywhere.
  package var error: OAuthErrorCode {
    get { errorOverride ?? kind.error }
    set { errorOverride = newValue }
  }

  /// The word on a redirect from the authorize endpoint.
  package var redirectError: OAuthErrorCode { errorOverride ?? kind.redirectError ?? kind.error }

  /// The word at the v1 token endpoint.
  package var legacyError: OAuthErrorCode { errorOverride ?? kind.legacyError ?? kind.error }

  package var hasErrorURI: Bool { kind.hasErrorURI }

  /// The text after `AADSTSnnnnn: `.
  package var message: String { template.filled(with: arguments) }

  /// The text an `error_description` begins with: `AADSTS50173: The provided grant …`.
  package var description: String { "\(kind.label): \(message)" }

  /// The same with a claims challenge, JSON as text.
  package func demanding(claims: String?) -> Refusal {
    var copy = self
    copy.claims = claims
    return copy
  }
}
