import Bytes
import Crypto
package import Directory
import JSON
import Synchronization
package import Time

/// The client assertions that came to a world: what a client keeps and sends again can be made old, and a new one is as fresh as its client made
/// it. The newest few thousand, by their digests. The store keeps those that were made older; a restart forgets the others.
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
  private let changes = Atomic<Int>(0)

  /// Grows whenever assertions become older, so that `keepMemory` sees cheaply that there is something to write.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// Those that were made older, as JSON. Nil when there are none.
  var kept: JSONValue? {
    let aged = sightings.withLock { $0.filter { $0.value.age != .zero } }
    guard !aged.isEmpty else { return nil }
    return .array(
      aged.map { (digest: Hex.encode($0.key), sighting: $0.value) }.sorted { $0.digest < $1.digest }.map { entry in
        [
          "digest": .string(entry.digest), "first": .integer(entry.sighting.first.ticks),
          "client": .string("\(entry.sighting.client)"), "age": .integer(entry.sighting.age.ticks),
        ]
      })
  }

  /// Goes on with what `kept` has written.
  func takeUp(_ kept: JSONValue?) {
    var taken: [[UInt8]: Sighting] = [:]
    for entry in kept?.array ?? [] {
      guard let digest = entry["digest"]?.string.flatMap({ Hex.decode($0) }), let first = entry["first"]?.integer,
        let client = entry["client"]?.string.flatMap({ Application.ID($0) }), let age = entry["age"]?.integer
      else { continue }
      taken[digest] = Sighting(first: UnixTime(ticks: first), client: client, age: Duration(ticks: age))
    }
    let new = taken
    sightings.withLock { sightings in
      noteChange()
      sightings = new
    }
  }

  /// Within the lock, as in `RuleBook`.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

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
      noteChange()
      return chosen.count
    }
  }

  func forget() {
    sightings.withLock { sightings in
      noteChange()
      sightings = [:]
    }
  }
}
