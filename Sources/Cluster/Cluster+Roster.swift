import Directory
import PostgreSQL
import SQLite
import Scenarios
import Synchronization
package import Time
package import Worlds

extension Cluster: WorldRoster {
  package func enroll(
    name: String, scenario: String, recipe: String, idleTimeout: Duration, madeAt: UnixTime, replacing: Bool
  ) throws -> Int64? {
    let number = WorldNumber.number(of: name)
    guard let lease = shared.lease, shared.holdsLease else { throw RosterTrouble(Self.away) }
    // A world of that name that is owned elsewhere is replaced by its owner, to whom such a call is relayed.
    let isForgotten = replacing && isMine(number)
    if isForgotten, !shared.batches.forget(number) {
      readAnew(number)
      throw RosterTrouble(Self.away)
    }
    let mayReplace = replacing && (isMine(number) || registry?.world(ofRow: number) == nil)
    let row: PostgreSQLRow?
    do throws(PostgreSQLError) {
      row = try shared.with { connection throws(PostgreSQLError) in
        try connection.transaction { () throws(PostgreSQLError) -> PostgreSQLRow? in
          let row = try connection.run(
            """
            WITH lease AS MATERIALIZED (SELECT 1 FROM replica WHERE id = $1 AND epoch = $2 FOR SHARE)
            INSERT INTO world AS w (id, name, scenario, made, recipe, idle, owner, owner_epoch, claims, schema_version, left_well)
            SELECT $3::bigint, $4::text, $5::text, $6::bigint, $7::text, $8::bigint, $1::bigint, $2::bigint, 1, $9::bigint, false
            FROM lease
            ON CONFLICT (id) DO UPDATE SET scenario = excluded.scenario, made = excluded.made, recipe = excluded.recipe,
              idle = excluded.idle, owner = excluded.owner, owner_epoch = excluded.owner_epoch, claims = w.claims + 1,
              schema_version = excluded.schema_version, left_well = false, ended = NULL, used = clock_timestamp(),
              changed = pg_current_xact_id()
            WHERE w.name = excluded.name AND (w.ended IS NOT NULL OR ($10 = 1 AND (w.owner IS NULL
              OR (w.owner = excluded.owner AND w.owner_epoch = excluded.owner_epoch))))
            RETURNING w.id
            """, .bigint(lease.id), .bigint(lease.epoch), .bigint(number), .text(name), .text(scenario),
            .bigint(madeAt.ticks), .text(recipe), .bigint(idleTimeout.ticks), .bigint(options.schemaVersion),
            .bigint(mayReplace ? 1 : 0)
          ).first
          if row != nil { _ = try connection.run("DELETE FROM row WHERE world = $1", .bigint(number)) }
          return row
        }
      }
    } catch {
      // unique_violation: another server makes a world of that name at this moment. PostgreSQL may see the name before the id, for which
      // alone the statement says what is to be done.
      if isForgotten { readAnew(number) }
      if error.state == "23505" { return nil }
      throw RosterTrouble(Self.away + " (\(error.description))")
    }
    guard row == nil else { return number }
    if isForgotten { readAnew(number) }
    guard shared.holdsLease else { throw RosterTrouble(Self.away) }
    return nil
  }

  package func began(_ world: World, wasKnown: Bool) {
    moving.withLock { _ in
      guard !wasKnown || !isMine(world.store.row) else { return }
      try? world.store.letGo()
      begin(world.store.row)
    }
    // The first request that only reads must find nothing to write: it is answered while PostgreSQL is away, too.
    try? world.keepMemory()
  }

  package func strike(_ world: World, madeBy recipe: String?) throws -> Bool {
    let number = world.store.row
    guard let lease = shared.lease else { throw RosterTrouble(Self.away) }
    guard shared.batches.forget(number) else {
      readAnew(number)
      throw RosterTrouble(Self.away)
    }
    do throws(PostgreSQLError) {
      let count = try shared.with { connection throws(PostgreSQLError) in
        try connection.run(
          """
          UPDATE world SET ended = clock_timestamp(), owner = NULL, owner_epoch = NULL, changed = pg_current_xact_id()
          WHERE id = $1 AND ended IS NULL AND owner = $2 AND owner_epoch = $3 AND recipe = $4
          """, .bigint(number), .bigint(lease.id), .bigint(lease.epoch), .text(recipe ?? "")
        ).affected
      }
      guard count == 1 else {
        readAnew(number)
        return false
      }
    } catch {
      readAnew(number)
      throw RosterTrouble(Self.away + " (\(error.description))")
    }
    return true
  }

  package func ended(_ world: World) {
    end(world.store.row)
    try? world.store.displace()
  }

  /// The world did not end after all. What was forgotten of it is in memory still, and may not be told: it is read anew.
  private func readAnew(_ number: Int64) {
    set(nil, of: number)
    empty(number)
  }

  package func owns(_ world: World) -> Bool { isMine(world.store.row) }

  static let away = "the cluster's PostgreSQL does not answer"
}
