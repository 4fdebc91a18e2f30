import Bytes
import Synchronization
package import Time

/// The one-time codes that went to customers of this world, the newest last. Nothing is mailed: a test reads them here. Kept in memory.
package final class OneTimeCodes: Sendable {
  /// One code, and where it went.
  package struct Entry: Sendable, Hashable {
    /// An e-mail address or a phone number.
    package var target: String
    package var code: String
    /// What it proves: `signIn`, `signUp`, `passwordReset`, `secondFactor`.
    package var purpose: String
    /// The aliases of tenant and app.
    package var tenant: String
    package var client: String
    package var sentAt: UnixTime

    package init(
      _ code: String, to target: String, for purpose: String, tenant: String, client: String, at now: UnixTime
    ) {
      self.code = code
      self.target = target
      self.purpose = purpose
      self.tenant = tenant
      self.client = client
      sentAt = now
    }
  }

  /// At most this many are kept.
  private static let capacity = 1_000

  private let state = Mutex<[Entry]>([])

  package init() {}

  package func note(_ entry: Entry) {
    state.withLock { entries in
      if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 10) }
      entries.append(entry)
    }
  }

  /// The codes that went to a target, the newest first; with nil those to anybody. ASCII case does not count.
  package func entries(to target: String?) -> [Entry] {
    let all = state.withLock { $0 }
    return all.reversed().filter { entry in target.map { ASCII.equalIgnoringCase($0, entry.target) } ?? true }
  }

  package func clear() { state.withLock { $0 = [] } }
}
