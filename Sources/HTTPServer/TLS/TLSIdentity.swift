import COpenSSL

/// A certificate with its chain and its private key, read once and used in any number of handshakes.
///
/// Sendable because nothing changes it after `init`, and OpenSSL counts references atomically (openssl-threads(7)).
package final class TLSIdentity: @unchecked Sendable {
  private let certificates: OpaquePointer
  private let key: OpaquePointer

  /// - Parameters:
  ///   - certificateChainPEM: the server's certificate first, then the intermediate certificates up to the root.
  ///   - privateKeyPEM: the key of the first certificate, not encrypted.
  /// - Throws: `TLSError` when a text has no certificate or no key in it, or when the key is not the first
  ///   certificate's.
  package init(certificateChainPEM: String, privateKeyPEM: String) throws(TLSError) {
    ERR_clear_error()
    let certificates = try Self.readCertificates(certificateChainPEM)
    guard let key = Self.readKey(privateKeyPEM) else {
      Self.free(certificates)
      throw .drainingQueue("The private key cannot be read")
    }
    self.certificates = certificates
    self.key = key
    guard X509_check_private_key(Self.certificate(certificates, 0), key) == 1 else {
      throw .drainingQueue("The private key does not belong to the certificate")
    }
  }

  deinit {
    Self.free(certificates)
    EVP_PKEY_free(key)
  }

  /// Makes this the identity of one handshake. False when OpenSSL refuses, which ends the handshake.
  func use(in session: OpaquePointer) -> Bool {
    guard let chain = OPENSSL_sk_dup(certificates) else { return false }
    defer { OPENSSL_sk_free(chain) }
    OPENSSL_sk_shift(chain)
    return SSL_use_cert_and_key(session, Self.certificate(certificates, 0), key, chain, 1) == 1
  }

  static func certificate(_ certificates: OpaquePointer, _ index: Int32) -> OpaquePointer? {
    OPENSSL_sk_value(certificates, index).map { OpaquePointer($0) }
  }

  static func free(_ certificates: OpaquePointer) {
    for index in 0..<OPENSSL_sk_num(certificates) { X509_free(certificate(certificates, index)) }
    OPENSSL_sk_free(certificates)
  }

  /// The caller frees the list.
  static func readCertificates(_ pem: String) throws(TLSError) -> OpaquePointer {
    guard let certificates = OPENSSL_sk_new_null() else { throw .drainingQueue("No memory for a certificate") }
    withBIO(pem) { bio in
      while let certificate = PEM_read_bio_X509(bio, nil, nil, nil) {
        OPENSSL_sk_push(certificates, UnsafeRawPointer(certificate))
      }
    }
    guard OPENSSL_sk_num(certificates) > 0 else {
      free(certificates)
      throw .drainingQueue("The certificate cannot be read")
    }
    // The reader reports the end of the text as an error.
    ERR_clear_error()
    return certificates
  }

  private static func readKey(_ pem: String) -> OpaquePointer? {
    // Without a callback OpenSSL would ask the terminal for the passphrase of an encrypted key.
    withBIO(pem) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
  }

  private static func withBIO<Result>(_ text: String, _ body: (OpaquePointer?) -> Result) -> Result {
    mockidp_OPENSSL_begin()
    return Array(text.utf8).withUnsafeBytes { bytes in
      let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
      defer { BIO_free(bio) }
      return body(bio)
    }
  }
}
