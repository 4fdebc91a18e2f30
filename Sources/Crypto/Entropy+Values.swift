package import Bytes
package import Time

extension Entropy {
  /// A new version 4 GUID.
  package func guid() -> GUID { GUID(random: bytes(16)) }

  /// `byteCount` random bytes in base64url, for a code, a handle or a nonce.
  package func token(_ byteCount: Int) -> String { Base64.encodeURL(bytes(byteCount)) }

  /// A number from 0 to `bound` - 1, each as likely as the others; 0 when `bound` is less than 2.
  package func uniform(below bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    let bound = UInt64(bound)
    // Words at or above the last whole multiple of `bound` are drawn again, because they would make small numbers
    // more likely.
    let limit = UInt64.max - UInt64.max % bound
    while true {
      let word = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if word < limit { return Int(word % bound) }
    }
  }
}
