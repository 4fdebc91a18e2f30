package import Crypto
import Synchronization
package import Time

/// The work and school keys that the documents listed before a rotation.
struct FormerKeys: Sendable {
  let places: [PendingKey]
  /// By the world's clock.
  let rotatedAt: UnixTime
  /// How many documents were asked of them.
  var answers = 0
}

extension KeyRing {
  /// So long after a rotation one of two servers does not know of it. At the service it was hours to days (observed from 2025-02 to 2026-07).
  private static let delay = Duration.minutes(60)

  /// The keys as they were before the last rotation, in every second document of the hour after it, the first one among them. Nil for all
  /// other documents, which have the keys of now.
  package func formerByTurns(for audience: Audience, at now: UnixTime) throws(CryptoError) -> [PublishedKey]? {
    guard audience != .personal else { return nil }
    let places: [PendingKey]? = former.withLock { former in
      guard let rotatedAt = former?.rotatedAt, now - rotatedAt < Self.delay else { return nil }
      former?.answers += 1
      return former.flatMap { $0.answers % 2 == 1 ? $0.places : nil }
    }
    guard let places else { return nil }
    var listed: [PublishedKey] = []
    for place in places { if let key = try place.made() { listed.append(PublishedKey(key: key, isPersonal: false)) } }
    if audience == .everyone { listed.append(PublishedKey(key: try personal, isPersonal: true)) }
    return listed
  }
}
