import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// HMAC with its digest chosen, to be copied for each use: looking both up would cost more than a short message.
  private struct Prepared: @unchecked Sendable {
    let raw: OpaquePointer

    init?() {
      mockidp_OPENSSL_begin()
      guard let algorithm = EVP_MAC_fetch(nil, "HMAC", nil) else { return nil }
      defer { EVP_MAC_free(algorithm) }
      guard let context = EVP_MAC_CTX_new(algorithm) else { return nil }
      guard mockidp_EVP_MAC_CTX_set_digest(context, "SHA256") == 1 else {
        EVP_MAC_CTX_free(context)
        return nil
      }
      raw = context
    }
  }

  private static let prepared = Prepared()

  /// The 32 bytes that prove knowledge of `key`. The key may have any length.
  package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    guard let prepared, let context = EVP_MAC_CTX_dup(prepared.raw) else { endForBrokenLibrary("authenticate") }
    defer { EVP_MAC_CTX_free(context) }
    let code = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      // A null key would mean "the key of last time"; an empty array may have no address.
      let isKeyed = key.isEmpty ? EVP_MAC_init(context, "", 0, nil) : EVP_MAC_init(context, key, key.count, nil)
      var length = 0
      guard isKeyed == 1, EVP_MAC_update(context, message, message.count) == 1,
        EVP_MAC_final(context, buffer.baseAddress, &length, buffer.count) == 1
      else { return }
      count = length
    }
    // An empty code would verify against another empty one.
    if code.isEmpty { endForBrokenLibrary("authenticate") }
    return code
  }

  /// Whether `code` is the right one, in a time that does not depend on where it differs.
  package static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
    ConstantTime.equal(code, authenticate(message, key: key))
  }
}
