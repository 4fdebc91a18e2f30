package import HTTPWire
import Policy
package import Worlds

/// The header fields that the login host sends with every answer of one kind (observed).
package enum CommonFields {
  /// For discovery documents and keys. Clients may keep them for a day, and scripts of any origin may read them.
  package static func metadata(_ call: Call, _ exchange: Exchange) -> HTTPFields {
    var fields = shared(call, exchange)
    fields.append("Cache-Control", "max-age=86400, private")
    for field in anyOrigin { fields.append(field.name, field.value) }
    return fields
  }

  /// The fields of public documents, which scripts of any origin may read (CORS).
  package static let anyOrigin: HTTPFields = [
    "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, OPTIONS",
  ]

  /// For answers about one user or client, which neither clients nor proxies may keep.
  package static func unkept(_ call: Call, _ exchange: Exchange) -> HTTPFields {
    var fields = shared(call, exchange)
    fields.append("Cache-Control", "no-store, no-cache")
    fields.append("Pragma", "no-cache")
    fields.append("Expires", "-1")
    fields.append("Referrer-Policy", "strict-origin-when-cross-origin")
    if let wanted = call.request.fields["return-client-request-id"], wanted.hasPrefix("t") || wanted.hasPrefix("T") {
      fields.append("client-request-id", "\(exchange.correlationID)")
    }
    return fields
  }

  private static func shared(_ call: Call, _ exchange: Exchange) -> HTTPFields {
    var fields: HTTPFields = [
      "X-Content-Type-Options": "nosniff",
      "P3P": "CP=\"DSP CUR OTPi IND OTRi ONL FIN\"",
      "x-ms-request-id": "\(exchange.traceID)",
      "x-ms-ests-server": "2.1.0.0 - MOCK ProdSlices",
      "x-ms-srs": "1.P",
      "X-XSS-Protection": "0",
    ]
    if !call.origin.isLoopback {
      fields.append("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
    }
    return fields
  }
}
