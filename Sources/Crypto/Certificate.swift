import COpenSSL
package import Time

/// An X.509 certificate. `@unchecked Sendable` is true because no code changes the certificate after `init`, and
/// OpenSSL locks the values that it caches in it.
package final class Certificate: @unchecked Sendable {
  let raw: OpaquePointer
  /// The encoded certificate, as `x5c` holds it.
  package let der: [UInt8]
  /// SHA-1 of `der`: `x5t`, and `kid` of Entra's keys.
  package let sha1Thumbprint: [UInt8]
  /// SHA-256 of `der`: `x5t#S256`.
  package let sha256Thumbprint: [UInt8]
  /// The first moment the certificate is valid.
  package let notBefore: UnixTime
  /// The last moment the certificate is valid.
  package let notAfter: UnixTime

  init(adopting raw: OpaquePointer) throws(CryptoError) {
    self.raw = raw
    der = Self.encode(raw)
    sha1Thumbprint = SHA1.hash(der)
    sha256Thumbprint = SHA256.hash(der)
    let times = Self.times(raw)
    notBefore = times?.0 ?? UnixTime(seconds: 0)
    notAfter = times?.1 ?? UnixTime(seconds: 0)
    // Thrown last, because `deinit` frees `raw` only when every property is set.
    if der.isEmpty || times == nil { throw .drainingQueue("read a certificate") }
  }

  deinit { X509_free(raw) }

  /// Reads a certificate in DER.
  /// - Throws: `CryptoError` also when bytes follow the certificate.
  package static func der(_ bytes: [UInt8]) throws(CryptoError) -> Certificate {
    guard !bytes.isEmpty else { throw CryptoError("read a certificate", reasons: ["there are no bytes"]) }
    mockidp_OPENSSL_begin()
    var isWhole = false
    let raw: OpaquePointer? = bytes.withUnsafeBufferPointer {
      var position = $0.baseAddress
      let raw = d2i_X509(nil, &position, $0.count)
      isWhole = position == $0.baseAddress.map { start in start + bytes.count }
      return raw
    }
    guard let raw else { throw .drainingQueue("read a certificate") }
    let certificate = try Certificate(adopting: raw)
    guard isWhole else { throw CryptoError("read a certificate", reasons: ["bytes follow it"]) }
    return certificate
  }

  /// Reads the first certificate of a PEM text.
  /// - Throws: `CryptoError` when the text has none.
  package static func pem(_ text: String) throws(CryptoError) -> Certificate {
    let bio = try MemoryBIO.reading(Array(text.utf8))
    guard let raw = PEM_read_bio_X509(bio.raw, nil, refusePassphrase, nil) else {
      throw .drainingQueue("read a certificate")
    }
    return try Certificate(adopting: raw)
  }

  /// The certificate as one PEM block (`BEGIN CERTIFICATE`).
  package func pem() throws(CryptoError) -> String {
    let bio = try MemoryBIO()
    guard PEM_write_bio_X509(bio.raw, raw) == 1 else { throw .drainingQueue("write a certificate") }
    return bio.text
  }

  /// The distinguished name of the subject in the form of RFC 2253, such as `CN=…,O=…`.
  package var subject: String { Self.text(of: X509_get_subject_name(raw)) }

  /// The distinguished name of the issuer, in the same form.
  package var issuer: String { Self.text(of: X509_get_issuer_name(raw)) }

  /// The public key that the certificate certifies.
  package func publicKey() throws(CryptoError) -> PublicKey {
    guard let key = X509_get_pubkey(raw) else { throw .drainingQueue("read a certificate's key") }
    return PublicKey(adopting: key)
  }

  /// Whether `key` is the private key of the certificate's public key.
  package func belongs(to key: PrivateKey) -> Bool {
    defer { ERR_clear_error() }
    return X509_check_private_key(raw, key.raw) == 1
  }

  /// Whether the certificate may sign others (RFC 5280 §4.2.1.9).
  package var mayIssue: Bool { X509_check_ca(raw) > 0 }

  /// Whether `issuer` is the certificate of the authority that signed this one: names, key usage and signature fit.
  package func isIssued(by issuer: Certificate) -> Bool {
    defer { ERR_clear_error() }
    guard X509_check_issued(issuer.raw, raw) == X509_V_OK, let key = X509_get_pubkey(issuer.raw) else { return false }
    defer { EVP_PKEY_free(key) }
    return X509_verify(raw, key) == 1
  }

  private static func encode(_ raw: OpaquePointer) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(raw, &bytes)
    guard count > 0, let bytes else { return [] }
    defer { mockidp_OPENSSL_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static func times(_ raw: OpaquePointer) -> (UnixTime, UnixTime)? {
    guard let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_TIME_free(epoch) }
    func time(_ encoded: UnsafePointer<ASN1_TIME>?) -> UnixTime? {
      var days: Int32 = 0
      var seconds: Int32 = 0
      guard ASN1_TIME_diff(&days, &seconds, epoch, encoded) == 1 else { return nil }
      return UnixTime(seconds: Int64(days) * 86_400 + Int64(seconds))
    }
    guard let notBefore = time(X509_get0_notBefore(raw)), let notAfter = time(X509_get0_notAfter(raw)) else {
      return nil
    }
    return (notBefore, notAfter)
  }

  private static func text(of name: OpaquePointer?) -> String {
    guard let bio = try? MemoryBIO() else { return "" }
    X509_NAME_print_ex(bio.raw, name, 0, mockidp_XN_FLAG_RFC2253)
    return bio.text
  }
}
