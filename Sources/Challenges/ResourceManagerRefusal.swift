import Bytes
package import HTTPWire
import JSON
import Time

/// What Azure Resource Manager says, with the fields of all its answers.
package enum ResourceManagerRefusal {
  package static let audiences = ["https://management.core.windows.net", "https://management.azure.com"]

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    let (code, message) = words(of: fault, facts)
    var fields = fields(facts)
    fields.append("x-ms-failure-cause", "gateway")
    return ServiceRefusal(
      challenges: [challenge(fault, message, facts)], contentType: ServiceRefusal.json,
      body: ServiceRefusal.error(code, message), fields: fields)
  }

  /// The fields of every answer (observed from 2023 to 2026). None is the login service's.
  package static func fields(_ facts: ServiceFacts) -> HTTPFields {
    let id = facts.requestID
    let day = facts.now.iso8601.filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    var fields: HTTPFields = [
      "Cache-Control": "no-cache", "Pragma": "no-cache", "Expires": "-1", "x-ms-request-id": id,
      "x-ms-correlation-request-id": id, "x-ms-routing-request-id": "WESTEUROPE:\(day):\(id)",
      "X-Content-Type-Options": "nosniff", "X-Cache": "CONFIG_NOCACHE",
      "X-MSEdge-Ref":
        "Ref A: \(id.filter { $0 != "-" }.uppercased()) Ref B: AMS231020614011 Ref C: \(facts.now.iso8601)",
    ]
    if facts.isStrict { fields.append("Strict-Transport-Security", "max-age=31536000; includeSubDomains") }
    if let sent = facts.clientRequestID { fields.append("x-ms-client-request-id", sent) }
    return fields
  }

  /// After a revocation no tenant follows the address (observed in 2021).
  private static func challenge(_ fault: ServiceFault, _ message: String, _ facts: ServiceFacts) -> String {
    guard case .revoked(let claims) = fault else {
      let description =
        fault == .missing ? "The authentication failed because of missing 'Authorization' header." : message
      return
        "Bearer authorization_uri=\"\(facts.authority)/\(facts.tenant)\", error=\"invalid_token\", error_description=\"\(quoted(description))\""
    }
    return
      "Bearer authorization_uri=\"\(facts.authority)/\", error=\"invalid_token\", error_description=\"User session has been revoked\", "
      + "claims=\"\(Base64.encode(Array(claims.utf8)))\""
  }

  /// A text as the value of a parameter.
  private static func quoted(_ text: String) -> String { String(text.map { $0 == "\"" || $0 == "\\" ? "'" : $0 }) }

  private static func words(of fault: ServiceFault, _ facts: ServiceFacts) -> (code: String, message: String) {
    switch fault {
    case .missing, .unknownProof:
      return ("AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.")
    case .revoked: return ("AuthenticationFailed", "Authentication failed.")
    // The four of them, each with and without the slash (observed in 2022).
    case .audience(let audience, _):
      let allowed = audiences.flatMap { ["'\($0)/'", "'\($0)'"] }.joined(separator: ",")
      return (
        "InvalidAuthenticationTokenAudience",
        "The access token has been obtained for wrong audience or resource '\(audience)'. It should exactly match with one of the allowed audiences \(allowed)."
      )
    case .issuer(let issuer):
      // The whole sentence observed in 2026 (LogicAppsUX 9068). The old name of the login service is the same everywhere.
      return (
        "InvalidAuthenticationTokenTenant",
        "The access token is from the wrong issuer '\(issuer)'. It must match the tenant '\(facts.issuer)' associated with this subscription. "
          + "Please use the authority (URL) 'https://login.windows.net/\(facts.tenant)' to get the token. Note, if the subscription is transferred "
          + "to another tenant there is no impact to the services, but information about new tenant could take time to propagate (up to an hour). "
          + "If you just transferred your subscription and see this error message, please try back later."
      )
    case .expired(let end):
      return (
        "ExpiredAuthenticationToken",
        "The access token expiry UTC time '\((end ?? facts.now).american)' is earlier than current UTC time '\(facts.now.american)'."
      )
    case .malformed, .signature, .early, .scope, .version, .password:
      return ("InvalidAuthenticationToken", "The access token is invalid.")
    }
  }
}

extension UnixTime {
  /// `5/11/2026 5:47:35 AM`, as .NET writes it in the United States.
  var american: String {
    let text = Array(iso8601)
    guard text.count >= 19, let hour = Int(String(text[11...12])), let month = Int(String(text[5...6])),
      let day = Int(String(text[8...9]))
    else { return iso8601 }
    return
      "\(month)/\(day)/\(String(text[0...3])) \((hour + 11) % 12 + 1)\(String(text[13...18])) \(hour < 12 ? "AM" : "PM")"
  }
}
