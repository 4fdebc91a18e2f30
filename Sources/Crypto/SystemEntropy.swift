import COpenSSL
import Synchronization
import Time

/// OpenSSL's random generator, which the operating system seeds. Each draw takes microseconds for any size, so small
/// requests are served from a larger draw. Bytes that were served are wiped.
package final class SystemEntropy: Entropy {
  private struct Reserve {
    var bytes: [UInt8] = []
    var used = 0
  }

  private static let reserveSize = 4_096
  private static let largestShare = 256

  private let reserve = Mutex(Reserve())

  package init() {}

  /// `count` random bytes. Ends the process when OpenSSL cannot give any.
  package func bytes(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    guard count <= Self.largestShare else { return Self.draw(count) }
    return reserve.withLock { reserve in
      if reserve.bytes.count - reserve.used < count { reserve = Reserve(bytes: Self.draw(Self.reserveSize)) }
      let used = reserve.used
      reserve.used += count
      return reserve.bytes.withUnsafeMutableBufferPointer { bytes in
        let served = UnsafeMutableBufferPointer(rebasing: bytes[used..<used + count])
        defer { served.update(repeating: 0) }
        return Array(served)
      }
    }
  }

  private static func draw(_ count: Int) -> [UInt8] {
    mockidp_OPENSSL_begin()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard RAND_bytes(buffer.baseAddress, Int32(clamping: count)) == 1 else {
        // There is no safe alternative: predictable bytes would be worse than none.
        endForBrokenLibrary("read random bytes")
      }
      initialized = count
    }
  }
}
