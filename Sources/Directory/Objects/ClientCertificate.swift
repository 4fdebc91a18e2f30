import Bytes
package import Crypto
package import Time

/// A certificate that an app registration holds and that verifies the app's client assertions (manifest:
/// `keyCredentials`). It holds no private key.
package struct ClientCertificate: Sendable, Hashable, Codable {
  package let id: Identifier<ClientCertificate>
  /// The owner's words for the certificate; nil when there are none.
  package var displayName: String?
  /// The certificate in DER, base64.
  package let document: String
  /// Forty capital hexadecimal digits, as the service's messages print it. `x5t` of an assertion holds the same
  /// bytes.
  package let sha1Thumbprint: String
  /// Sixty-four capital hexadecimal digits. `x5t#S256` of an assertion holds the same bytes.
  package let sha256Thumbprint: String
  /// True: the certificate belongs to the service principal and not to the registration. The token endpoint takes both.
  /// Nil counts as false.
  package var isOfServicePrincipal: Bool?
  /// The certificate's own `notBefore`, unless the owner said another time.
  package var startsAt: UnixTime
  /// The certificate's own `notAfter`, unless the owner said an earlier time. The server refuses assertions afterwards.
  package var expiresAt: UnixTime

  package init(id: Identifier<ClientCertificate>, _ certificate: Certificate) {
    self.id = id
    document = Base64.encode(certificate.der)
    sha1Thumbprint = Hex.encode(certificate.sha1Thumbprint, uppercase: true)
    sha256Thumbprint = Hex.encode(certificate.sha256Thumbprint, uppercase: true)
    startsAt = certificate.notBefore
    expiresAt = certificate.notAfter
  }

  /// What the certificate says of its own time. Nil for a stored document that is damaged.
  package var dates: (start: UnixTime, end: UnixTime)? {
    (try? Certificate.der(Base64.decode(document) ?? [])).map { ($0.notBefore, $0.notAfter) }
  }

  /// The key that verifies the app's client assertions.
  /// - Throws: `CryptoError` when the stored document is damaged.
  package func publicKey() throws(CryptoError) -> PublicKey {
    try Certificate.der(Base64.decode(document) ?? []).publicKey()
  }
}

extension Identifier<ClientCertificate> {
  /// The id of a certificate that a scenario file gives to an app, by app and thumbprint. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("certificate", name)) }
}
