import COpenSSL

/// A file with a private key and its certificate, protected by a password (RFC 7292): `.pfx` and `.p12`.
package enum PKCS12 {
  /// The key and the certificate as one PEM text, the key first.
  /// - Throws: `CryptoError` for bytes that are not such a file, for another password, and for a file without a key or without a certificate.
  package static func pem(_ bytes: [UInt8], password: String) throws(CryptoError) -> String {
    let operation = "read a PKCS #12 file"
    mockidp_OPENSSL_begin()
    let raw: OpaquePointer? = bytes.withUnsafeBufferPointer {
      var position = $0.baseAddress
      return d2i_PKCS12(nil, &position, $0.count)
    }
    guard let raw else { throw .drainingQueue(operation) }
    defer { PKCS12_free(raw) }
    var (key, certificate): (OpaquePointer?, OpaquePointer?)
    // The others in the file are those of authorities, which nobody needs here.
    guard PKCS12_parse(raw, password, &key, &certificate, nil) == 1 else { throw .drainingQueue(operation) }
    let owned = key.map { PrivateKey(adopting: $0) }
    let found = try certificate.map { raw throws(CryptoError) in try Certificate(adopting: raw) }
    guard let owned, let found else {
      throw CryptoError(operation, reasons: ["it has no private key with its certificate"])
    }
    return try owned.pem() + found.pem()
  }
}
