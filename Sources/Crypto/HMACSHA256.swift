import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// An HMAC context with its digest set; each use copies it. To look both up would take longer than a short message.
  /// `@unchecked Sendable` is true because threads only copy the context and never change it.
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

  /// The 32 bytes of the code, which only a holder of `key` can make. The key may have any length, also 0.
  package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    guard let prepared, let context = EVP_MAC_CTX_dup(prepared.raw) else { endForBrokenLibrary("authenticate") }
    defer { EVP_MAC_CTX_free(context) }
    let code = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      // A null pointer would mean the key of the last call, and an empty array may have no address.
      let isKeyed = key.isEmpty ? EVP_MAC_init(context, "", 0, nil) : EVP_MAC_init(context, key, key.count, nil)
      var length = 0
      guard isKeyed == 1, EVP_MAC_update(context, message, message.count) == 1,
        EVP_MAC_final(context, buffer.baseAddress, &length, buffer.count) == 1
      else { return }
      count = length
    }
    // An empty code would equal another empty one.
    if code.isEmpty { endForBrokenLibrary("authenticate") }
    return code
  }

  /// Whether `code` is the right one. The time does not depend on the place of a difference.
  package static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
    ConstantTime.equal(code, authenticate(message, key: key))
  }
}
