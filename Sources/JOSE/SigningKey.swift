import Bytes
package import Crypto
package import JSON
package import Time

/// A key that signs tokens, with the certificate it is published under. A class, since lists of keys are made for each request that
/// needs one.
package final class SigningKey: Sendable {
  package let privateKey: PrivateKey
  package let certificate: Certificate
  package let publicKey: PublicKey
  /// The SHA-1 thumbprint of the certificate, base64url: `kid` and `x5t` alike, as with Entra's keys (observed).
  package let id: String
  private let modulus: String
  private let exponent: String
  /// The certificate in DER, base64, as `x5c` has it.
  private let certificateText: String

  /// Fails unless the key is RSA and the certificate is its own.
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

  /// Makes a key of 2048 bits and its certificate. Takes 40 to 300 ms. The key's numbers come from the system's generator;
  /// `entropy` decides the certificate's serial number only.
  package static func make(now: UnixTime, entropy: any Entropy) throws(CryptoError) -> SigningKey {
    let key = try PrivateKey.rsa()
    return try SigningKey(
      privateKey: key, certificate: Certificate.tokenSigning(for: key, now: now, entropy: entropy))
  }

  /// Reads back what `pem` gave: the key and the certificate in one text.
  package convenience init(pem text: String) throws(CryptoError) {
    try self.init(privateKey: .pem(text), certificate: .pem(text))
  }

  /// The unencrypted key and the certificate, for keeping.
  package func pem() throws(CryptoError) -> String { try privateKey.pem() + certificate.pem() }

  /// The key as Entra publishes it, members in Entra's order and without `alg` (observed). `issuer` and
  /// `cloudInstanceName` are left out when nil.
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

/// Keys are the same when their certificates are, which `id` tells.
extension SigningKey: Hashable {
  package static func == (left: SigningKey, right: SigningKey) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
