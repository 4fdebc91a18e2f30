package import Bytes
package import Crypto
package import Time

/// A certificate of an app with its private key, which signs SAML Responses (Graph: `addTokenSigningCertificate`).
package struct SAMLCertificate: Sendable, Hashable, Codable {
  /// The name that people have for it, in files and actions.
  package var name: String
  /// The private key and the certificate, as one PEM text.
  package let pem: String
  /// SHA-1 of the certificate in capital hexadecimal digits, as `preferredTokenSigningKeyThumbprint` has it.
  package let thumbprint: String
  /// The id of the private key among the credentials of the service principal.
  package var keyID: Identifier<SAMLCertificate>
  /// The id of the certificate beside that of its key. Nil: it follows from that of the key.
  package var certificateID: Identifier<SAMLCertificate>?
  /// `customKeyIdentifier`, where a client has chosen one. Nil: the thumbprint in Base64.
  package var customIdentifier: String?
  package let startsAt: UnixTime
  package let endsAt: UnixTime

  /// The subject that the service gives (observed 2021).
  package static let usualSubject = "Microsoft Azure Federated SSO Certificate"
  /// Three years (observed 2021).
  package static let usualLifetime = Duration.days(3 * 365)

  /// Takes a private key and its certificate out of one PEM text.
  /// - Throws: `CryptoError` when one of the two is missing, when they do not belong together, or when the key is not RSA.
  package init(named name: String, pem: String, keyID: Identifier<SAMLCertificate>? = nil) throws(CryptoError) {
    let key = try AppSigningKey(pem: pem)
    let certificate = try Certificate.pem(pem)
    self.name = name
    self.pem = pem
    thumbprint = Hex.encode(certificate.sha1Thumbprint, uppercase: true)
    self.keyID = keyID ?? Self.usualKeyID(of: thumbprint)
    startsAt = key.startsAt
    endsAt = key.endsAt
  }

  /// A new certificate of version 3 without extensions (observed 2021). The first ones of an app have published keys, so that a run with a
  /// seed repeats; what follows them has a new one.
  /// - Throws: `CryptoError` when OpenSSL makes no key.
  package init(
    named name: String, subject: String = usualSubject, number: Int, from start: UnixTime, to end: UnixTime,
    entropy: any Entropy
  ) throws(CryptoError) {
    let keys = Self.publishedKeys
    let key = number < keys.count ? try PrivateKey.pem(keys[number]) : try PrivateKey.rsa()
    let certificate = try Certificate.plain(for: key, named: subject, from: start, to: end, entropy: entropy)
    try self.init(named: name, pem: try key.pem() + certificate.pem())
  }

  /// The same key with a certificate that ends then.
  func ended(at end: UnixTime, entropy: any Entropy) throws(CryptoError) -> SAMLCertificate {
    let key = try PrivateKey.pem(pem)
    let certificate = try Certificate.plain(
      for: key, named: Self.usualSubject, from: min(startsAt, end - .days(1)), to: end, entropy: entropy)
    return try SAMLCertificate(named: name, pem: try key.pem() + certificate.pem(), keyID: keyID)
  }

  private static func usualKeyID(of thumbprint: String) -> Identifier<SAMLCertificate> {
    Identifier(SeededDirectory.derived("SAML key", thumbprint))
  }

  /// The id of the private key, where a client has chosen one, or an earlier certificate of the same key had it. Nil: it follows from the
  /// certificate.
  package var ownKeyID: Identifier<SAMLCertificate>? { keyID == Self.usualKeyID(of: thumbprint) ? nil : keyID }

  /// The id of the certificate among the credentials of the service principal.
  package var verifyID: GUID { certificateID?.guid ?? SeededDirectory.derived("SAML certificate", "\(keyID)") }

  /// `customKeyIdentifier` of the key, the certificate and the password, by which they belong together.
  package var identifier: String { customIdentifier ?? Base64.encode(Hex.decode(thumbprint) ?? []) }

  package func isValid(at now: UnixTime) -> Bool { startsAt <= now && now <= endsAt }

  /// The certificate without the key, as DER.
  /// - Throws: `CryptoError` when the stored text is damaged.
  package func certificate() throws(CryptoError) -> Certificate { try Certificate.pem(pem) }
}
