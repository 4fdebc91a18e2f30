import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Worlds

/// The proofs of an agent identity (Microsoft: "Agent OAuth flows"): a token that its blueprint got with `fmi_path`, and a token of
/// the agent identity itself, which opens tokens in the name of its agent user. Both are for the exchange's API, and of this
/// server.
struct AgentProof {
  let token: JWS
  let request: TokenRequest

  /// Checks the token of the blueprint, as the agent identity's client assertion.
  ///
  /// - Throws: the refusal of the first that is wrong: signature, audience, subject, time.
  func check(of blueprint: Application.ID, _ exchange: inout Exchange) throws(Refusal) {
    guard let tenant = request.segment.tenant(in: request.directory) else { throw Refusal(.noTenantInformation) }
    let needed = AppTokenSubject.subject(of: blueprint, "\(request.client.id)", in: tenant.id)
    try check(&exchange) { subject in
      guard !subject.hasSameBytes(as: needed) else { return nil }
      return subject.hasPrefix("/eid1/")
        ? .federatedSubjectNotEqual(subject, needed: needed) : .federatedSubjectMismatch(subject)
    }
    exchange.because("the blueprint proves the agent identity")
  }

  /// Checks the agent identity's own token, in the name of its agent user.
  ///
  /// - Throws: the same.
  func checkOwn(_ exchange: inout Exchange) throws(Refusal) {
    try check(&exchange) { subject in
      token.payload["azp"]?.string == "\(request.client.id)" && !subject.hasPrefix("/eid1/")
        ? nil : .federatedSubjectMismatch(subject)
    }
  }

  private func check(_ exchange: inout Exchange, subject fault: (String) -> Refusal?) throws(Refusal) {
    let id = token.keyID ?? ""
    guard let key = request.call.world.keys.published(id: id), token.verify(with: key.publicKey, algorithm: .rs256)
    else {
      exchange.because("the token is none of this server")
      throw .federatedIssuerMismatch(token.payload["iss"]?.string ?? "")
    }
    let audience = token.payload["aud"]?.string ?? ""
    guard audience == "\(WellKnown.tokenExchange)" else {
      throw .federatedAudienceMismatch(audience, ofEntra: true)
    }
    if let refusal = fault(token.payload["sub"]?.string ?? "") { throw refusal }
    try ClientAssertion.checkTime(token, token.payload.text, request, &exchange)
  }
}
