import Directory
import Dispatch
import Platform
import PostgreSQL
import SQLite
import Synchronization

/// Keeps the changed rows of the worlds in PostgreSQL before anybody is told of them. All that comes while one statement runs goes
/// into the next one (group commit). One thread with a connection of its own does it; no event loop waits.
final class RowBatches: RowKeeper {
  /// What became of rows that somebody waits for.
  enum Outcome: Sendable {
    case kept
    /// PostgreSQL does not answer. The rows are kept when it answers again.
    case late
    /// Another server has this one's worlds. The rows are lost, and nobody may be told of them.
    case lost
  }

  /// The replica row that this server has now.
  struct Lease: Sendable, Hashable {
    let id: Int64
    let epoch: Int64
  }

  private struct Group {
    let number: UInt64
    var rows: [(world: Int64, row: KeptRow)]
  }

  private struct Waiting {
    let number: UInt64
    /// Nil for one that waits for all worlds.
    var world: Int64?
    let since: UInt64
    let body: @Sendable (Outcome) -> Void
  }

  private struct State {
    var groups: [Group] = []
    /// Rows that nobody waits for: exchanges of journals. They go along with the next batch, or in one of their own after a while.
    var extras: [(world: Int64, row: KeptRow)] = []
    /// When the first of them came, in nanoseconds.
    var extrasSince: UInt64 = 0
    /// The number of the newest group of each world that is not kept yet.
    var newest: [Int64: UInt64] = [:]
    var lastNumber: UInt64 = 0
    var keptNumber: UInt64 = 0
    var waiting: [Waiting] = []
    var lease: Lease?
    var isAway = false
    var isSending = false
    var isStopping = false
    var hasStopped = false
    /// How often all was dropped.
    var drops = 0
    var batches: UInt64 = 0
    var rowsKept: UInt64 = 0
  }

  /// How long an answer waits for a PostgreSQL that does not answer.
  private static let patience: UInt64 = 3_000_000_000
  private static let maximumRows = 4_000
  private static let maximumExtras = 20_000
  /// How long rows that nobody waits for are gathered, in nanoseconds. A statement for each would cost an answer a tenth more.
  private static let gathering: UInt64 = 100_000_000

  private let state = Mutex(State())
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
  func stop(within limit: Double) {
    let deadline = DispatchTime.now() + limit
    state.withLock { $0.isStopping = true }
    wake.signal()
    while DispatchTime.now() < deadline, !state.withLock({ $0.hasStopped }) { usleep(2_000) }
  }

  /// Whether PostgreSQL did not answer the last batch.
  var isAway: Bool { state.withLock { $0.isAway } }

  /// For the metrics: how many batches and rows were kept, and how many rows wait.
  var counts: (batches: UInt64, rows: UInt64, waiting: Int) {
    state.withLock { ($0.batches, $0.rowsKept, $0.groups.reduce(0) { $0 + $1.rows.count }) }
  }

  // MARK: RowKeeper

  func began(_ recorder: ChangeRecorder) { self.recorder.withLock { $0 = recorder } }

  func keep(_ rows: [ChangeRecorder.Row]) {
    keep(rows.flatMap { row in KeptRow.rows(of: row).map { (row.owner, $0) } })
  }

  func keep(_ rows: [(world: Int64, row: KeptRow)]) { keep(rows, isAwaited: areAwaited) }

  /// With `isAwaited`, nobody may be told anything of the worlds before these rows are kept.
  private func keep(_ rows: [(world: Int64, row: KeptRow)], isAwaited: Bool) {
    state.withLock { state in
      state.lastNumber += 1
      if isAwaited { for (world, _) in rows { state.newest[world] = state.lastNumber } }
      state.groups.append(Group(number: state.lastNumber, rows: rows))
    }
    wake.signal()
  }

  /// For `keepAlong`: changes when all worlds are lost.
  var drops: Int { state.withLock { $0.drops } }

  /// Adds rows that nobody waits for. The oldest are dropped when too many wait. `drops` is what it was when the caller looked whether the
  /// worlds are here: rows of worlds that were lost since then would take the places of the new owner's.
  func keepAlong(_ rows: [(world: Int64, row: KeptRow)], since drops: Int) {
    let isMuch = state.withLock { state in
      guard state.drops == drops else { return false }
      if state.extras.isEmpty { state.extrasSince = DispatchTime.now().uptimeNanoseconds }
      state.extras += rows
      if state.extras.count > Self.maximumExtras { state.extras.removeFirst(Self.maximumExtras / 4) }
      return state.extras.count == Self.maximumRows
    }
    // Otherwise the thread looks by itself.
    if isMuch { wake.signal() }
  }

  // MARK: Waiting

  /// Whether all rows of that world are kept.
  func isKept(_ world: Int64) -> Bool {
    state.withLock { state in state.newest[world].map { $0 <= state.keptNumber } ?? true }
  }

  /// Calls `body` once, on some thread, when all rows are kept that the world has now, or when they cannot be.
  func whenKept(_ world: Int64, _ body: @escaping @Sendable (Outcome) -> Void) {
    let isKept = state.withLock { state in
      guard let number = state.newest[world], number > state.keptNumber else { return true }
      state.waiting.append(
        Waiting(number: number, world: world, since: DispatchTime.now().uptimeNanoseconds, body: body))
      return false
    }
    if isKept { body(.kept) }
  }

  /// Has the exchanges of these worlds wait with the rest, so that `whenAllKept` comes after them.
  func promote(_ worlds: Set<Int64>) {
    let own = state.withLock { state in
      defer { state.extras.removeAll { worlds.contains($0.world) } }
      return state.extras.filter { worlds.contains($0.world) }
    }
    if !own.isEmpty { keep(own, isAwaited: false) }
  }

  /// Forgets what is not kept of a world that ends, and returns when no batch with rows of it is under way. Who waits for such rows is told
  /// that they are lost. It may wait.
  func forget(_ world: Int64) {
    let waiting = state.withLock { state in
      for index in state.groups.indices { state.groups[index].rows.removeAll { $0.world == world } }
      state.extras.removeAll { $0.world == world }
      defer { state.waiting.removeAll { $0.world == world } }
      return state.waiting.filter { $0.world == world }
    }
    for waiter in waiting { waiter.body(.lost) }
    let deadline = DispatchTime.now() + 3
    while state.withLock({ $0.isSending }), DispatchTime.now() < deadline { usleep(200) }
  }

  /// Calls `body` once, on some thread, when all rows are kept that there are now, or when they cannot be.
  func whenAllKept(_ body: @escaping @Sendable (Outcome) -> Void) {
    let isKept = state.withLock { state in
      guard state.lastNumber > state.keptNumber else { return true }
      state.waiting.append(
        Waiting(number: state.lastNumber, since: DispatchTime.now().uptimeNanoseconds, body: body))
      return false
    }
    if isKept { body(.kept) }
  }

  /// Drops what is not kept, because the worlds belong to another server now. The caller has seen to it that nobody changes them here any
  /// more: what came later would be kept under the next lease.
  func drop() {
    let waiting = state.withLock { state in
      defer {
        state.groups = []
        state.extras = []
        state.newest = [:]
        state.keptNumber = state.lastNumber
        state.waiting = []
        state.drops += 1
      }
      return state.waiting
    }
    for waiter in waiting { waiter.body(.lost) }
  }

  // MARK: The thread

  private struct Batch {
    let lease: Lease
    let number: UInt64
    let groups: Int
    let extras: Int
    let rows: [(world: Int64, row: KeptRow)]
  }

  private func run(_ onLost: @Sendable (Lease) -> Void) {
    var connection: PostgreSQLConnection?
    var session: Session?
    while true {
      // The time limit serves rows that nobody waits for, and those who wait while PostgreSQL is away.
      _ = wake.wait(timeout: .now() + .milliseconds(100))
      giveUpWaiting()
      while let batch = nextBatch() {
        do throws(PostgreSQLError) {
          let open: PostgreSQLConnection
          if let known = connection, !known.isBroken {
            open = known
          } else {
            open = try connect()
            connection = open
            session = try Session.following(session, on: open)
          }
          guard try keep(batch, open) else {
            state.withLock { $0.isSending = false }
            onLost(batch.lease)
            break
          }
          finish(batch)
        } catch {
          connection?.close()
          connection = nil
          setAway(true)
          state.withLock { $0.isSending = false }
          giveUpWaiting()
          usleep(100_000)
          if state.withLock({ $0.isStopping }) { break }
        }
      }
      if state.withLock({ state in
        state.hasStopped = state.isStopping
        return state.hasStopped
      }) {
        return
      }
    }
  }

  private func nextBatch() -> Batch? {
    state.withLock { state in
      guard let lease = state.lease else { return nil }
      if state.groups.isEmpty {
        let age = DispatchTime.now().uptimeNanoseconds &- state.extrasSince
        let isDue = state.isStopping || state.extras.count >= Self.maximumRows || age >= Self.gathering
        guard !state.extras.isEmpty, isDue else { return nil }
      }
      var rows: [(world: Int64, row: KeptRow)] = []
      var groups = 0
      // A transaction is kept whole or not at all.
      for group in state.groups {
        guard groups == 0 || rows.count + group.rows.count <= Self.maximumRows else { break }
        rows += group.rows
        groups += 1
      }
      let extras = state.extras.prefix(Self.maximumRows)
      state.isSending = true
      let number = groups > 0 ? state.groups[groups - 1].number : state.keptNumber
      return Batch(lease: lease, number: number, groups: groups, extras: extras.count, rows: rows + extras)
    }
  }

  private func finish(_ batch: Batch) {
    setAway(false)
    let told = state.withLock { state -> [Waiting] in
      state.isSending = false
      // `drop` may have come in between.
      guard state.lease == batch.lease else { return [] }
      state.groups.removeFirst(min(batch.groups, state.groups.count))
      state.extras.removeFirst(min(batch.extras, state.extras.count))
      state.extrasSince = DispatchTime.now().uptimeNanoseconds
      state.keptNumber = max(state.keptNumber, batch.number)
      state.batches += 1
      state.rowsKept += UInt64(batch.rows.count)
      if state.newest.count > 1_000 || state.groups.isEmpty {
        let kept = state.keptNumber
        state.newest = state.newest.filter { $0.value > kept }
      }
      let kept = state.keptNumber
      let done = state.waiting.filter { $0.number <= kept }
      state.waiting.removeAll { $0.number <= kept }
      return done
    }
    for waiter in told { waiter.body(.kept) }
  }

  private func setAway(_ isAway: Bool) {
    let hasChanged = state.withLock { state in
      defer { state.isAway = isAway }
      return state.isAway != isAway
    }
    if hasChanged { recorder.withLock { $0 }?.refuseChanges(isAway) }
  }

  private func giveUpWaiting() {
    let now = DispatchTime.now().uptimeNanoseconds
    let late = state.withLock { state -> [Waiting] in
      guard state.isAway || state.lease == nil else { return [] }
      let late = state.waiting.filter { now - $0.since >= Self.patience }
      state.waiting.removeAll { now - $0.since >= Self.patience }
      return late
    }
    for waiter in late { waiter.body(.late) }
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
