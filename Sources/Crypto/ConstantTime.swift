import COpenSSL

/// Compares secrets, so that the time of an answer does not tell how much of a guess was right.
package enum ConstantTime {
  /// Whether both have the same bytes. The time depends on the lengths only.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }

  /// Whether both texts have the same bytes in UTF-8.
  package static func equal(_ left: String, _ right: String) -> Bool { equal(Array(left.utf8), Array(right.utf8)) }
}
