import Crypto
package import Directory
import Synchronization
package import Time

/// The client assertions that came to a world: what a client keeps and sends again can be made old, and a new one is as fresh as its client made
/// it. The newest few thousand, by their digests; a restart forgets them.
package final class SeenAssertions: Sendable {
  /// What is known of one.
  package struct Sighting: Sendable, Hashable {
    /// The world's time when it first came.
    package var first: UnixTime
    package var client: Application.ID
    /// How much older it was made.
    package var age = Duration.zero
  }

  private static let capacity = 4_096

  private let sightings = Mutex<[[UInt8]: Sighting]>([:])

  /// Notes that the assertion came, and tells when it came first.
  package func note(_ assertion: String, of client: Application.ID, at now: UnixTime) -> Sighting {
    let digest = Array(SHA256.hash(Array(assertion.utf8)).prefix(16))
    return sightings.withLock { sightings in
      if let known = sightings[digest] { return known }
      if sightings.count >= Self.capacity { sightings = [:] }
      let sighting = Sighting(first: now, client: client)
      sightings[digest] = sighting
      return sighting
    }
  }

  /// Makes those of one client, or all, older; returns how many there were.
  func age(of client: Application.ID?, by age: Duration) -> Int {
    sightings.withLock { sightings in
      let chosen = sightings.filter { client == nil || $0.value.client == client }.map(\.key)
      for digest in chosen { sightings[digest]?.age += age }
      return chosen.count
    }
  }

  func forget() { sightings.withLock { $0 = [:] } }
}
