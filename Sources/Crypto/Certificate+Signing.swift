import COpenSSL
package import Time

extension Certificate {
  /// The self-signed certificate of a token signing key. It is valid for five years and has the subject of Entra's
  /// certificates (observed).
  package static func tokenSigning(
    for key: PrivateKey, now: UnixTime, entropy: any Entropy
  ) throws(CryptoError) -> Certificate {
    let request = CertificateRequest(
      commonName: "accounts.accesscontrol.windows.net", notBefore: now, notAfter: now + .days(5 * 365 + 1),
      extensions: [
        .init(id: NID_key_usage, value: "critical,digitalSignature"),
        .init(id: NID_subject_key_identifier, value: "hash"),
      ])
    return try request.signed(for: key.publicKey, by: key, issuer: nil, entropy: entropy)
  }
}
