import Synchronization
import Time

/// Bytes that follow from a seed: the same seed and the same order of calls give the same bytes in every run.
///
/// The stream is SHA-256("mockidp seeded entropy" ‖ seed ‖ 0), … ‖ 1), …; seed and counter are eight bytes each, most
/// significant first. Every call starts at a new block, so the size of one call does not move the bytes of another.
/// Several threads may use it; their order then decides which thread gets which block.
package final class SeededEntropy: Entropy {
  /// Two values with one seed give the same bytes.
  package let seed: UInt64
  private let nextBlock = Atomic<UInt64>(0)

  package init(seed: UInt64) { self.seed = seed }

  /// The next `count` bytes of the stream; none for 0 and below.
  package func bytes(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    let blocks = UInt64((count + 31) / 32)
    let first = nextBlock.wrappingAdd(blocks, ordering: .relaxed).oldValue
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(blocks) * 32)
    for offset in 0..<blocks {
      bytes += SHA256.hash(
        Array("mockidp seeded entropy".utf8) + Self.bytes(of: seed) + Self.bytes(of: first &+ offset))
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func bytes(of word: UInt64) -> [UInt8] { withUnsafeBytes(of: word.bigEndian) { Array($0) } }
}
