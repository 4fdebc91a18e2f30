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

  /// Sends a declined or failed request back to the app. It has `admin_consent=True` too, like a success.
  static func refusal(
    _ refusal: Refusal, _ request: AuthorizeRequest, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.refusal = refusal
    exchange.note(.authorizeRefused)
    exchange.because("→ redirect with \(refusal.redirectError.rawValue), \(refusal.label)")
    let ending = RefusalEnding(call, exchange)
    var fields = FormFields([
      ("error", refusal.redirectError.rawValue),
      ("error_description", ending.description(of: refusal, separator: "\r\n")),
    ])
    if request.purpose == .adminConsent { fields.append("admin_consent", "True") }
    if let state = request.address.state { fields.append("state", state) }
    if request.purpose == .legacyAdminConsent { fields.append("admin_consent", "True") }
    return AuthorizeAnswer.make(fields, to: request.address, call, &exchange)
  }
}
