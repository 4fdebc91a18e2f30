import HTTPWire

/// What Key Vault and Managed HSM say (observed in 2026; what a token is refused for from 2021 to 2026).
package enum KeyVaultRefusal {
  package static let audience = "https://vault.azure.net"
  package static let applicationID = "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"
  package static let moduleAudience = "https://managedhsm.azure.net"

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    ServiceRefusal(
      challenges: [challenge(audience, facts)], contentType: ServiceRefusal.json,
      body: ServiceRefusal.error("Unauthorized", text(of: fault, facts)), fields: fields(facts))
  }

  /// A hardware security module keeps its reasons to itself.
  package static func makeOfModule(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    var fields: HTTPFields = [
      "X-Frame-Options": "SAMEORIGIN", "Content-Security-Policy": "default-src 'self'", "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff", "x-ms-server-latency": "0", "x-ms-request-id": facts.requestID,
      "x-ms-build-version": "1.0.20260320-1-b2d9b4b7-develop",
    ]
    if facts.isStrict { fields.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains") }
    return ServiceRefusal(
      challenges: [challenge(moduleAudience, facts)], contentType: ServiceRefusal.json, body: "OK", fields: fields)
  }

  private static func challenge(_ resource: String, _ facts: ServiceFacts) -> String {
    "Bearer authorization=\"\(facts.authority)/\(facts.tenant)\", resource=\"\(resource)\""
  }

  /// The numbers are those of records; a fault without one has the words of the service of before, and ours behind them.
  private static func text(of fault: ServiceFault, _ facts: ServiceFacts) -> String {
    switch fault {
    case .missing, .unknownProof: "AKV10000: Request is missing a Bearer, PoP, or MTLS_POP token."
    case .audience(let audience, _):
      "AKV10022: Invalid audience. Expected \(Self.audience) or \(applicationID), found: \(audience)."
    case .issuer(let issuer): "AKV10032: Invalid issuer. Expected one of \(facts.issuer), found \(issuer)."
    case .signature(let header):
      "AKV10046: Unable to resolve the key used for signature validation. EncodedJwtHeader: '\(header)'."
    case .malformed, .expired, .early, .revoked, .scope, .version, .password: "Error validating token: \(fault.reason)."
    }
  }

  private static func fields(_ facts: ServiceFacts) -> HTTPFields {
    var fields: HTTPFields = ["Cache-Control": "no-cache", "Pragma": "no-cache", "Expires": "-1"]
    if let id = facts.clientRequestID { fields.append("x-ms-client-request-id", id) }
    fields.append("x-ms-request-id", facts.requestID)
    fields.append("x-ms-keyvault-region", "westeurope")
    fields.append("x-ms-keyvault-service-version", "1.9.950.1")
    fields.append("x-ms-keyvault-network-info", "conn_type=Ipv4;addr=203.0.113.4;act_addr_fam=InterNetwork;")
    fields.append("X-Content-Type-Options", "nosniff")
    if facts.isStrict { fields.append("Strict-Transport-Security", "max-age=31536000;includeSubDomains") }
    return fields
  }
}
