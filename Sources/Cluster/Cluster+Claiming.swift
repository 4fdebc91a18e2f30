import Directory
import PostgreSQL
import SQLite
import Scenarios
import Synchronization
import Worlds

/// Claiming a world: PostgreSQL decides, in one statement, who has it.
extension Cluster {
  /// What PostgreSQL says of a world's owner.
  private struct Ownership {
    let owner: Int64?
    let epoch: Int64?
    /// Whether the owner's lease was not taken away, and whether it holds.
    let isValid: Bool
    let holds: Bool
    let schemaVersion: Int64
  }

  /// Finds the owner of a world, or claims it. False: try again in a moment.
  func claimOrFind(_ world: World, _ isRelayed: Bool) throws -> Bool {
    let number = world.store.row
    if isMine(number) { return true }
    guard let lease = shared.lease, shared.holdsLease else { return false }
    guard let ownership = try read(number) else {
      // It has ended: the list of worlds says so in a moment.
      shared.refresh { _ in }
      set(nil, of: number)
      return true
    }
    if ownership.holds, let owner = ownership.owner {
      guard owner == lease.id else {
        set(.other(owner), of: number)
        // A request was relayed to a server that lost the world in between. It is not relayed again.
        return shared.replica(owner) != nil
      }
    } else if ownership.isValid, let owner = ownership.owner, let epoch = ownership.epoch {
      // Its lease is over, and nobody has taken it away yet.
      guard shared.mayTakeOver else { return false }
      try fence(owner, epoch)
    }
    if !isRelayed || isEnding, let winner = winner(number, ownership.schemaVersion, own: lease.id),
      winner != lease.id
    {
      set(.other(winner), of: number)
      return true
    }
    guard ownership.schemaVersion <= options.schemaVersion, !isEnding else { return false }
    return try claim(world, lease)
  }

  private func winner(_ number: Int64, _ version: Int64, own: Int64) -> Int64? {
    let able = shared.replicas.filter { replica in
      !replica.isLeaving && replica.schemaVersion >= version && !(isEnding && replica.id == own)
    }
    return Rendezvous.winner(for: number, among: able.map(\.id))
  }

  private func read(_ number: Int64) throws(PostgreSQLError) -> Ownership? {
    let row = try shared.with { connection throws(PostgreSQLError) in
      try connection.run(
        """
        SELECT w.owner, w.owner_epoch, r.id IS NOT NULL, COALESCE(r.ends > clock_timestamp(), false), w.schema_version
        FROM world w LEFT JOIN replica r ON r.id = w.owner AND r.epoch = w.owner_epoch
        WHERE w.id = $1 AND w.ended IS NULL
        """, .bigint(number))
    }.first
    return row.map {
      Ownership(
        owner: $0.optionalBigint(0), epoch: $0.optionalBigint(1), isValid: $0.bool(2), holds: $0.bool(3),
        schemaVersion: $0.bigint(4))
    }
  }

  /// Takes the lease of a server away that did not renew it. This waits for a batch of its that is under way; a batch that comes later
  /// keeps nothing.
  private func fence(_ owner: Int64, _ epoch: Int64) throws(PostgreSQLError) {
    _ = try shared.with { connection throws(PostgreSQLError) in
      try connection.run(
        "UPDATE replica SET epoch = epoch + 1 WHERE id = $1 AND epoch = $2 AND ends < clock_timestamp()",
        .bigint(owner), .bigint(epoch))
    }
  }

  private func claim(_ world: World, _ lease: SharedDatabase.Lease) throws -> Bool {
    let number = world.store.row
    let generation = state.withLock { $0.generation }
    let (claim, rows) = try shared.with { connection throws(PostgreSQLError) in
      try connection.transaction { () throws(PostgreSQLError) -> (PostgreSQLRow?, [ReplicatedRow]) in
        let claim = try connection.run(
          """
          WITH lease AS MATERIALIZED (SELECT 1 FROM replica WHERE id = $2 AND epoch = $3 FOR SHARE),
          before AS MATERIALIZED (SELECT left_well FROM world WHERE id = $1 FOR UPDATE)
          UPDATE world w SET owner = $2, owner_epoch = $3, claims = claims + 1, left_well = false,
            schema_version = greatest(schema_version, $4), used = clock_timestamp()
          FROM lease, before
          WHERE w.id = $1 AND w.ended IS NULL AND (w.owner IS NULL OR (w.owner = $2 AND w.owner_epoch = $3)
            OR NOT EXISTS (SELECT 1 FROM replica r WHERE r.id = w.owner AND r.epoch = w.owner_epoch))
          RETURNING w.claims, before.left_well, w.scenario, w.recipe, w.made
          """, .bigint(number), .bigint(lease.id), .bigint(lease.epoch), .bigint(options.schemaVersion)
        ).first
        guard claim != nil else { return (nil, []) }
        let rows = try connection.run("SELECT kind, key, image FROM row WHERE world = $1", .bigint(number)).all
        return (claim, rows.map { ReplicatedRow(kind: $0.bigint(0), key: $0.bytea(1), image: $0.bytea(2)) })
      }
    }
    guard let claim else { return false }
    return try moving.withLock { _ in
      // All worlds were lost meanwhile: what was read may be another server's by now.
      guard state.withLock({ $0.generation }) == generation else { return false }
      // It was made here meanwhile, and may have gone on since its rows were read.
      guard !isMine(number) else { return true }
      try world.store.readIn(rows)
      try world.takeUp(
        afterClaims: claim.bigint(0), wasLeftWell: claim.bool(1) || claim.bigint(0) == 1,
        exchanges: rows.compactMap { Self.exchange(of: $0) })
      registry?.touch(world)
      // The number at which the journal begins is kept before anybody is told of an exchange, and so is what the seeds have made of the memory:
      // a request that only reads finds nothing to write, and is answered while PostgreSQL is away, too.
      set(.arriving, of: number)
      do { try world.keepMemory() } catch {
        set(nil, of: number)
        throw error
      }
      set(.mine(requests: 0), of: number)
      return true
    }
  }
}
