import Authority
import Bytes
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Answers of Azure AD B2C that say no. They have two members and nothing else (observed).
enum B2CAnswer {
  /// The header fields of every answer (observed).
  static func fields(_ call: Call, _ exchange: Exchange) -> HTTPFields {
    var fields: HTTPFields = [
      "Cache-Control": "private", "x-ms-gateway-requestid": "\(exchange.traceID)", "X-Frame-Options": "DENY",
      "X-Content-Type-Options": "nosniff", "X-XSS-Protection": "1; mode=block",
    ]
    if !call.origin.isLoopback { fields.append("Strict-Transport-Security", "max-age=31536000; includeSubDomains") }
    return fields
  }

  /// `AADB2C90118: text`, the correlation id and the time, each with CR LF behind it (observed).
  static func description(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> String {
    "\(refusal.description)\r\nCorrelation ID: \(exchange.correlationID)\r\nTimestamp: \(call.now.entraTimestamp)\r\n"
  }

  /// The error body of the token endpoint. Its status is 400 for every word (observed), but for what a rule wants.
  static func json(_ refusal: Refusal, _ call: Call, _ exchange: Exchange, fields: HTTPFields) -> HTTPResponse {
    let body: JSONObject = [
      "error": .string(refusal.error.rawValue), "error_description": .string(description(of: refusal, call, exchange)),
    ]
    var fields = fields
    if let seconds = refusal.retryAfter { fields.set("Retry-After", "\(seconds)") }
    return JSONAnswer.make(.object(body), status: refusal.status, fields: fields)
  }

  /// Sends a refusal to the app.
  static func redirect(
    _ refusal: Refusal, to address: ReturnAddress, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.refusal = refusal
    exchange.note(refusal.kind == .b2cCancelled ? .signInCancelled : .authorizeRefused)
    exchange.because("→ redirect with \(refusal.redirectError.rawValue), \(refusal.label)")
    var fields = FormFields([
      ("error", refusal.redirectError.rawValue), ("error_description", description(of: refusal, call, exchange)),
    ])
    if let state = address.state { fields.append("state", state) }
    return AuthorizeAnswer.make(fields, to: address, call, &exchange)
  }
}
