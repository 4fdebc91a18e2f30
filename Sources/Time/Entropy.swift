/// Where random bytes come from: the system's generator, or a seed that makes a run repeatable.
package protocol Entropy: Sendable {
  /// `count` bytes that nobody can foretell without the seed.
  func bytes(_ count: Int) -> [UInt8]
}
