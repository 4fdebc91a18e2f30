import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Scenarios

/// A token of another issuer as a client's proof (Microsoft: "Workload identity federation").
struct FederatedAssertion {
  let token: JWS
  let issuer: String
  let request: TokenRequest

  /// Issuer, audience and subject must be those of one of the app's federated credentials, in this order.
  func check(_ exchange: inout Exchange) throws(Refusal) {
    let ownKey = issuesHere ? token.keyID.flatMap { try? request.call.world.keys.published(id: $0) } : nil
    if ownKey != nil, token.payload["scp"] != nil || token.payload["preferred_username"] != nil {
      throw .federatedAssertionOfUser
    }
    let ofIssuer = request.client.federatedCredentials.filter { $0.issuer.hasSameBytes(as: issuer) }
    guard !ofIssuer.isEmpty else {
      if ownKey != nil { throw .federatedAssertionFromEntra }
      exchange.because("\(request.client.alias) trusts no issuer \(issuer)")
      throw .federatedIssuerMismatch(issuer)
    }
    let audiences = token.payload["aud"]?.strings ?? [token.payload["aud"]?.string].compactMap { $0 }
    let ofAudience = ofIssuer.filter { audiences.contains($0.audience) }
    guard !ofAudience.isEmpty else { throw .federatedAudienceMismatch(audiences.first ?? "") }
    let subject = token.payload["sub"]?.string ?? ""
    guard let credential = ofAudience.first(where: { $0.subject.hasSameBytes(as: subject) }) else {
      throw .federatedSubjectMismatch(subject)
    }
    try checkSignature(credential, ownKey: ownKey, &exchange)
    try ClientAssertion.checkTime(token, at: request.call.now)
    exchange.because("the assertion fits the federated credential \(credential.name)")
  }

  /// Only RS256; the keys are the credential's, or this server's for its own tokens.
  private func checkSignature(
    _ credential: FederatedCredential, ownKey: SigningKey?, _ exchange: inout Exchange
  ) throws(Refusal) {
    var keys = [ownKey?.publicKey].compactMap { $0 }
    if keys.isEmpty {
      do throws(DocumentFault) {
        keys = try request.call.world.issuerKeys.candidates(for: token, of: credential, at: request.call.now).map(\.key)
      } catch {
        exchange.because("the keys of \(issuer) cannot be had: \(error)")
        throw .federatedKeysUnreachable
      }
    }
    let name = token.keyID ?? ""
    guard !keys.isEmpty else {
      throw .assertionSignatureInvalid(thumbprint: name, reason: "The key was not found.")
    }
    guard keys.contains(where: { token.verify(with: $0, algorithm: .rs256) }) else {
      throw .assertionSignatureInvalid(
        thumbprint: name, reason: "The key was found, but use of the key to verify the signature failed.")
    }
  }

  private var issuesHere: Bool {
    let own = request.call.origin.issuer
    return request.directory.tenants.keys.contains { issuer == own.v2($0) || issuer == own.v1($0) }
  }
}
