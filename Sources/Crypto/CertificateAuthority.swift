import Bytes
import COpenSSL
package import Time

/// The local authority that the administrator makes clients trust. It issues certificates for TLS servers only.
package struct CertificateAuthority: Sendable {
  /// Self-signed, for the clients' trust stores.
  package let certificate: Certificate
  /// Signs the certificates that the authority issues.
  package let key: PrivateKey

  private init(certificate: Certificate, key: PrivateKey) {
    self.certificate = certificate
    self.key = key
  }

  /// Makes an authority with a new P-256 key, valid for ten years. The key always comes from the system's generator,
  /// never from a seed: people put this certificate into their trust stores, so no one else must be able to make the
  /// key.
  package static func create(now: UnixTime, entropy: any Entropy) throws(CryptoError) -> CertificateAuthority {
    let key = try PrivateKey.p256()
    let request = CertificateRequest(
      commonName: "mockidp local CA \(Hex.encode(entropy.bytes(3)))",
      notBefore: now - backdating, notAfter: now + .days(3_650) - backdating,
      extensions: [
        .init(id: NID_basic_constraints, value: "critical,CA:TRUE,pathlen:0"),
        .init(id: NID_key_usage, value: "critical,keyCertSign,cRLSign"),
        .init(id: NID_subject_key_identifier, value: "hash"),
      ])
    let certificate = try request.signed(for: key.publicKey, by: key, issuer: nil, entropy: entropy)
    return CertificateAuthority(certificate: certificate, key: key)
  }

  /// Reads an authority from its two PEM texts.
  /// - Throws: `CryptoError` when a text cannot be read or the key is not the certificate's.
  package static func load(certificatePEM: String, privateKeyPEM: String) throws(CryptoError) -> CertificateAuthority {
    let certificate = try Certificate.pem(certificatePEM)
    let key = try PrivateKey.pem(privateKeyPEM)
    guard certificate.belongs(to: key) else {
      throw CryptoError("load the certificate authority", reasons: ["its key and its certificate do not match"])
    }
    return CertificateAuthority(certificate: certificate, key: key)
  }

  /// Issues a certificate for those hosts with a new P-256 key. It is valid for 397 days, but not longer than the
  /// authority. A name may begin with `*.`; addresses are IPv4 or IPv6. The chain is this certificate and the
  /// authority's.
  ///
  /// `isForClientsToo`: the holder may prove itself with it as a client as well.
  package func issueLeaf(
    names: [String], addresses: [String], now: UnixTime, entropy: any Entropy, isForClientsToo: Bool = false
  ) throws(CryptoError) -> (certificateChainPEM: String, privateKeyPEM: String) {
    let leafKey = try PrivateKey.p256()
    // X.520 allows 64 characters in a common name.
    let commonName = (names + addresses).first { $0.utf8.count <= 64 } ?? "mockidp"
    let request = CertificateRequest(
      commonName: commonName, notBefore: max(now - Self.backdating, certificate.notBefore),
      notAfter: min(now + .days(397) - Self.backdating - .seconds(1), certificate.notAfter),
      extensions: [
        .init(id: NID_basic_constraints, value: "critical,CA:FALSE"),
        .init(id: NID_key_usage, value: "critical,digitalSignature"),
        .init(id: NID_ext_key_usage, value: isForClientsToo ? "serverAuth,clientAuth" : "serverAuth"),
        .init(id: NID_subject_key_identifier, value: "hash"),
        .init(id: NID_authority_key_identifier, value: "keyid:always"),
      ],
      alternativeNames: AlternativeNames(names: names, addresses: addresses))
    let leaf = try request.signed(for: leafKey.publicKey, by: key, issuer: certificate, entropy: entropy)
    return (try leaf.pem() + certificate.pem(), try leafKey.pem())
  }

  /// How long before now a certificate becomes valid, for clients whose clock is slow.
  private static var backdating: Duration { .hours(1) }
}
