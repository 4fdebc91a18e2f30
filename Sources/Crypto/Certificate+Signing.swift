import COpenSSL
package import Time

extension Certificate {
  /// The subject of the certificates of the global cloud's signing keys (observed).
  package static let globalSigner = "accounts.accesscontrol.windows.net"

  /// The self-signed certificate of a token signing key. It is valid for five years, and its subject is the name of the cloud's signer
  /// (observed).
  package static func tokenSigning(
    for key: PrivateKey, named commonName: String = globalSigner, now: UnixTime, entropy: any Entropy
  ) throws(CryptoError) -> Certificate {
    let request = CertificateRequest(
      commonName: commonName, notBefore: now, notAfter: now + .days(5 * 365 + 1),
      extensions: [
        .init(id: NID_key_usage, value: "critical,digitalSignature"),
        .init(id: NID_subject_key_identifier, value: "hash"),
      ])
    return try request.signed(for: key.publicKey, by: key, issuer: nil, entropy: entropy)
  }

  /// A self-signed certificate without any extension, as the service makes them for the signatures of one app (observed 2021).
  package static func plain(
    for key: PrivateKey, named commonName: String, from start: UnixTime, to end: UnixTime, entropy: any Entropy
  ) throws(CryptoError) -> Certificate {
    let request = CertificateRequest(commonName: commonName, notBefore: start, notAfter: end, extensions: [])
    return try request.signed(for: key.publicKey, by: key, issuer: nil, entropy: entropy)
  }
}
