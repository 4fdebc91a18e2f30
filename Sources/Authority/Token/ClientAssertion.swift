import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Time
import Worlds

/// A signed JWT that proves the client's identity instead of a secret (RFC 7523 §2.2). The client signs it with a
/// registered certificate, or another issuer signs it that the app registration trusts.
struct ClientAssertion {
  /// The only `client_assertion_type`.
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// By how much the clocks of client and server may differ.
  static let skew = Duration.minutes(5)

  private(set) var token: JWS
  /// The text as it came.
  let text: String
  let request: TokenRequest

  /// - Throws: AADSTS90014 without `client_assertion_type`, AADSTS90011 for an unknown one; AADSTS50027 for a text that is not a JWT.
  init(_ text: String, _ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    guard let type = request.form.nonEmpty("client_assertion_type") else {
      throw .missingCredentialField("client_assertion_type")
    }
    guard type == Self.type else {
      exchange.explain(
        Percent.decode(type) == Self.type
          ? "client_assertion_type came encoded twice"
          : "client_assertion_type came as '\(type)', and has to be '\(Self.type)'")
      throw Refusal(.assertionTypeUnexpected)
    }
    do throws(JOSEError) {
      // Some libraries pad the three parts with `=`. Their signature covers the parts with the padding.
      token = try JWS.parse(text.filter { $0 != "=" })
    } catch {
      exchange.because("the assertion is not a JWT: \(error)")
      throw Refusal(.assertionMalformed)
    }
    self.text = text
    token.signingInput = Array(text.utf8.prefix(upTo: text.utf8.lastIndex(of: 0x2E) ?? text.utf8.endIndex))
    self.request = request
  }

  /// - Throws: the refusal of the first member that is wrong. The journal gets its name and the reason.
  func check(_ exchange: inout Exchange) throws(Refusal) {
    if let federated { try federated.check(&exchange) } else { try checkOwn(&exchange) }
  }

  /// Postpones the answer when the server has to fetch the keys of the assertion's issuer first. The endpoint calls
  /// this before the grant, since a grant may change the world before it checks the assertion.
  ///
  /// - Throws: `PostponedAnswer`.
  static func awaitKeys(_ request: TokenRequest, _ exchange: Exchange) throws {
    // A copy, since the grant writes the same sentences into the journal later.
    var exchange = exchange
    guard let text = request.credentials.assertion, let assertion = try? ClientAssertion(text, request, &exchange)
    else { return }
    try assertion.federated?.awaitKeys(exchange)
  }

  /// The assertion as one of another issuer. A client's own assertion has an app id as its issuer; all other issuers
  /// are URLs.
  private var federated: FederatedAssertion? {
    guard let issuer = token.payload["iss"]?.string, GUID(issuer) == nil else { return nil }
    return FederatedAssertion(token: token, text: text, issuer: issuer, request: request)
  }

  private func checkOwn(_ exchange: inout Exchange) throws(Refusal) {
    let client = request.client
    let id = "\(client.id)"
    guard token.algorithm == .rs256 || token.algorithm == .ps256, let algorithm = token.algorithm else {
      exchange.because("the assertion's alg is \(token.header["alg"]?.string ?? "missing"), not PS256 or RS256")
      throw Refusal(.assertionMalformed)
    }
    if token.payload["aud"]?.array != nil {
      exchange.because("the assertion's aud is a list")
      throw Refusal(.assertionMalformed)
    }
    guard let thumbprint = AssertionThumbprint(token.header) else {
      if let kid = token.header["kid"]?.string {
        exchange.because("the assertion's header has the kid \(kid), and neither x5t#S256 nor x5t")
        throw .assertionCertificateUnnamed(clientID: id)
      }
      exchange.because("the assertion's header names no certificate: it has neither x5t#S256 nor x5t, kid nor x5c")
      throw .assertionWithoutThumbprint
    }
    guard let subject = token.payload["sub"]?.string, !subject.isEmpty else {
      exchange.because("the assertion has no sub")
      throw Refusal(.assertionSubjectMissing)
    }
    guard subject == token.payload["iss"]?.string else {
      exchange.because("the assertion's sub is \(spelled("sub")) and its iss is \(spelled("iss"))")
      throw Refusal(.assertionSubjectMismatch)
    }
    guard ASCII.equalIgnoringCase(subject, id) else {
      exchange.because("the assertion's sub and iss are \(subject), and client_id is \(id)")
      throw Refusal(.assertionClientMismatch)
    }
    guard let proof = AssertionCertificate(thumbprint, header: token.header, of: client) else {
      if let refusal = AssertionCertificate.distrust(thumbprint, header: token.header, of: client) {
        exchange.because("'\(client.alias)' trusts no certificate of x5c: \(refusal.label)")
        throw refusal
      }
      exchange.because("'\(client.alias)' has no certificate with the thumbprint \(thumbprint)")
      throw .assertionCertificateUnknown(clientID: id, thumbprint: "\(thumbprint)")
    }
    guard proof.startsAt <= request.call.now, request.call.now <= proof.expiresAt else {
      exchange.because(
        "the certificate \(thumbprint) is good from \(proof.startsAt.iso8601) to \(proof.expiresAt.iso8601)")
      throw Refusal(.certificateOutsideValidity)
    }
    guard let key = proof.key, token.verify(with: key, algorithm: algorithm) else {
      exchange.because("the assertion's signature is not one of the certificate \(thumbprint)")
      throw .assertionSignatureInvalid(
        thumbprint: "\(thumbprint)", reason: "The key was found, but use of the key to verify the signature failed.")
    }
    try checkAudience(&exchange)
    try Self.checkTime(token, text, request, hidesStart: true, &exchange)
    exchange.because("the assertion is signed with the certificate \(thumbprint)" + proof.reason)
  }

  private func checkAudience(_ exchange: inout Exchange) throws(Refusal) {
    let audience = token.payload["aud"]?.string
    let rule = AssertionAudience(request: request)
    guard audience.map(rule.admits) == true else {
      exchange.because(
        "the assertion's aud is \(audience ?? "missing"), not \(request.call.origin.login)/"
          + "\(request.segment.spelling)/oauth2/v2.0/token")
      throw Refusal(.assertionAudienceMismatch)
    }
  }

  /// The claim as the client wrote it, for a reason.
  private func spelled(_ claim: String) -> String { token.payload[claim]?.text ?? "missing" }

  /// Checks `exp`, which is required, and `nbf`, which is not (RFC 7523 §3). `hidesStart` is for a client's own assertion, of which the service
  /// says no true beginning (observed: msal-java 984 of 2025).
  static func checkTime(
    _ token: JWS, _ text: String, _ request: TokenRequest, hidesStart: Bool = false, _ exchange: inout Exchange
  ) throws(Refusal) {
    guard let expires = token.time("exp") else {
      let written = token.payload["exp"].map { "\($0.text), which is not a time in whole seconds" }
      exchange.because("the assertion's exp is \(written ?? "missing")")
      throw Refusal(.assertionMalformed)
    }
    let call = request.call
    let seen = call.world.assertions.note(text, of: request.client.id, at: call.now)
    let now = call.now + seen.age
    let start = token.time("nbf")
    let isEarly = start.map { now < $0 - skew } ?? false
    guard isEarly || now > expires + skew else { return }
    exchange.because(
      isEarly
        ? "the assertion's nbf is \(start?.iso8601 ?? ""), more than \(skew.words) after the world's time"
        : "the assertion's exp is \(expires.iso8601), more than \(skew.words) before the world's time")
    if !isEarly, seen.first < call.now {
      exchange.explain(
        "the same assertion came at \(seen.first.iso8601) already, and it has ended (exp \(expires.iso8601)): "
          + "the client has to make a new one, or to read its token file again")
    } else if !isEarly {
      exchange.explain(
        "the assertion ended at \(expires.iso8601) and came at \(call.now.iso8601): it was made long before it was sent, or the clocks differ"
      )
    }
    throw .assertionOutsideValidTime(
      now: now, validFrom: hidesStart ? UnixTime(seconds: 0) : start ?? token.time("iat") ?? UnixTime(seconds: 0),
      expires: expires)
  }
}
