package import Directory
import Synchronization
package import Time

/// Who has given wrong passwords how often, in memory: ten in a row lock an account for a minute of the world's time
/// (Microsoft: "Protect user accounts from attacks with smart lockout").
package final class PasswordLockout: Sendable {
  package static let limit = 10
  package static let lockedTime = Duration.seconds(60)

  private struct Failures {
    var count: Int
    var last: UnixTime
  }

  private let failures = Mutex<[User.ID: Failures]>([:])

  package func isLocked(_ user: User.ID, at now: UnixTime) -> Bool {
    failures.withLock { failures in
      guard let entry = failures[user], entry.count >= Self.limit else { return false }
      return now - entry.last < Self.lockedTime
    }
  }

  /// Counts a wrong password. After a quiet minute the count starts anew.
  package func countFailure(of user: User.ID, at now: UnixTime) {
    failures.withLock { failures in
      var entry = failures[user] ?? Failures(count: 0, last: now)
      if now - entry.last >= Self.lockedTime { entry.count = 0 }
      entry.count += 1
      entry.last = now
      failures[user] = entry
    }
  }

  /// A right password ends the row.
  package func clear(_ user: User.ID) { failures.withLock { $0[user] = nil } }

  package func clear() { failures.withLock { $0 = [:] } }
}
