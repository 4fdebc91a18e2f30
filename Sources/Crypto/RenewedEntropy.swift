import Synchronization
import Time

/// Bytes that follow from a seed and from how often they began anew. A world that goes on on another server must not hand the
/// same codes out again.
package final class RenewedEntropy: Entropy {
  private let seed: UInt64
  private let current: Mutex<SeededEntropy>

  package init(seed: UInt64) {
    self.seed = seed
    current = Mutex(SeededEntropy(seed: seed))
  }

  /// Begins the sequence of that number.
  package func begin(_ number: Int64) {
    let digest = SHA256.hash(Array("mockidp/claim/\(seed)/\(number)".utf8))
    let next = SeededEntropy(seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    current.withLock { $0 = next }
  }

  package func bytes(_ count: Int) -> [UInt8] { current.withLock { $0 }.bytes(count) }
}
