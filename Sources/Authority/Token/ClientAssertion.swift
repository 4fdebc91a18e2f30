import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Scenarios
import Time

/// The signed statement that a client proves itself with instead of a secret (RFC 7523 §2.2): its own, signed with a
/// registered certificate, or one of another issuer that the app trusts.
struct ClientAssertion {
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// How far clocks may be apart.
  static let skew = Duration.minutes(5)

  let token: JWS
  let request: TokenRequest

  /// Takes the assertion apart. Throws AADSTS90014 for an unknown `client_assertion_type`, AADSTS50027 for no JWT.
  init(_ text: String, _ request: TokenRequest) throws(Refusal) {
    guard request.form["client_assertion_type"] == Self.type else {
      throw .missingCredentialField("client_assertion_type")
    }
    // Some libraries pad the three parts. The signature is over what they sent.
    guard var token = try? JWS.parse(text.filter { $0 != "=" }), let end = text.utf8.lastIndex(of: 0x2E) else {
      throw Refusal(.assertionMalformed)
    }
    token.signingInput = Array(text.utf8[..<end])
    self.token = token
    self.request = request
  }

  func check(_ exchange: inout Exchange) throws(Refusal) {
    if let federated { try federated.check(&exchange) } else { try checkOwn(&exchange) }
  }

  /// Postpones the answer when the assertion is one of another issuer whose keys have to be fetched first. A grant may change things
  /// before it comes to the assertion, so this is looked at before the grant begins.
  static func awaitKeys(_ request: TokenRequest, _ exchange: Exchange) throws {
    guard let text = request.credentials.assertion, let assertion = try? ClientAssertion(text, request) else { return }
    try assertion.federated?.awaitKeys(exchange)
  }

  /// The client's own assertion names an app as issuer, every other issuer is a URL.
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
    guard let certificate = client.certificates.first(where: thumbprint.names) else {
      exchange.because("\(client.alias) has no certificate with the thumbprint \(thumbprint)")
      throw .assertionCertificateUnknown(clientID: id, thumbprint: "\(thumbprint)")
    }
    guard request.call.now <= certificate.expiresAt else {
      throw .assertionSignatureInvalid(thumbprint: "\(thumbprint)", reason: "The key used is expired.")
    }
    guard let key = try? certificate.publicKey(), token.verify(with: key, algorithm: algorithm) else {
      throw .assertionSignatureInvalid(
        thumbprint: "\(thumbprint)", reason: "The key was found, but use of the key to verify the signature failed.")
    }
    try checkAudience(&exchange)
    try Self.checkTime(token, at: request.call.now)
    exchange.because("the assertion is signed with the certificate \(thumbprint)")
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

  /// `exp` must be there, `nbf` may (RFC 7523 §3).
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
  /// A NumericDate of the payload (RFC 7519 §2).
  func time(_ claim: String) -> UnixTime? {
    switch payload[claim] {
    case .integer(let seconds): UnixTime(seconds: seconds)
    case .double(let seconds) where abs(seconds) < 1e12: UnixTime(seconds: Int64(seconds))
    // A time beyond all times is one nevertheless: who starts then has not started yet.
    case .double(let seconds): UnixTime(ticks: seconds < 0 ? .min : .max)
    default: nil
    }
  }
}
