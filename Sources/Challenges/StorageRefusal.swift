import HTTPWire
import Time

/// What Azure Storage says: 401 whatever is wrong (observed from 2018 to 2026; a token of another tenant was 403 in 2020).
package enum StorageRefusal {
  package static let audience = "https://storage.azure.com"

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    let code = "InvalidAuthenticationInfo"
    let sentence = "Please refer to the information in the www-authenticate header."
    let detail = detail(of: fault).map { "<AuthenticationErrorDetail>\($0)</AuthenticationErrorDetail>" } ?? ""
    // It begins with a byte order mark: 402 bytes with the detail on the issuer (observed in 2026).
    let body = [
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>\(code)</Code><Message>Server failed to authenticate the request. \(sentence)",
      "RequestId:\(facts.requestID)", "Time:\(facts.now.iso8601Ticks)</Message>\(detail)</Error>",
    ].joined(separator: "\n")
    return ServiceRefusal(
      status: 401, challenges: [challenge(facts)], contentType: "application/xml", body: body,
      fields: [
        "Server": "Microsoft-HTTPAPI/2.0", "x-ms-request-id": facts.requestID, "x-ms-error-code": code,
      ])
  }

  private static func challenge(_ facts: ServiceFacts) -> String {
    "Bearer authorization_uri=\(facts.authority)/\(facts.tenant)/oauth2/authorize resource_id=\(audience)"
  }

  /// Of a token's signature no record has the words, so they are after the others.
  private static func detail(of fault: ServiceFault) -> String? {
    switch fault {
    case .missing: nil
    case .unknownProof, .malformed, .scope: nil
    case .signature: "Signature validation failed. Signature did not match."
    case .expired, .revoked: "Lifetime validation failed. The token is expired."
    case .early: "Lifetime validation failed. The token is not yet valid."
    case .audience: "Audience validation failed. Audience did not match."
    case .issuer: "Issuer validation failed. Issuer did not match."
    }
  }
}
