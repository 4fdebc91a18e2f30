import COpenSSL

/// Certificates as a file that Java takes for a trust store (PKCS #12, RFC 7292).
package enum TrustStore {
  /// Neither the certificates nor their names are encrypted; the password makes the check sum, which Java insists on. The sum is
  /// SHA-1's, since virtual machines before the middle of 2021 know no other.
  package static func pkcs12(_ certificates: [Certificate], password: String) throws(CryptoError) -> [UInt8] {
    let operation = "make a trust store"
    var bags: OpaquePointer?
    defer { mockidp_PKCS12_free_bags(bags) }
    for (index, certificate) in certificates.enumerated() {
      // Java keeps one certificate for each name.
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
