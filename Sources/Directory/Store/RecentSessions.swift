import SQLite
import Synchronization

/// The sessions of browsers as they were read last. An app that renews its tokens in a hidden frame asks for those of one browser again and
/// again. All are forgotten as soon as any session changes.
final class RecentSessions: Sendable {
  struct Browser: Hashable {
    let world: Int64
    /// The digest of its handle.
    let digest: SQLiteValue
  }

  private struct Memory {
    /// The count of changes that all of them were read at.
    var count: UInt64 = 0
    var sessions: [Browser: [AccountSession]] = [:]
  }

  private let changes: ChangeCount
  private let memory = Mutex(Memory())

  private static let capacity = 256

  init(_ changes: ChangeCount) { self.changes = changes }

  /// What to keep sessions with that are read now, by whoever has the connection.
  var count: UInt64 { changes.value }

  subscript(browser: Browser) -> [AccountSession]? {
    let count = count
    return memory.withLock { $0.count == count ? $0.sessions[browser] : nil }
  }

  func keep(_ sessions: [AccountSession], of browser: Browser, readAt count: UInt64) {
    memory.withLock { memory in
      if memory.count != count || memory.sessions.count >= Self.capacity { memory = Memory(count: count) }
      memory.sessions[browser] = sessions
    }
  }
}
