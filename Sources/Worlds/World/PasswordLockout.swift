package import Directory
import JSON
package import Policy
import Synchronization
package import Time

/// Counts wrong passwords for each account. Ten in a row lock the account for a minute of the world's time
/// (Microsoft: "Protect user accounts from attacks with smart lockout").
package final class PasswordLockout: Sendable {
  /// How many wrong passwords in a row lock the account.
  package static let limit = 10
  /// How long the account is locked after the last wrong password, and after which time wrong passwords are forgotten.
  package static let lockedTime = Duration.seconds(60)

  private struct Failures {
    var count: Int
    var last: UnixTime
  }

  private let failures = Mutex<[User.ID: Failures]>([:])
  private let changes = Atomic<Int>(0)

  /// Grows with every change, so that `keepMemory` sees cheaply that there is something to write.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// Within the lock, as in `RuleBook`.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  /// The wrong passwords as JSON. Nil when there are none.
  var kept: JSONValue? {
    let failures = failures.withLock { $0 }
    guard !failures.isEmpty else { return nil }
    let members = failures.sorted { $0.key < $1.key }.map { user, failures in
      JSONObject.Member(
        name: "\(user)", value: ["count": .integer(Int64(failures.count)), "last": .integer(failures.last.ticks)])
    }
    return .object(JSONObject(members))
  }

  /// Goes on with the wrong passwords that `kept` has written.
  func takeUp(_ kept: JSONValue?) {
    failures.withLock { failures in
      failures = [:]
      for member in kept?.object?.members ?? [] {
        guard let user = User.ID(member.name), let count = member.value["count"]?.integer,
          let last = member.value["last"]?.integer
        else { continue }
        failures[user] = Failures(count: Int(clamping: count), last: UnixTime(ticks: last))
      }
    }
  }

  /// The password check of the sign-in page and of the password grant. The server does not look at the password of a
  /// locked account. A wrong password counts; a right one sets the count to 0.
  ///
  /// `account` has the password; `user` is the object in the tenant of the sign-in. The two differ for a guest.
  package func check(_ password: String, of account: User, as user: User, tenant: String, at now: UnixTime)
    -> Reasoned<PasswordCheck>
  {
    guard !isLocked(account.id, at: now) else {
      return Reasoned(
        .refused(Refusal(.accountLocked)),
        because: ["'\(account.alias)' is locked for a minute after too many wrong passwords"])
    }
    let decision = PasswordCheck.evaluate(password, of: account, as: user, tenant: tenant, at: now)
    switch decision {
    case .accepted: clear(account.id)
    case .refused(let refusal) where refusal.kind == .invalidPassword: countFailure(of: account.id, at: now)
    case .refused: break
    }
    return Reasoned(decision, because: [])
  }

  package func isLocked(_ user: User.ID, at now: UnixTime) -> Bool {
    failures.withLock { failures in
      guard let entry = failures[user], entry.count >= Self.limit else { return false }
      return now - entry.last < Self.lockedTime
    }
  }

  /// Counts a wrong password. After a minute without a wrong password the count begins again at 1.
  func countFailure(of user: User.ID, at now: UnixTime) {
    failures.withLock { failures in
      noteChange()
      var entry = failures[user] ?? Failures(count: 0, last: now)
      if now - entry.last >= Self.lockedTime { entry.count = 0 }
      entry.count += 1
      entry.last = now
      failures[user] = entry
    }
  }

  package func clear(_ user: User.ID) {
    failures.withLock { failures in
      if failures.removeValue(forKey: user) != nil { noteChange() }
    }
  }

  /// Forgets the wrong passwords of all accounts.
  package func clear() {
    failures.withLock { failures in
      noteChange()
      failures = [:]
    }
  }
}
