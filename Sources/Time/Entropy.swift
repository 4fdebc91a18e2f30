/// A source of random bytes: the system's generator, or a seed that makes a run repeatable.
package protocol Entropy: Sendable {
  /// The next `count` bytes. Without the seed no one can predict them.
  func bytes(_ count: Int) -> [UInt8]
}
