import Directory
import Dispatch
import Platform
import PostgreSQL
import SQLite
import Synchronization

/// Keeps the changed rows of the worlds in PostgreSQL before anybody is told of them. All that comes while one statement runs goes
/// into the next one (group commit). One thread with a connection of its own does it; no event loop waits.
final class RowBatches: RowReplicator {
  typealias Lease = RowQueue.Lease
  typealias Outcome = RowQueue.Outcome
  private typealias Batch = RowQueue.Batch

  private let state = Mutex(RowQueue())
  private let wake = DispatchSemaphore(value: 0)
  private let recorder = Mutex<ChangeRecorder?>(nil)
  private let connect: @Sendable () throws(PostgreSQLError) -> PostgreSQLConnection
  /// What keeps a batch, and whether anybody waits for it: as it should be, but for a fault.
  private let statement: String
  private let areAwaited: Bool

  /// - Parameters:
  ///   - fault: what is done wrong.
  ///   - connect: makes a connection to the database of these rows.
  init(fault: ClusterFault, connect: @escaping @Sendable () throws(PostgreSQLError) -> PostgreSQLConnection) {
    statement = fault.batch(Self.statement)
    areAwaited = fault.areRowsAwaited
    self.connect = connect
  }

  /// Begins. `onLost` is called on the thread of the batches when another server has taken over.
  func start(onLost: @escaping @Sendable (Lease) -> Void) { _ = OwnThread.start { self.run(onLost) } }

  /// Takes the lease under which batches are kept from now on. Nil: none is kept.
  func use(_ lease: Lease?) {
    state.withLock { $0.lease = lease }
    wake.signal()
  }

  /// Keeps what there is, for at most `limit` seconds, and ends the thread.
  /// - Returns: whether all is kept.
  func stop(within limit: Double) -> Bool {
    let deadline = DispatchTime.now() + limit
    state.withLock { state in
      state.isStopping = true
      state.stopsBy = deadline.uptimeNanoseconds
    }
    wake.signal()
    while DispatchTime.now() < deadline, !state.withLock({ $0.hasStopped }) { usleep(2_000) }
    return state.withLock { $0.hasStopped && $0.isWhole }
  }

  /// Whether every exchange is kept or waits to be: none was dropped.
  var isWhole: Bool { state.withLock { !$0.hasDropped } }

  /// Whether PostgreSQL did not answer the last batch.
  var isAway: Bool { state.withLock { $0.isAway } }

  /// For the metrics: how many batches and rows were kept, and how many rows wait.
  var counts: (batches: UInt64, rows: UInt64, waiting: Int) {
    state.withLock { ($0.batches, $0.rowsKept, $0.rowsWaiting) }
  }

  // MARK: RowReplicator

  func began(_ recorder: ChangeRecorder) { self.recorder.withLock { $0 = recorder } }

  func keep(_ rows: [ChangeRecorder.Row]) {
    keep(rows.flatMap { row in ReplicatedRow.rows(of: row).map { (row.owner, $0) } })
  }

  func keep(_ rows: [(world: Int64, row: ReplicatedRow)]) { keep(rows, isAwaited: areAwaited) }

  /// With `isAwaited`, nobody may be told anything of the worlds before these rows are kept.
  private func keep(_ rows: [(world: Int64, row: ReplicatedRow)], isAwaited: Bool) {
    state.withLock { $0.add(rows, isAwaited: isAwaited) }
    wake.signal()
  }

  /// For `keepAlong`: changes when all worlds are lost.
  var drops: Int { state.withLock { $0.drops } }

  /// Adds rows that nobody waits for. The oldest are dropped when too many wait. `drops` is what it was when the caller looked whether the
  /// worlds are here: rows of worlds that were lost since then would take the places of the new owner's.
  func keepAlong(_ rows: [(world: Int64, row: ReplicatedRow)], since drops: Int) {
    let isMuch = state.withLock { $0.addAlong(rows, since: drops, at: Self.now) }
    // Otherwise the thread looks by itself.
    if isMuch { wake.signal() }
  }

  // MARK: Waiting

  /// Whether all rows of that world are kept.
  func isKept(_ world: Int64) -> Bool { state.withLock { $0.isKept(world) } }

  /// Calls `body` once, on some thread, when all rows are kept that the world has now, or when they cannot be.
  func whenKept(_ world: Int64, _ body: @escaping @Sendable (Outcome) -> Void) {
    let waits = state.withLock { $0.wait(for: world, since: Self.now, body) }
    if !waits { body(.kept) }
  }

  /// Calls `body` once, on some thread, when all rows are kept that there are now, or when they cannot be.
  func whenAllKept(_ body: @escaping @Sendable (Outcome) -> Void) {
    let waits = state.withLock { $0.wait(for: nil, since: Self.now, body) }
    if !waits { body(.kept) }
  }

  /// Has the exchanges of these worlds wait with the rest, so that `whenAllKept` comes after them.
  func promote(_ worlds: Set<Int64>) {
    if state.withLock({ $0.promote(worlds) }) { wake.signal() }
  }

  /// Forgets what is not kept of a world that ends, and returns when no batch with rows of it is under way. Who waits for such rows is told
  /// that they are lost. It may wait.
  /// - Returns: false when such a batch is under way still after a while, so that its rows may be kept later.
  func forget(_ world: Int64) -> Bool {
    let (waiting, underWay) = state.withLock { state in (state.forget(world), state.underWay) }
    for waiter in waiting { waiter.body(.lost) }
    guard let underWay else { return true }
    let deadline = DispatchTime.now() + 3
    // A batch that begins later has none of these rows.
    while state.withLock({ $0.underWay == underWay }) {
      guard DispatchTime.now() < deadline else { return false }
      usleep(200)
    }
    return true
  }

  /// Drops what is not kept, because the worlds belong to another server now. The caller has seen to it that nobody changes them here any
  /// more: what came later would be kept under the next lease.
  func drop() {
    let waiting = state.withLock { $0.drop() }
    for waiter in waiting { waiter.body(.lost) }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  // MARK: The thread

  /// The connection of the thread, and what tells it from all others.
  private struct Line {
    var connection: PostgreSQLConnection?
    var session: Session?
  }

  private func run(_ onLost: @Sendable (Lease) -> Void) {
    var line = Line()
    while true {
      // The time limit serves rows that nobody waits for, and those who wait while PostgreSQL is away.
      _ = wake.wait(timeout: .now() + .milliseconds(100))
      giveUpWaiting()
      while let batch = state.withLock({ $0.nextBatch(at: Self.now) }) {
        do throws(PostgreSQLError) {
          guard try keep(batch, open(&line)) else {
            state.withLock { $0.underWay = nil }
            onLost(batch.lease)
            break
          }
          finish(batch)
        } catch {
          state.withLock { $0.underWay = nil }
          failed(&line)
          // A connection that has just ended says nothing of PostgreSQL.
          if state.withLock({ $0.isStopping && Self.now >= $0.stopsBy }) { break }
        }
      }
      if state.withLock({ $0.mustAskWhetherBack }) { askWhetherBack(&line) }
      if state.withLock({ state in
        state.hasStopped = state.isStopping
        return state.hasStopped
      }) {
        return
      }
    }
  }

  private func open(_ line: inout Line) throws(PostgreSQLError) -> PostgreSQLConnection {
    if let known = line.connection, !known.isBroken { return known }
    let made = try connect()
    line.connection = made
    line.session = try Session.following(line.session, on: made)
    return made
  }

  private func failed(_ line: inout Line) {
    line.connection?.close()
    line.connection = nil
    setAway(true)
    giveUpWaiting()
    usleep(100_000)
  }

  /// The rows of the batch that failed may be gone, because their worlds were lost. Changes are refused until PostgreSQL answers, so that no
  /// other batch would come to find out.
  private func askWhetherBack(_ line: inout Line) {
    do throws(PostgreSQLError) {
      _ = try open(&line).run("SELECT 1")
      setAway(false)
    } catch { failed(&line) }
  }

  private func finish(_ batch: Batch) {
    setAway(false)
    for waiter in state.withLock({ $0.finish(batch) }) { waiter.body(.kept) }
  }

  private func setAway(_ isAway: Bool) {
    let hasChanged = state.withLock { state in
      defer { state.isAway = isAway }
      return state.isAway != isAway
    }
    if hasChanged { recorder.withLock { $0 }?.refuseChanges(isAway) }
  }

  private func giveUpWaiting() {
    for waiter in state.withLock({ $0.giveUp(at: Self.now) }) { waiter.body(.late) }
  }

  // MARK: The statement

  /// One statement, fenced by the lease: a takeover, which changes the epoch, waits for its end and then reads what it kept; a
  /// statement after the takeover finds no lease and keeps nothing.
  private static let statement = """
    WITH lease AS MATERIALIZED (SELECT 1 FROM replica WHERE id = $1 AND epoch = $2 FOR SHARE),
    gone AS (
      DELETE FROM row r USING lease, unnest($3::bigint[], $4::bigint[], $5::bytea[]) AS g (world, kind, key)
      WHERE r.world = g.world AND r.kind = g.kind AND r.key = g.key
    ),
    kept AS (
      INSERT INTO row SELECT k.* FROM lease, unnest($6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[]) k
      ON CONFLICT (world, kind, key) DO UPDATE SET image = excluded.image
    )
    SELECT count(*) FROM lease
    """

  private struct Key: Hashable {
    let world: Int64
    let kind: Int64
    let key: [UInt8]
  }

  /// False: the lease is no more, and nothing was kept.
  private func keep(_ batch: Batch, _ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
    var images: [Key: [UInt8]?] = [:]
    for (world, row) in batch.rows { images[Key(world: world, kind: row.kind, key: row.key)] = .some(row.image) }
    var gone: (worlds: [Int64], kinds: [Int64], keys: [[UInt8]?]) = ([], [], [])
    var kept: (worlds: [Int64], kinds: [Int64], keys: [[UInt8]?], images: [[UInt8]?]) = ([], [], [], [])
    // In one order, so that statements of two servers never wait for each other in a circle.
    for (key, image) in images.sorted(by: { ($0.key.world, $0.key.kind) < ($1.key.world, $1.key.kind) }) {
      if let image {
        kept.worlds.append(key.world)
        kept.kinds.append(key.kind)
        kept.keys.append(key.key)
        kept.images.append(image)
      } else {
        gone.worlds.append(key.world)
        gone.kinds.append(key.kind)
        gone.keys.append(key.key)
      }
    }
    let rows = try connection.run(
      statement, .bigint(batch.lease.id), .bigint(batch.lease.epoch), .bigints(gone.worlds), .bigints(gone.kinds),
      .byteas(gone.keys), .bigints(kept.worlds), .bigints(kept.kinds), .byteas(kept.keys), .byteas(kept.images))
    return rows.first?.bigint(0) == 1
  }
}
