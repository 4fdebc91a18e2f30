package import Directory
import JSON
import Synchronization
package import Time

/// Counts equal renewals, as the service does: an app that asks for the same tokens of the same user again and again is stopped (Microsoft:
/// "Handle errors and exceptions in MSAL", AADSTS50196; observed: about fifteen within five minutes). The store and snapshots keep the
/// count, so that a server that takes the world up goes on with it. A single renewal is not kept: each good client makes one, and the
/// memory of a world is written as a whole.
package final class RequestLoops: Sendable {
  /// The renewal of this number is refused.
  package static let limit = 15
  /// The time that counts.
  package static let span = Duration.minutes(5)

  private struct Key: Hashable {
    var client: Application.ID
    var user: User.ID
    var scopes: String
  }

  /// A world has as many keys at a time; those whose time is over go first.
  private static let capacity = 4_096

  private let renewals = Mutex<[Key: [UnixTime]]>([:])
  private let changes = Atomic<Int>(0)

  /// Grows with each renewal that is counted, so that `keepMemory` sees cheaply that there is something to write.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// How many equal renewals there were within five minutes, with this one.
  package func count(client: Application.ID, user: User.ID, scopes: String, at now: UnixTime) -> Int {
    renewals.withLock { renewals in
      if renewals.count >= Self.capacity {
        renewals = renewals.filter { $0.value.contains { now - $0 < Self.span } }
        if renewals.count >= Self.capacity { renewals = [:] }
      }
      let key = Key(client: client, user: user, scopes: scopes)
      let recent = (renewals[key] ?? []).filter { now - $0 < Self.span } + [now]
      renewals[key] = recent.suffix(Self.limit).map(\.self)
      if recent.count > 1 { noteChange() }
      return recent.count
    }
  }

  /// Within the lock, as in `RuleBook`.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  func forget() {
    renewals.withLock { renewals in
      guard !renewals.isEmpty else { return }
      noteChange()
      renewals = [:]
    }
  }

  // MARK: What outlives the process

  /// What counts at that time, as JSON. Nil when nothing does.
  func kept(at now: UnixTime) -> JSONValue? {
    let counted = renewals.withLock { $0 }.compactMap { key, times -> (order: String, value: JSONValue)? in
      let recent = times.filter { now - $0 < Self.span }
      guard recent.count > 1 else { return nil }
      return (
        "\(key.client) \(key.user) \(key.scopes)",
        [
          "client": .string("\(key.client)"), "user": .string("\(key.user)"), "scopes": .string(key.scopes),
          "times": .array(recent.map { .integer($0.ticks) }),
        ]
      )
    }
    guard !counted.isEmpty else { return nil }
    return .array(counted.sorted { $0.order < $1.order }.map(\.value))
  }

  /// Goes on with what `kept` has written.
  func takeUp(_ kept: JSONValue?) {
    var taken: [Key: [UnixTime]] = [:]
    for entry in kept?.array ?? [] {
      guard let client = entry["client"]?.string.flatMap({ Application.ID($0) }),
        let user = entry["user"]?.string.flatMap({ User.ID($0) }), let scopes = entry["scopes"]?.string
      else { continue }
      taken[Key(client: client, user: user, scopes: scopes)] = (entry["times"]?.array ?? [])
        .compactMap(\.integer).map { UnixTime(ticks: $0) }
    }
    let new = taken
    renewals.withLock { renewals in
      noteChange()
      renewals = new
    }
  }
}
