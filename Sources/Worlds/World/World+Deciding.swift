import Synchronization

/// A caller that looks whether a name is free, and then makes the object, decides once: nobody else changes the world between the two.
extension World {
  /// The world for which the calling thread decides.
  private static let deciding = TaskLocal<ObjectIdentifier?>(wrappedValue: nil)

  /// Runs `body` while nobody else changes the world. What `body` reads of the directory, the rules and the snapshots therefore still
  /// holds when it writes. Readers do not wait. `body` changes the world as ever, by `change` and what is made of it; it must not change
  /// another world, and must not wait for another thread that changes this one.
  package func decide<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
    guard Self.deciding.get() != ObjectIdentifier(self) else { return try body() }
    return try writing.withLock { _ in try Self.deciding.withValue(ObjectIdentifier(self)) { try body() } }
  }
}
