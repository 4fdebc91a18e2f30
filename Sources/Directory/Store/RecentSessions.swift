import SQLite
import Synchronization

/// The sessions of the browsers that were read last. An app that renews its tokens in a hidden frame reads the
/// sessions of one browser again and again. Any change of any session empties the whole memory, so that it never
/// answers with an old session.
final class RecentSessions: Sendable {
  struct Browser: Hashable {
    let world: Int64
    /// The digest of the browser's handle.
    let digest: SQLiteValue
  }

  private struct Memory {
    /// The count of changes at which all these sessions were read.
    var count: UInt64 = 0
    var sessions: [Browser: [AccountSession]] = [:]
  }

  private let changes: ChangeCount
  private let memory = Mutex(Memory())

  private static let capacity = 256

  init(_ changes: ChangeCount) { self.changes = changes }

  /// The count to keep sessions with. The caller reads it while it holds the connection, so that no change comes
  /// between.
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
