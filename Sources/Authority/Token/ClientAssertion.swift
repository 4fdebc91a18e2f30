import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Time
import Worlds

/// A signed JWT that proves the client's identity in the place of a secret (RFC 7523 §2.2). The client signs it with
/// a registered certificate, or it comes from another issuer that the app registration trusts.
struct ClientAssertion {
  /// The only `client_assertion_type`.
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// By how much the clocks of client and server may differ.
  static let skew = Duration.minutes(5)

  let token: JWS
  let request: TokenRequest

  /// - Throws: AADSTS90014 for an unknown `client_assertion_type`; AADSTS50027 for a text that is no JWT.
  init(_ text: String, _ request: TokenRequest) throws(Refusal) {
    guard request.form["client_assertion_type"] == Self.type else {
      throw .missingCredentialField("client_assertion_type")
    }
    // Some libraries pad the three parts with `=`. Their signature covers the parts with the padding.
    guard var token = try? JWS.parse(text.filter { $0 != "=" }), let end = text.utf8.lastIndex(of: 0x2E) else {
      throw Refusal(.assertionMalformed)
    }
    token.signingInput = Array(text.utf8[..<end])
    self.token = token
    self.request = request
  }

  /// - Throws: the refusal of the first thing that is wrong with the assertion.
  func check(_ exchange: inout Exchange) throws(Refusal) {
    if let federated { try federated.check(&exchange) } else { try checkOwn(&exchange) }
  }

  /// Postpones the answer when the server has to fetch the keys of the assertion's issuer first. The endpoint calls
  /// this before the grant, since a grant may change the world before it checks the assertion.
  ///
  /// - Throws: `PostponedAnswer`.
  static func awaitKeys(_ request: TokenRequest, _ exchange: Exchange) throws {
    guard let text = request.credentials.assertion, let assertion = try? ClientAssertion(text, request) else { return }
    try assertion.federated?.awaitKeys(exchange)
  }

  /// The assertion as one of another issuer. A client's own assertion has an app id as its issuer; all other issuers
  /// are URLs.
  private var federated: FederatedAssertion? {
    guard let issuer = token.payload["iss"]?.string, GUID(issuer) == nil else { return nil }
    return FederatedAssertion(token: token, issuer: issuer, request: request)
  }

  private func checkOwn(_ exchange: inout Exchange) throws(Refusal) {
    let client = request.client
    let id = "\(client.id)"
    guard token.algorithm == .rs256 || token.algorithm == .ps256, let algorithm = token.algorithm else {
      exchange.because("the assertion's alg is \(token.header["alg"]?.string ?? "missing"), not PS256 or RS256")
      throw Refusal(.assertionMalformed)
    }
    guard let thumbprint = AssertionThumbprint(token.header) else { throw .assertionWithoutThumbprint }
    guard let subject = token.payload["sub"]?.string, subject == token.payload["iss"]?.string else {
      throw Refusal(.assertionSubjectMismatch)
    }
    guard ASCII.equalIgnoringCase(subject, id) else { throw Refusal(.assertionClientMismatch) }
    guard let proof = AssertionCertificate(thumbprint, header: token.header, of: client) else {
      exchange.because("\(client.alias) has no certificate with the thumbprint \(thumbprint)")
      throw .assertionCertificateUnknown(clientID: id, thumbprint: "\(thumbprint)")
    }
    guard request.call.now <= proof.expiresAt else {
      throw .assertionSignatureInvalid(thumbprint: "\(thumbprint)", reason: "The key used is expired.")
    }
    guard let key = proof.key, token.verify(with: key, algorithm: algorithm) else {
      throw .assertionSignatureInvalid(
        thumbprint: "\(thumbprint)", reason: "The key was found, but use of the key to verify the signature failed.")
    }
    try checkAudience(&exchange)
    try Self.checkTime(token, at: request.call.now)
    exchange.because("the assertion is signed with the certificate \(thumbprint)" + proof.reason)
  }

  private func checkAudience(_ exchange: inout Exchange) throws(Refusal) {
    let audience = token.payload["aud"]
    let values = audience?.strings ?? [audience?.string].compactMap { $0 }
    let rule = AssertionAudience(request: request)
    guard values.contains(where: rule.admits) else {
      exchange.because(
        "the assertion's aud is \(values.first ?? "missing"), not \(request.call.origin.login)/"
          + "\(request.segment.spelling)/oauth2/v2.0/token")
      throw Refusal(.assertionAudienceMismatch)
    }
  }

  /// Checks `exp`, which is required, and `nbf`, which is not (RFC 7523 §3).
  static func checkTime(_ token: JWS, at now: UnixTime) throws(Refusal) {
    guard let expires = token.time("exp") else { throw Refusal(.assertionMalformed) }
    let start = token.time("nbf")
    if now > expires + skew || start.map({ now < $0 - skew }) ?? false {
      throw .assertionOutsideValidTime(
        now: now, validFrom: start ?? token.time("iat") ?? UnixTime(seconds: 0), expires: expires)
    }
  }
}

extension JWS {
  /// A NumericDate of the payload (RFC 7519 §2); nil when it is missing or no number.
  func time(_ claim: String) -> UnixTime? {
    switch payload[claim] {
    case .integer(let seconds): UnixTime(seconds: seconds)
    case .double(let seconds) where abs(seconds) < 1e12: UnixTime(seconds: Int64(seconds))
    // A number too large for a time still counts, as the first or the last time there is. So a token with such an
    // `nbf` is not valid yet.
    case .double(let seconds): UnixTime(ticks: seconds < 0 ? .min : .max)
    default: nil
    }
  }
}
