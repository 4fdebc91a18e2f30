import Directory

/// The changed rows that PostgreSQL does not have yet, and those who wait for them: what `RowBatches` does under its lock, as values.
///
/// A batch is under way while the lock is free, and rows come and go meanwhile. So a batch knows its rows by numbers that never change, and never
/// by their places in a list or by how many they are.
struct RowQueue {
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

  /// The rows of one transaction.
  private struct Group {
    let number: UInt64
    var rows: [(world: Int64, row: ReplicatedRow)]
  }

  private struct Extra {
    let number: UInt64
    let world: Int64
    let row: ReplicatedRow
    /// When it came, in nanoseconds.
    let since: UInt64
  }

  struct Waiting {
    let number: UInt64
    /// Nil for one that waits for all worlds.
    let world: Int64?
    let since: UInt64
    let body: @Sendable (Outcome) -> Void
  }

  /// What one statement keeps.
  struct Batch {
    let number: UInt64
    let lease: Lease
    /// All groups and extras up to these numbers that were there are in it.
    fileprivate let lastGroup: UInt64
    fileprivate let lastExtra: UInt64
    let rows: [(world: Int64, row: ReplicatedRow)]
  }

  private var groups: [Group] = []
  /// Rows that nobody waits for: exchanges of journals. They go along with the next batch, or in one of their own after a while.
  private var extras: [Extra] = []
  private var lastExtra: UInt64 = 0
  /// The number of the newest group of each world that is not kept yet.
  private var newest: [Int64: UInt64] = [:]
  private var lastNumber: UInt64 = 0
  private var keptNumber: UInt64 = 0
  private var lastBatch: UInt64 = 0
  private var waiting: [Waiting] = []
  var lease: Lease?
  var isAway = false
  /// The number of the batch that is under way.
  var underWay: UInt64?
  var isStopping = false
  /// Until when it is tried to keep the rest, in nanoseconds.
  var stopsBy: UInt64 = 0
  var hasStopped = false
  /// Whether exchanges were dropped because too many waited.
  private(set) var hasDropped = false
  /// How often all was dropped.
  private(set) var drops = 0
  private(set) var batches: UInt64 = 0
  private(set) var rowsKept: UInt64 = 0

  /// How long an answer waits for a PostgreSQL that does not answer.
  private static let patience: UInt64 = 3_000_000_000
  private static let maximumRows = 4_000
  private static let maximumExtras = 20_000
  /// How long rows that nobody waits for are gathered, in nanoseconds. A statement for each would cost an answer a tenth more.
  private static let gathering: UInt64 = 100_000_000

  /// Whether everything that came under this lease is kept.
  var isWhole: Bool { groups.isEmpty && extras.isEmpty && !hasDropped }

  /// How many rows somebody waits for.
  var rowsWaiting: Int { groups.reduce(0) { $0 + $1.rows.count } }

  // MARK: Rows

  /// With `isAwaited`, nobody may be told anything of the worlds before these rows are kept.
  mutating func add(_ rows: [(world: Int64, row: ReplicatedRow)], isAwaited: Bool) {
    lastNumber += 1
    if isAwaited { for (world, _) in rows { newest[world] = lastNumber } }
    groups.append(Group(number: lastNumber, rows: rows))
  }

  /// Adds rows that nobody waits for, unless all worlds were lost since `drops` was what it is here.
  /// - Returns: whether there are enough for a batch of their own.
  mutating func addAlong(_ rows: [(world: Int64, row: ReplicatedRow)], since drops: Int, at now: UInt64) -> Bool {
    guard self.drops == drops else { return false }
    for (world, row) in rows {
      lastExtra += 1
      extras.append(Extra(number: lastExtra, world: world, row: row, since: now))
    }
    if extras.count > Self.maximumExtras {
      extras.removeFirst(Self.maximumExtras / 4)
      hasDropped = true
    }
    return extras.count == Self.maximumRows
  }

  /// Has the exchanges of these worlds wait with the rest.
  /// - Returns: whether there are some.
  mutating func promote(_ worlds: Set<Int64>) -> Bool {
    let own = extras.filter { worlds.contains($0.world) }
    guard !own.isEmpty else { return false }
    extras.removeAll { worlds.contains($0.world) }
    add(own.map { ($0.world, $0.row) }, isAwaited: false)
    return true
  }

  /// Forgets what is not kept of a world that ends.
  /// - Returns: those who wait for such rows.
  mutating func forget(_ world: Int64) -> [Waiting] {
    for index in groups.indices { groups[index].rows.removeAll { $0.world == world } }
    extras.removeAll { $0.world == world }
    return take { $0.world == world }
  }

  /// Drops all that is not kept.
  /// - Returns: those who wait for it.
  mutating func drop() -> [Waiting] {
    groups = []
    extras = []
    newest = [:]
    keptNumber = lastNumber
    hasDropped = false
    drops += 1
    return take { _ in true }
  }

  // MARK: Waiting

  /// Whether all rows of that world are kept.
  func isKept(_ world: Int64) -> Bool { newest[world].map { $0 <= keptNumber } ?? true }

  /// Has `body` wait until all rows are kept that the world has now, or all worlds for nil.
  /// - Returns: false when they are.
  mutating func wait(for world: Int64?, since now: UInt64, _ body: @escaping @Sendable (Outcome) -> Void) -> Bool {
    guard let number = world.map({ newest[$0] }) ?? lastNumber, number > keptNumber else { return false }
    waiting.append(Waiting(number: number, world: world, since: now, body: body))
    return true
  }

  /// Those who have waited long enough for a PostgreSQL that does not answer. They wait no longer.
  mutating func giveUp(at now: UInt64) -> [Waiting] {
    guard isAway || lease == nil else { return [] }
    return take { now >= $0.since && now - $0.since >= Self.patience }
  }

  private mutating func take(_ isTaken: (Waiting) -> Bool) -> [Waiting] {
    let taken = waiting.filter(isTaken)
    if !taken.isEmpty { waiting.removeAll(where: isTaken) }
    return taken
  }

  // MARK: Batches

  /// What the next statement keeps, which is under way from now on. Nil when there is nothing, or no lease to keep it under.
  mutating func nextBatch(at now: UInt64) -> Batch? {
    guard let lease else { return nil }
    if groups.isEmpty {
      guard let first = extras.first else { return nil }
      guard isStopping || extras.count >= Self.maximumRows || now &- first.since >= Self.gathering else { return nil }
    }
    var rows: [(world: Int64, row: ReplicatedRow)] = []
    var lastGroup = keptNumber
    // A transaction is kept whole or not at all.
    for (index, group) in groups.enumerated() {
      guard index == 0 || rows.count + group.rows.count <= Self.maximumRows else { break }
      rows += group.rows
      lastGroup = group.number
    }
    let along = extras.prefix(Self.maximumRows)
    rows += along.map { ($0.world, $0.row) }
    lastBatch += 1
    underWay = lastBatch
    return Batch(
      number: lastBatch, lease: lease, lastGroup: lastGroup, lastExtra: along.last?.number ?? 0, rows: rows)
  }

  /// Whether PostgreSQL did not answer the last batch, and nothing is there that would ask it again.
  var mustAskWhetherBack: Bool { isAway && lease != nil && groups.isEmpty && extras.isEmpty }

  /// The batch was kept.
  /// - Returns: those who waited for it.
  mutating func finish(_ batch: Batch) -> [Waiting] {
    if underWay == batch.number { underWay = nil }
    // `drop` may have come in between.
    guard lease == batch.lease else { return [] }
    groups.removeFirst(groups.prefix { $0.number <= batch.lastGroup }.count)
    extras.removeFirst(extras.prefix { $0.number <= batch.lastExtra }.count)
    keptNumber = max(keptNumber, batch.lastGroup)
    batches += 1
    rowsKept += UInt64(batch.rows.count)
    if newest.count > 1_000 || groups.isEmpty {
      let kept = keptNumber
      newest = newest.filter { $0.value > kept }
    }
    let kept = keptNumber
    return take { $0.number <= kept }
  }
}
