import Bytes
package import Crypto
package import JSON
package import Time

/// A key that signs tokens, with the certificate that publishes it. It is a class, because many requests make lists
/// of keys.
package final class SigningKey: Sendable {
  package let privateKey: PrivateKey
  package let certificate: Certificate
  package let publicKey: PublicKey
  /// The SHA-1 thumbprint of the certificate in base64url. It is `kid` and `x5t`, as with Entra's keys (observed).
  package let id: String
  private let modulus: String
  private let exponent: String
  /// The certificate in DER and base64, for `x5c`.
  private let certificateText: String

  /// Takes an RSA key and its own certificate.
  /// - Throws: `CryptoError` when the key is not RSA or the certificate belongs to another key.
  package init(privateKey: PrivateKey, certificate: Certificate) throws(CryptoError) {
    self.privateKey = privateKey
    self.certificate = certificate
    publicKey = privateKey.publicKey
    id = Base64.encodeURL(certificate.sha1Thumbprint)
    guard let modulus = publicKey.modulus, let exponent = publicKey.exponent, certificate.belongs(to: privateKey) else {
      throw CryptoError("use a signing key", reasons: ["the key is not RSA or not the certificate's"])
    }
    certificateText = Base64.encode(certificate.der)
    self.modulus = Base64.encodeURL(modulus)
    self.exponent = Base64.encodeURL(exponent)
  }

  /// Makes an RSA key of 2048 bits and its certificate, in 40 to 300 ms. The key always comes from the system's
  /// generator; `entropy` only gives the serial number of the certificate.
  package static func make(now: UnixTime, entropy: any Entropy) throws(CryptoError) -> SigningKey {
    let key = try PrivateKey.rsa()
    return try SigningKey(
      privateKey: key, certificate: Certificate.tokenSigning(for: key, now: now, entropy: entropy))
  }

  /// Reads the text that `pem` wrote: key and certificate.
  package convenience init(pem text: String) throws(CryptoError) {
    try self.init(privateKey: .pem(text), certificate: .pem(text))
  }

  /// The key without encryption, and the certificate, as one PEM text for the store.
  package func pem() throws(CryptoError) -> String { try privateKey.pem() + certificate.pem() }

  /// The key as Entra publishes it, with the members in Entra's order and without `alg` (observed). A nil argument
  /// leaves its member out.
  package func jwk(issuer: String? = nil, cloudInstanceName: String? = nil) -> JSONValue {
    var members = JSONObject()
    members.append("kty", "RSA" as JSONValue)
    members.append("use", "sig" as JSONValue)
    members.append("kid", .string(id))
    members.append("x5t", .string(id))
    members.append("n", .string(modulus))
    members.append("e", .string(exponent))
    members.append("x5c", .array([.string(certificateText)]))
    members.append("cloud_instance_name", cloudInstanceName)
    members.append("issuer", issuer)
    return .object(members)
  }
}

/// Two keys are equal when their certificates are, and `id` follows from the certificate.
extension SigningKey: Hashable {
  package static func == (left: SigningKey, right: SigningKey) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
