package import Directory
import Synchronization
package import Time

/// Counts equal renewals, as the service does: an app that asks for the same tokens of the same user again and again is stopped (Microsoft:
/// "Handle errors and exceptions in MSAL", AADSTS50196; observed: about fifteen within five minutes).
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

  private static let capacity = 4_096

  private let renewals = Mutex<[Key: [UnixTime]]>([:])

  /// How many equal renewals there were within five minutes, with this one.
  package func count(client: Application.ID, user: User.ID, scopes: String, at now: UnixTime) -> Int {
    renewals.withLock { renewals in
      if renewals.count >= Self.capacity { renewals = [:] }
      let key = Key(client: client, user: user, scopes: scopes)
      let recent = (renewals[key] ?? []).filter { now - $0 < Self.span } + [now]
      renewals[key] = recent.suffix(Self.limit).map(\.self)
      return recent.count
    }
  }

  func forget() { renewals.withLock { $0 = [:] } }
}
