package import HTTPWire
package import JSON
package import Policy
import Time
package import Worlds

/// JSON answers of the login host.
package enum JSONAnswer {
  /// An answer with that value as its body. `fields` gets the `Content-Type`.
  package static func make(_ value: JSONValue, status: Int = 200, fields: HTTPFields = [:]) -> HTTPResponse {
    make(value.serialized, status: status, fields: fields)
  }

  /// An answer with a body that is JSON text already.
  package static func make(_ body: [UInt8], status: Int = 200, fields: HTTPFields = [:]) -> HTTPResponse {
    var fields = fields
    fields.set("Content-Type", "application/json; charset=utf-8")
    return HTTPResponse(status: status, fields: fields, body: body)
  }

  /// The body of 429.
  static let tooMany = Array("Too Many Requests".utf8)

  /// The answer to a refusal.
  package static func refusal(
    _ refusal: Refusal, _ call: Call, _ exchange: Exchange, fields: HTTPFields = [:], isLegacy: Bool = false
  ) -> HTTPResponse {
    var fields = fields
    if let seconds = refusal.retryAfter { fields.set("Retry-After", "\(seconds)") }
    if refusal.kind == .throttled {
      // The service's gateway says so, and not the endpoint (observed: MSAL for .NET 2855 of 2021).
      fields.set("Content-Type", "text/plain")
      return HTTPResponse(status: refusal.status, fields: fields, body: tooMany)
    }
    return make(
      .object(body(of: refusal, call, exchange, isLegacy: isLegacy)),
      status: isLegacy ? refusal.legacyStatus : refusal.status, fields: fields)
  }

  /// The error body. Its members have the service's order; a member without a value is left out and not null.
  package static func body(of refusal: Refusal, _ call: Call, _ exchange: Exchange, isLegacy: Bool = false)
    -> JSONObject
  {
    let ending = RefusalEnding(call, exchange)
    var body: JSONObject = [
      "error": .string((isLegacy ? refusal.legacyError : refusal.error).rawValue),
      "error_description": .string(ending.description(of: refusal)),
      "error_codes": [.integer(Int64(refusal.code))],
      "timestamp": .string(call.now.entraTimestamp),
      "trace_id": "\(exchange.traceID)",
      "correlation_id": "\(exchange.correlationID)",
    ]
    if refusal.hasErrorURI { body.append("error_uri", .string(ending.errorURI(of: refusal))) }
    body.append("suberror", (isLegacy ? refusal.legacySuberror : refusal.suberror)?.rawValue)
    body.append("claims", refusal.claims)
    body.append("password_change_url", refusal.passwordChangeURL)
    if !refusal.additionalInfo.isEmpty { body.append("error_additional_info", .strings(refusal.additionalInfo)) }
    return body
  }
}

/// The part of a refusal's text that belongs to one exchange: trace id, correlation id, time.
package struct RefusalEnding {
  let traceID: String
  let correlationID: String
  let timestamp: String
  /// The host of the help page: the name of Microsoft's login service by which the client called (observed of
  /// login.windows.net, 2022-06-07 and 2022-07-03), else the cloud's.
  let helpHost: String

  package init(_ call: Call, _ exchange: Exchange) {
    traceID = "\(exchange.traceID)"
    correlationID = "\(exchange.correlationID)"
    timestamp = call.now.entraTimestamp
    helpHost = Self.helpHost(of: call.origin)
  }

  private static func helpHost(of origin: Origin) -> String {
    guard origin.isMicrosofts, !origin.isExternalID else { return Cloud.global.loginHost }
    let called = origin.pages.dropFirst("https://".count).prefix { $0 != ":" }
    return origin.cloud.authorityHosts.first { $0 == called } ?? origin.cloud.loginHost
  }

  /// `AADSTSnnnnn: text` and the three labelled parts, with blanks between them (observed; redirects had CR LF until
  /// 2023). It does not name the user.
  package func description(of refusal: Refusal) -> String {
    guard refusal.isNumbered else { return refusal.hidingName.description }
    return [
      refusal.hidingName.description, "Trace ID: \(traceID)", "Correlation ID: \(correlationID)",
      "Timestamp: \(timestamp)",
    ].joined(separator: " ")
  }

  /// The public help page of a code. It is Microsoft's page, at the cloud that the client called (microsoft-identity-web 3808).
  func errorURI(of refusal: Refusal) -> String { "https://\(helpHost)/error?code=\(refusal.code)" }
}
