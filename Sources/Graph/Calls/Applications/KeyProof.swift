import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Time

/// The proof that a caller of `addKey` and `removeKey` has the private key of a certificate that the app has already: a JWT that it signed
/// (Microsoft: "Generating proof of possession tokens for rolling keys").
enum KeyProof {
  /// Azure AD Graph, for which the JWT has to be.
  private static let audience = "00000002-0000-0000-c000-000000000000"
  private static let longest = Duration.minutes(10)

  /// - Throws: a `GraphError` for a proof that is missing, damaged, of another key, out of time, or for another audience or app.
  static func check(
    _ value: JSONValue?, of app: Application, object: GUID, at now: UnixTime
  ) throws(GraphError) {
    guard let text = value?.string, !text.isEmpty else { throw .valueRequired("proof", of: "Application") }
    let usable = app.certificates.filter { $0.startsAt <= now && now < $0.expiresAt }
    guard !usable.isEmpty else {
      throw .invalidProof("the app has no valid certificate that a proof could be made with")
    }
    guard let proof = try? JWS.parse(text) else { throw .invalidProof("the proof is not a JWT") }
    let isSigned = usable.contains { certificate in
      guard let key = try? certificate.publicKey() else { return false }
      return [SignatureAlgorithm.rs256, .ps256].contains { proof.verify(with: key, algorithm: $0) }
    }
    guard isSigned else { throw .invalidProof("no certificate of the app verifies the signature of the proof") }
    let claims = proof.payload
    guard claims["aud"]?.string.map({ $0.hasSuffix(audience) || $0 == "https://graph.windows.net" }) == true else {
      throw .invalidProof("aud of the proof is not \(audience)")
    }
    guard let issuer = claims["iss"]?.string.flatMap({ GUID($0) }), issuer == object || issuer == app.id.guid else {
      throw .invalidProof("iss of the proof is not the object id of the app")
    }
    guard let start = claims["nbf"]?.integer.map({ UnixTime(seconds: $0) }),
      let end = claims["exp"]?.integer.map({ UnixTime(seconds: $0) }), end - start <= longest
    else { throw .invalidProof("nbf and exp of the proof are more than ten minutes apart") }
    guard start <= now + BearerCheck.clockSkew, now <= end + BearerCheck.clockSkew else {
      throw .invalidProof("the proof is for another time: \(start.iso8601) to \(end.iso8601)")
    }
  }
}

extension GraphError {
  /// The code and the text were reported for `addKey`.
  static func invalidProof(_ reason: String) -> Self {
    Self(401, .missingOrMalformedProof, "Access Token missing or malformed.", because: reason)
  }
}
