import COpenSSL
import Time

/// OpenSSL's random generator, which the system's seeds.
package struct SystemEntropy: Entropy {
  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard RAND_bytes(buffer.baseAddress, Int32(clamping: count)) == 1 else {
        // There is nothing to fall back on: bytes that can be foretold would be worse than none.
        endForBrokenLibrary("read random bytes")
      }
      initialized = count
    }
  }
}
