package import Crypto
package import JSON
package import Time

/// A key that signs tokens, with the certificate that publishes it. It is a class, because many requests make lists
/// of keys.
package final class SigningKey: Sendable {
  package let privateKey: PrivateKey
  package let certificate: Certificate
  package let publicKey: PublicKey
  /// What key documents list of it.
  package let entry: KeyEntry
  /// `kid` and `x5t`.
  package var id: String { entry.id }

  /// Takes an RSA key and its own certificate.
  /// - Throws: `CryptoError` when the key is not RSA or the certificate belongs to another key.
  package init(privateKey: PrivateKey, certificate: Certificate) throws(CryptoError) {
    self.privateKey = privateKey
    self.certificate = certificate
    publicKey = privateKey.publicKey
    entry = try KeyEntry(certificate)
    guard certificate.belongs(to: privateKey) else {
      throw CryptoError("use a signing key", reasons: ["the key is not the certificate's"])
    }
  }

  /// The subject of the certificates of personal accounts' keys (observed).
  package static let personalSigner = "Live ID STS Signing Public Key"

  /// Makes an RSA key of 2048 bits and its certificate, in 40 to 300 ms. The key always comes from the system's
  /// generator; `entropy` only gives the serial number of the certificate. `signer` is the subject of the certificate.
  package static func make(
    signer: String = Certificate.globalSigner, now: UnixTime, entropy: any Entropy
  ) throws(CryptoError) -> SigningKey {
    let key = try PrivateKey.rsa()
    return try SigningKey(
      privateKey: key, certificate: Certificate.tokenSigning(for: key, named: signer, now: now, entropy: entropy))
  }

  /// The same key with the certificate of another signer.
  package func signed(by signer: String, now: UnixTime, entropy: any Entropy) throws(CryptoError) -> SigningKey {
    try SigningKey(
      privateKey: privateKey,
      certificate: Certificate.tokenSigning(for: privateKey, named: signer, now: now, entropy: entropy))
  }

  /// Reads the text that `pem` wrote: key and certificate.
  package convenience init(pem text: String) throws(CryptoError) {
    try self.init(privateKey: .pem(text), certificate: .pem(text))
  }

  /// The key without encryption, and the certificate, as one PEM text for the store.
  package func pem() throws(CryptoError) -> String { try privateKey.pem() + certificate.pem() }

  /// The key as Entra publishes it. A nil argument leaves its member out.
  package func jwk(issuer: String? = nil, cloudInstanceName: String? = nil) -> JSONValue {
    entry.jwk(issuer: issuer, cloudInstanceName: cloudInstanceName)
  }
}

/// Two keys are equal when their certificates are, and `id` follows from the certificate.
extension SigningKey: Hashable {
  package static func == (left: SigningKey, right: SigningKey) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
