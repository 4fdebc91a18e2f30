import Synchronization

/// What was found out or put together lately, by what decides it. It begins anew when it is full: what fills it with ever new keys gets
/// no more memory for that.
package final class RecentFindings<Key: Hashable & Sendable, Finding: Sendable>: Sendable {
  private let findings = Mutex<[Key: Finding]>([:])
  private let capacity: Int

  package init(capacity: Int) { self.capacity = capacity }

  package subscript(_ key: Key) -> Finding? { findings.withLock { $0[key] } }

  package func keep(_ finding: Finding, for key: Key) {
    findings.withLock { findings in
      if findings.count >= capacity { findings = [:] }
      findings[key] = finding
    }
  }

  func forget() { findings.withLock { $0 = [:] } }
}
