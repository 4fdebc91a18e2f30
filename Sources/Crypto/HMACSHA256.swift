import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// The 32 bytes that prove knowledge of `key`. The key may have any length.
  package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let code = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      // A null key would mean "the key of last time"; an empty array may have no address.
      let result =
        key.isEmpty
        ? HMAC(Digest.sha256.raw, "", 0, message, message.count, buffer.baseAddress, &length)
        : HMAC(Digest.sha256.raw, key, Int32(clamping: key.count), message, message.count, buffer.baseAddress, &length)
      if result != nil { count = Int(length) }
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
