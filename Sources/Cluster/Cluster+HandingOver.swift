import Directory
import PostgreSQL
import Scenarios
import Synchronization
import Time
import Worlds

/// Worlds go from server to server: when another one should have them, when this one ends, and when it was held for dead.
extension Cluster {
  /// The worlds here of which no request is under way.
  private var idle: [Int64] {
    state.withLock { state in
      state.ownerships.compactMap { number, ownership in if case .mine(requests: 0) = ownership { number } else { nil }
      }
    }
  }

  /// Begins to hand worlds over: no further request is answered here from those of which none is under way.
  private func release(_ numbers: [Int64]) {
    let released = state.withLock { state in
      numbers.filter { number in
        guard case .mine(requests: 0) = state.ownerships[number] else { return false }
        state.ownerships[number] = .leaving(requests: 0)
        return true
      }
    }
    handOver(released)
  }

  /// Hands worlds over, from which nobody is answered any more: what they changed is kept, then they belong to nobody.
  func handOver(_ numbers: [Int64]) {
    guard !numbers.isEmpty else { return }
    shared.batches.promote(Set(numbers))
    shared.batches.whenAllKept { [self] outcome in
      shared.later { [self] in
        // Those that were lost meanwhile, and claimed anew perhaps, are not handed over.
        let numbers = leaving(numbers)
        guard case .kept = outcome, let lease = shared.lease else { return keepOn(numbers) }
        guard let claims = try? claims(of: numbers, lease) else { return keepOn(numbers) }
        // When this fails, it may be carried out later nevertheless. So whoever asks next claims the world anew, here too, after which
        // the statement comes too late.
        try? free(after: claims, lease)
        moving.withLock { _ in
          for number in leaving(numbers) {
            empty(number)
            set(nil, of: number)
          }
        }
      }
    }
  }

  /// Those of the worlds that are to be handed over still.
  private func leaving(_ numbers: [Int64]) -> [Int64] {
    state.withLock { state in
      numbers.filter { if case .leaving = state.ownerships[$0] { true } else { false } }
    }
  }

  /// How often each world was claimed, of those that PostgreSQL says are here.
  private func claims(
    of numbers: [Int64], _ lease: SharedDatabase.Lease
  ) throws(PostgreSQLError) -> [(world: Int64, count: Int64)] {
    try shared.with { connection throws(PostgreSQLError) in
      try connection.run(
        "SELECT id, claims FROM world WHERE id = ANY($1::bigint[]) AND owner = $2 AND owner_epoch = $3",
        .bigints(numbers), .bigint(lease.id), .bigint(lease.epoch))
    }.all.map { ($0.bigint(0), $0.bigint(1)) }
  }

  private func free(
    after claims: [(world: Int64, count: Int64)], _ lease: SharedDatabase.Lease
  ) throws(PostgreSQLError) {
    _ = try shared.with { connection throws(PostgreSQLError) in
      try connection.run(
        """
        UPDATE world w SET owner = NULL, owner_epoch = NULL, left_well = ($5 = 1), used = clock_timestamp()
        FROM unnest($1::bigint[], $2::bigint[]) AS known (id, claims)
        WHERE w.id = known.id AND w.claims = known.claims AND w.owner = $3 AND w.owner_epoch = $4
        """, .bigints(claims.map(\.world)), .bigints(claims.map(\.count)), .bigint(lease.id), .bigint(lease.epoch),
        .bigint(shared.batches.isWhole ? 1 : 0))
    }
  }

  /// They go on being this server's, since nobody could be told of it.
  private func keepOn(_ numbers: [Int64]) {
    state.withLock { state in
      for number in numbers {
        if case .leaving(let requests) = state.ownerships[number] {
          state.ownerships[number] = .mine(requests: requests)
        }
      }
    }
  }

  /// Lets go of what this server has in memory of a world.
  func empty(_ number: Int64) {
    guard let world = registry?.world(ofRow: number) else { return }
    try? world.store.letGo()
    world.forgetAll()
  }

  /// Another server has taken over what this one had: all of it is forgotten, and nobody is told of what was not kept.
  func loseAll() {
    moving.withLock { _ in
      let numbers = state.withLock { state in
        state.generation += 1
        defer { state.ownerships = [:] }
        return Array(state.ownerships.keys)
      }
      for number in numbers { empty(number) }
    }
  }

  /// Once a second: worlds that another server should have are handed over while nobody asks for them.
  func tick() {
    guard let registry else { return }
    balance(registry)
    noteUse()
  }

  /// How many worlds are handed over in a second, and how long nobody must have asked for them.
  private static let movesEachSecond = 200
  private static let restBeforeMove = 2 * UnixTime.ticksPerSecond

  private func balance(_ registry: WorldRegistry) {
    guard let lease = shared.lease, !isEnding else { return }
    // An older program cannot read what stands here.
    let living = shared.replicas.filter { !$0.isLeaving && $0.schemaVersion >= options.schemaVersion }.map(\.id)
    let moving = idle.filter { number in
      guard let world = registry.world(ofRow: number), registry.rest(of: world).ticks >= Self.restBeforeMove,
        let winner = Rendezvous.winner(for: number, among: living)
      else { return false }
      return winner != lease.id
    }
    release(Array(moving.prefix(Self.movesEachSecond)))
  }

  /// Tells PostgreSQL twice a minute which worlds are used, so that those that nobody owns end when their idle time is over.
  private func noteUse() {
    guard let lease = shared.lease, ClusterClock.uptime / UnixTime.ticksPerSecond % 30 == 0 else { return }
    _ = try? shared.with { connection throws(PostgreSQLError) in
      _ = try connection.run(
        "UPDATE world SET used = clock_timestamp() WHERE owner = $1 AND owner_epoch = $2", .bigint(lease.id),
        .bigint(lease.epoch))
      // Those that nobody has, and nobody has asked for.
      _ = try connection.run(
        """
        UPDATE world w SET ended = clock_timestamp(), changed = pg_current_xact_id() WHERE ended IS NULL AND idle IS NOT NULL
          AND used + idle / 10 * interval '1 microsecond' < clock_timestamp()
          AND NOT EXISTS (SELECT 1 FROM replica r WHERE r.id = w.owner AND r.epoch = w.owner_epoch AND r.ends > clock_timestamp())
        """)
      _ = try connection.run(
        "DELETE FROM row WHERE world IN (SELECT id FROM world WHERE ended < clock_timestamp() - interval '10 s' LIMIT 100)"
      )
      _ = try connection.run("DELETE FROM world WHERE ended < clock_timestamp() - interval '1 hour'")
      _ = try connection.run("DELETE FROM replica WHERE ends < clock_timestamp() - interval '1 day'")
    }
  }

  /// Before the sockets close: this server claims no further world, and hands over those of which no request is under way. The others take
  /// what is asked for next.
  package func beginEnding() {
    state.withLock { $0.isLeaving = true }
    shared.announceLeaving()
    release(idle)
  }

  /// Hands the rest over, and leaves the cluster. Called when no request is under way any more.
  package func end(within seconds: Double) {
    state.withLock { $0.isLeaving = true }
    shared.leave(within: seconds)
  }
}
