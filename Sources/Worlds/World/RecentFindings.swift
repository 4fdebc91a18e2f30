import Synchronization

/// A cache of findings by key. When it is full, it forgets all of them and begins again, so that a client that sends
/// ever new keys cannot fill the memory.
package final class RecentFindings<Key: Hashable & Sendable, Finding: Sendable>: Sendable {
  private let findings = Mutex<[Key: Finding]>([:])
  private let capacity: Int

  /// `capacity` is how many findings it holds at most.
  package init(capacity: Int) { self.capacity = capacity }

  /// Nil for a key that is not, or no longer, in the cache.
  package subscript(_ key: Key) -> Finding? { findings.withLock { $0[key] } }

  /// Replaces an older finding of that key.
  package func keep(_ finding: Finding, for key: Key) {
    findings.withLock { findings in
      if findings.count >= capacity { findings = [:] }
      findings[key] = finding
    }
  }

  func forget() { findings.withLock { $0 = [:] } }
}
