import Authority
import Bytes
import HTTPWire
import JSON
import Pages
import Policy
import Time
import Worlds

/// Answers of Azure AD B2C that say no. They have two members and nothing else (observed).
enum B2CAnswer {
  /// `AADB2C90118: text`, the correlation id and the time, each with CR LF behind it (observed).
  static func description(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> String {
    "\(refusal.description)\r\nCorrelation ID: \(exchange.correlationID)\r\nTimestamp: \(call.now.entraTimestamp)\r\n"
  }

  /// The error body of the token endpoint. Its status is 400 for every word (observed), but for what a rule wants.
  static func json(_ refusal: Refusal, _ call: Call, _ exchange: Exchange, fields: HTTPFields = [:]) -> HTTPResponse {
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
    exchange.explain(refusal, in: call.world.directory)
    exchange.refusal = refusal
    exchange.note(refusal.kind == .b2cCancelled ? .signInCancelled : .authorizeRefused)
    exchange.because("→ redirect with \(refusal.redirectError.rawValue), \(refusal.label)")
    var fields = FormFields([
      ("error", refusal.redirectError.rawValue), ("error_description", description(of: refusal, call, exchange)),
    ])
    if let state = address.state { fields.append("state", state) }
    return send(fields, to: address, call, &exchange)
  }

  /// Sends an answer to the app: by the address of a redirect, or by a page that posts a form.
  static func send(
    _ parameters: FormFields, to address: ReturnAddress, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    // The control API plays the browser, and takes every answer out of the address.
    if address.mode == .formPost, call.persona == nil {
      let page = CustomerFormPostPage(
        action: address.redirectURI, parameters: parameters.fields.map { (name: $0.name, value: $0.value) })
      return PageAnswer.make(page, call, &exchange)
    }
    return moved(AuthorizeAnswer.make(parameters, to: address, call, &exchange))
  }

  /// Gives a redirect the body that ASP.NET writes (observed).
  static func moved(_ answer: HTTPResponse) -> HTTPResponse {
    guard let place = answer.fields["Location"], answer.body.isEmpty else { return answer }
    var answer = answer
    answer.fields.set("Content-Type", "text/html; charset=utf-8")
    answer.body = MovedPage(place: place).html()
    return answer
  }
}
