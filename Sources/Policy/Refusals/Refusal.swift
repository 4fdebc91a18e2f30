/// A refusal with its facts. Code throws it; the endpoints turn it into an error body, a redirect or an error page.
///
/// `Refusal(.credentialMissing)` makes one without facts, and the static factories make those with facts. A rule may
/// change the members that come from the catalogue, to get a combination that the service never sends.
package struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The row of the catalogue.
  package let kind: RefusalKind
  /// The facts of the text. A placeholder without a fact shows its example.
  package private(set) var arguments: [Placeholder: String]
  /// The text of the row, or of the variant.
  package let template: MessageTemplate
  /// Nil when the answer has no `suberror`.
  package var suberror: Suberror?
  /// The HTTP status at the token endpoint.
  package var status: Int
  /// The value of the `Retry-After` header in seconds; nil for no header.
  package var retryAfter: Int?
  /// A claims challenge, the text of a JSON object, for the member `claims`. Nil for none.
  package var claims: String?
  /// The member `password_change_url`, which comes with 50055 (observed). Nil for none.
  package var passwordChangeURL: String?
  /// The member `error_additional_info`, in which MSAL for Python looks for `client_mismatch`.
  package var additionalInfo: [String]
  /// Whether the answer has the number and the ids.
  package let isNumbered: Bool
  /// Whether a JSON answer has `error_uri`.
  package let hasErrorURI: Bool
  private var errorOverride: OAuthErrorCode?

  /// A refusal with the values of the catalogue, or of one of the row's variants.
  package init(_ kind: RefusalKind, _ arguments: [Placeholder: String] = [:], as variant: RefusalKind.Variant? = nil) {
    self.kind = kind
    template = variant?.template ?? kind.template
    // Without a name there is nothing that a page could show.
    let hidden = template.placeholders.contains(.user) ? [Placeholder.user: kind.hiddenName] : [:]
    self.arguments = arguments.merging(hidden) { name, _ in name }
    suberror = variant.map(\.suberror) ?? kind.suberror
    additionalInfo = suberror == .clientMismatch ? [Suberror.clientMismatch.rawValue] : []
    status = kind.status
    retryAfter = kind.retryAfter
    isNumbered = variant?.isNumbered ?? true
    hasErrorURI = kind.hasErrorURI && variant?.mayHaveErrorURI ?? true
    errorOverride = variant?.error
  }

  /// The refusal of a rule that refuses by number alone, with the facts that the request gives. Facts without a place
  /// in the text are left out.
  package init(_ kind: RefusalKind, knowing facts: [Placeholder: String]) {
    let wanted = kind.template.placeholders
    self.init(kind, facts.filter { wanted.contains($0.key) })
  }

  /// The number, such as 50173.
  package var code: Int { kind.code }

  /// The name in messages: `AADSTS50173`.
  package var label: String { kind.label }

  /// `error` at the v2.0 token endpoint. A new value counts at every endpoint.
  package var error: OAuthErrorCode {
    get { errorOverride ?? kind.error }
    set { errorOverride = newValue }
  }

  /// `error` on a redirect from authorize.
  package var redirectError: OAuthErrorCode { errorOverride ?? kind.redirectError ?? kind.error }

  /// `error` at the v1.0 token endpoint.
  package var legacyError: OAuthErrorCode { errorOverride ?? kind.legacyError ?? kind.error }

  /// The HTTP status at the v1.0 token endpoint. A new value of `status` counts at both.
  package var legacyStatus: Int { status == kind.status ? kind.legacyStatus ?? status : status }

  /// The `suberror` at the v1.0 token endpoint. A new value counts at both.
  package var legacySuberror: Suberror? { kind.legacyHasNoSuberror && suberror == kind.suberror ? nil : suberror }

  /// The same refusal as JSON and redirects tell it. The user's name is for pages alone.
  package var hidingName: Refusal {
    guard arguments[.user] != nil else { return self }
    var copy = self
    copy.arguments[.user] = kind.hiddenName
    return copy
  }

  /// The text after `AADSTSnnnnn: `, with its facts.
  package var message: String { template.filled(with: arguments) }

  /// The first part of `error_description`: `AADSTS50173: The provided grant …`.
  package var description: String { isNumbered ? "\(kind.label): \(message)" : message }

  /// The same refusal with `mask` applied to each fact of its text.
  package func masked(_ mask: (String) -> String) -> Refusal {
    var copy = self
    copy.arguments = arguments.mapValues(mask)
    return copy
  }

  /// The same refusal with a claims challenge, the text of a JSON object; nil takes the challenge away.
  package func demanding(claims: String?) -> Refusal {
    var copy = self
    copy.claims = claims
    return copy
  }
}
