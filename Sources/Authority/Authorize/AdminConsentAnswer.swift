import Bytes
import HTTPWire
import Policy
import Worlds

/// The refusals of the admin consent endpoints, and the spelling of scopes in their answers.
enum AdminConsentAnswer {
  /// The scopes as full URIs, with blanks between them; a scope without an API belongs to Microsoft Graph.
  static func spelled(_ scopes: ScopeList) -> String {
    scopes.items.map { $0.resource == nil && !$0.isOpenID ? "https://graph.microsoft.com/\($0.value)" : $0.text }
      .joined(separator: " ")
  }

  /// Sends a declined or failed request back to the app. It has `admin_consent=True` too, like a success. All outcomes of both endpoints have
  /// one order (observed 2023 to 2026).
  static func refusal(
    _ refusal: Refusal, _ request: AuthorizeRequest, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    if request.address.redirectURI.isEmpty { return PageAnswer.refusal(refusal, call, &exchange) }
    exchange.refusal = refusal
    exchange.note(.authorizeRefused)
    exchange.because("→ redirect with \(refusal.error.rawValue), \(refusal.label)")
    let ending = RefusalEnding(call, exchange)
    var fields = FormFields([
      ("error", refusal.error.rawValue), ("error_description", ending.description(of: refusal)),
      ("error_uri", ending.errorURI(of: refusal)), ("admin_consent", "True"),
    ])
    if let state = request.address.state { fields.append("state", state) }
    return AuthorizeAnswer.make(fields, to: request.address, call, &exchange)
  }
}
