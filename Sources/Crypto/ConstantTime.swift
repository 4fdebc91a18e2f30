import COpenSSL

/// Comparison of secrets.
package enum ConstantTime {
  /// Whether both are the same bytes. The time taken depends on the counts only.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }

  /// Whether both are the same UTF-8.
  package static func equal(_ left: String, _ right: String) -> Bool { equal(Array(left.utf8), Array(right.utf8)) }
}
