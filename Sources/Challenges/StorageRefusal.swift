import HTTPWire
import Time

/// What Azure Storage says: 401 whatever is wrong with a token (observed from 2018 to 2026; a token of another tenant was 403 in 2020), and
/// 403 for a version that takes no tokens (observed from 2020 to 2025).
package enum StorageRefusal {
  package static let audience = "https://storage.azure.com"

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    if case .version = fault { return makeOfVersion(facts) }
    let code = "InvalidAuthenticationInfo"
    let sentence = "Please refer to the information in the www-authenticate header."
    let detail = words(of: fault).map(Self.detail) ?? ""
    return ServiceRefusal(
      status: 401, challenges: [challenge(facts)], contentType: "application/xml",
      body: body(code, sentence, detail, facts),
      fields: [
        "Server": "Microsoft-HTTPAPI/2.0", "x-ms-request-id": facts.requestID, "x-ms-error-code": code,
      ])
  }

  /// Without a version the request is one of the oldest, which had keys alone: no challenge, and no field for the code.
  private static func makeOfVersion(_ facts: ServiceFacts) -> ServiceRefusal {
    let sentence = "Make sure the value of Authorization header is formed correctly including the signature."
    let detail = Self.detail("Authentication scheme Bearer is not supported in this version.")
    return ServiceRefusal(
      status: 403, contentType: "application/xml", body: body("AuthenticationFailed", sentence, detail, facts),
      fields: ["Server": "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0", "x-ms-request-id": facts.requestID])
  }

  /// It begins with a byte order mark: 402 bytes with the detail on the issuer (observed in 2026).
  private static func body(_ code: String, _ sentence: String, _ detail: String, _ facts: ServiceFacts) -> String {
    [
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>\(code)</Code><Message>Server failed to authenticate the request. \(sentence)",
      "RequestId:\(facts.requestID)", "Time:\(facts.now.iso8601Ticks)</Message>\(detail)</Error>",
    ].joined(separator: "\n")
  }

  private static func detail(_ words: String) -> String {
    "<AuthenticationErrorDetail>\(words)</AuthenticationErrorDetail>"
  }

  private static func challenge(_ facts: ServiceFacts) -> String {
    "Bearer authorization_uri=\(facts.authority)/\(facts.tenant)/oauth2/authorize resource_id=\(audience)"
  }

  /// Of a token's signature no record has the words, so they are after the others.
  private static func words(of fault: ServiceFault) -> String? {
    switch fault {
    case .missing: nil
    case .unknownProof, .malformed, .scope, .version, .password: nil
    case .signature: "Signature validation failed. Signature did not match."
    case .expired, .revoked: "Lifetime validation failed. The token is expired."
    case .early: "Lifetime validation failed. The token is not yet valid."
    case .audience: "Audience validation failed. Audience did not match."
    case .issuer: "Issuer validation failed. Issuer did not match."
    }
  }
}
