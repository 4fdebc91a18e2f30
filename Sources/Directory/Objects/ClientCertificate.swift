import Bytes
package import Crypto
package import Time

/// A certificate that an app proves itself with (manifest: `keyCredentials`). It holds no private key.
package struct ClientCertificate: Sendable, Hashable, Codable {
  package let id: Identifier<ClientCertificate>
  /// The certificate in DER, base64.
  private let document: String
  /// Capital hexadecimal figures, as the service prints it.
  package let sha1Thumbprint: String
  package let sha256Thumbprint: String
  package let startsAt: UnixTime
  package let expiresAt: UnixTime

  package init(id: Identifier<ClientCertificate>, _ certificate: Certificate) {
    self.id = id
    document = Base64.encode(certificate.der)
    sha1Thumbprint = Hex.encode(certificate.sha1Thumbprint, uppercase: true)
    sha256Thumbprint = Hex.encode(certificate.sha256Thumbprint, uppercase: true)
    startsAt = certificate.notBefore
    expiresAt = certificate.notAfter
  }

  /// The key that assertions of the app are verified with.
  package func publicKey() throws(CryptoError) -> PublicKey {
    try Certificate.der(Base64.decode(document) ?? []).publicKey()
  }
}
