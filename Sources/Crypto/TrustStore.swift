import COpenSSL

/// A file with certificates that Java reads as a trust store (PKCS #12, RFC 7292).
package enum TrustStore {
  /// The bytes of the file. Certificates and names are not encrypted; the password is for the checksum, which Java
  /// demands. The checksum uses SHA-1, because Java before the middle of 2021 knows no other.
  package static func pkcs12(_ certificates: [Certificate], password: String) throws(CryptoError) -> [UInt8] {
    let operation = "make a trust store"
    var bags: OpaquePointer?
    defer { mockidp_PKCS12_free_bags(bags) }
    for (index, certificate) in certificates.enumerated() {
      // Java keeps one certificate for each name, so every certificate gets its own.
      guard mockidp_PKCS12_add_trusted(&bags, certificate.raw, "mockidp-\(index)") == 1 else {
        throw .drainingQueue(operation)
      }
    }
    guard let store = mockidp_PKCS12_create(bags, password) else { throw .drainingQueue(operation) }
    defer { PKCS12_free(store) }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_PKCS12(store, &bytes)
    guard count > 0, let bytes else { throw .drainingQueue(operation) }
    defer { mockidp_OPENSSL_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
