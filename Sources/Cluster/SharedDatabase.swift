import Directory
import Dispatch
import HTTPServer
import JSON
import Platform
import PostgreSQL
import Synchronization
import Time

/// The PostgreSQL that all servers of the cluster share, as one of them sees it.
///
/// It knows the server's own lease, the living servers, and the worlds that there are. It asks each second, and at once when somebody asks
/// for a world that it does not know.
final class SharedDatabase: Sendable {
  typealias Lease = RowQueue.Lease

  /// A world as PostgreSQL describes it.
  struct Entry: Sendable, Hashable {
    let number: Int64
    let name: String
    let scenario: String
    let recipe: String
    let madeAt: Int64
    let idle: Duration?
    let hasEnded: Bool
  }

  private struct State {
    var lease: Lease?
    /// Whether the worlds of that lease are being let go of. The next lease begins when they are.
    var isLosing = false
    /// The uptime, in ticks, at which the lease ends at the latest, and since when there was one without a gap.
    var leaseEnds: Int64 = 0
    var leaseSince: Int64 = 0
    var replicas: [Int64: Replica] = [:]
    /// Whether PostgreSQL did not answer when it was asked last.
    var isAway = false
    var isStopping = false
    var hasStopped = false
    var free: [PostgreSQLConnection] = []
    var pullWaiters: [@Sendable (Bool) -> Void] = []
    var isPulling = false
  }

  /// How long a lease holds. Another server takes over what a dead one had when it is over.
  static let leaseTime: Int64 = 3 * UnixTime.ticksPerSecond
  /// A lease counts as over a little earlier here, so that its end is never seen later here than elsewhere.
  private static let leaseMargin: Int64 = UnixTime.ticksPerSecond / 10

  let place: String
  private let options: ClusterOptions
  private let clock: ClusterClock
  let batches: RowBatches
  /// Finds out whether PostgreSQL is away for all servers.
  private let outage: Outage
  private let state = Mutex(State())
  private let changes = ChangeFeed()
  private let wake = DispatchSemaphore(value: 0)
  private let line = ThreadLine(places: 4)
  /// Called on the thread of this object.
  private let events: Events

  struct Events: Sendable {
    /// Another server has taken over: all worlds are lost.
    var lost: @Sendable () -> Void
    /// Worlds were made or have ended, here or elsewhere.
    var changed: @Sendable ([Entry]) -> Void
    /// The lease was renewed: once a second, while PostgreSQL answers.
    var tick: @Sendable () -> Void
  }

  init(_ options: ClusterOptions, clock: ClusterClock, events: Events) {
    self.options = options
    self.clock = clock
    self.events = events
    place = placeName(of: options.conninfo)
    outage = Outage(options.isAway)
    batches = RowBatches(fault: options.fault) { () throws(PostgreSQLError) in
      try Self.connect(options, name: "mockidp rows")
    }
  }

  private static func connect(
    _ options: ClusterOptions, name: String
  ) throws(PostgreSQLError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(options.conninfo, name: name, timeout: .seconds(5))
    try connection.execute("SET search_path = \(ClusterTables.quoted(options.schema)); SET lock_timeout = '4s'")
    return connection
  }

  // MARK: What is known

  var lease: Lease? { state.withLock { $0.lease } }

  /// Whether this server certainly has its lease at this moment.
  var holdsLease: Bool {
    state.withLock { $0.lease != nil && ClusterClock.uptime < $0.leaseEnds }
  }

  /// Whether PostgreSQL can be asked: this server has its lease, and had an answer when it asked last.
  var canAsk: Bool { holdsLease && !state.withLock { $0.isAway } }

  /// Whether what this server knows of its worlds may be told: it has its lease, or PostgreSQL is away for all servers, so that none of them
  /// can have taken a world over.
  var mayTell: Bool {
    let now = ClusterClock.uptime
    return state.withLock { $0.lease != nil && (now < $0.leaseEnds || now < outage.confirmedUntil) }
  }

  /// Whether the lease has held without a gap for as long as a lease lasts. Only then may this server take over what another one
  /// had: after an outage of PostgreSQL the others have the time to renew theirs.
  var mayTakeOver: Bool {
    let now = ClusterClock.uptime
    return state.withLock { $0.lease != nil && now < $0.leaseEnds && now - $0.leaseSince >= Self.leaseTime }
  }

  /// The servers whose leases hold, as of the last second, this one among them.
  var replicas: [Replica] { state.withLock { Array($0.replicas.values) } }

  func replica(_ id: Int64) -> Replica? { state.withLock { $0.replicas[id] } }

  // MARK: Connections

  /// Runs `body` with a connection that nobody else uses meanwhile. A broken one is not used again.
  func with<Result>(
    _ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Result
  ) throws(PostgreSQLError) -> Result {
    let free = state.withLock { $0.free.popLast() }
    let connection: PostgreSQLConnection
    if let free {
      connection = free
    } else {
      do throws(PostgreSQLError) {
        connection = try Self.connect(options, name: "mockidp")
      } catch {
        state.withLock { $0.isAway = true }
        throw error
      }
    }
    defer {
      if !connection.isBroken { state.withLock { if $0.free.count < 4 { $0.free.append(connection) } } }
    }
    do throws(PostgreSQLError) {
      let result = try body(connection)
      state.withLock { $0.isAway = false }
      return result
    } catch {
      // All free connections are as old as this one.
      if error.isOfConnection { state.withLock { ($0.free, $0.isAway) = ([], true) } }
      throw error
    }
  }

  /// Runs `body` on a thread that may wait.
  func later(_ body: @escaping @Sendable () -> Void) { line.add(body) }

  // MARK: Beginning and ending

  /// Checks that this is the cluster's database, and opens what is sealed.
  func greet() throws(ClusterError) -> (id: String, secrets: ClusterSecrets) {
    let row: PostgreSQLRow?
    do throws(PostgreSQLError) {
      row = try with { connection throws(PostgreSQLError) in
        try connection.run("SELECT version, id, secrets FROM cluster")
      }.first
    } catch { throw ClusterError(error, at: place) }
    guard let row else { throw ClusterError("\(place) holds no cluster; make one with mockidp cluster init") }
    guard row.bigint(0) <= ClusterTables.version else { throw .newerTables(row.bigint(0), at: place) }
    guard let text = options.key.open(row.bytea(2)), let json = try? JSONValue.parse(text),
      let secrets = ClusterSecrets(json)
    else { throw .wrongKey(at: place) }
    return (row.text(1), secrets)
  }

  /// Enters the list of servers, learns the others and the worlds, and begins to renew the lease.
  func join() throws(ClusterError) {
    do throws(PostgreSQLError) {
      try enroll()
      try learn()
    } catch { throw ClusterError(error, at: place) }
    batches.start { [weak self] in self?.lose($0) }
    _ = OwnThread.start { self.run() }
    outage.watch(self)
  }

  private func enroll() throws(PostgreSQLError) {
    let before = ClusterClock.uptime
    let row = try with { connection throws(PostgreSQLError) in
      try connection.run(
        """
        INSERT INTO replica (ends, url, program, schema_version)
        VALUES (clock_timestamp() + interval '3 s', $1, $2, $3)
        RETURNING id, epoch, (extract(epoch FROM clock_timestamp()) * 10000000)::bigint
        """, .text(options.url), .text(options.program), .bigint(options.schemaVersion))
    }.first
    guard let row else { return }
    let after = ClusterClock.uptime
    clock.set(to: row.bigint(2), between: before, and: after)
    let lease = Lease(id: row.bigint(0), epoch: row.bigint(1))
    state.withLock { state in
      state.lease = lease
      state.leaseSince = before
      state.leaseEnds = before + options.fault.trust(Self.leaseTime - Self.leaseMargin)
    }
    batches.use(lease)
    // What others did to worlds that this server held for its own was not entered.
    changes.beginAnew()
  }

  /// Tells the others that this server hands its worlds over and ends.
  func announceLeaving() {
    guard let lease else { return }
    _ = try? with { connection throws(PostgreSQLError) in
      try connection.run(
        "UPDATE replica SET leaving = true WHERE id = $1 AND epoch = $2", .bigint(lease.id), .bigint(lease.epoch))
    }
  }

  /// Hands everything over: keeps what there is, frees the worlds, and leaves the list of servers. When not all could be kept, the worlds are
  /// left as those of a server that was killed.
  func leave(within seconds: Double) {
    let lease = lease
    let isWhole = batches.stop(within: seconds)
    state.withLock { $0.isStopping = true }
    wake.signal()
    guard let lease else { return }
    _ = try? with { connection throws(PostgreSQLError) in
      try connection.transaction { () throws(PostgreSQLError) in
        _ = try connection.run(
          """
          UPDATE world SET owner = NULL, owner_epoch = NULL, left_well = ($3 = 1), used = clock_timestamp()
          WHERE owner = $1 AND owner_epoch = $2
          """, .bigint(lease.id), .bigint(lease.epoch), .bigint(isWhole ? 1 : 0))
        _ = try connection.run(
          "DELETE FROM replica WHERE id = $1 AND epoch = $2", .bigint(lease.id), .bigint(lease.epoch))
      }
    }
  }

  // MARK: The thread

  var isStopping: Bool { state.withLock { $0.isStopping } }

  private func run() {
    while !isStopping {
      _ = wake.wait(timeout: .now() + .seconds(1))
      guard !isStopping else { break }
      do throws(PostgreSQLError) {
        try renew()
        // Whoever learns at this moment does it for all, and the lease does not wait for him.
        try changes.followUnlessBusy(enterChanges)
        events.tick()
      } catch {
        // The lease runs out by itself when this goes on. `Outage` asks the others then. Worlds stay where they are.
      }
    }
    state.withLock { $0.hasStopped = true }
  }

  private static let renewal = """
    UPDATE replica SET ends = clock_timestamp() + interval '3 s' WHERE id = $1 AND epoch = $2
    RETURNING (extract(epoch FROM clock_timestamp()) * 10000000)::bigint
    """

  /// Renews the lease; begins anew when another server has ended it.
  private func renew() throws(PostgreSQLError) {
    guard let lease else { return try enroll() }
    let before = ClusterClock.uptime
    let row = try with { connection throws(PostgreSQLError) in
      try connection.run(options.fault.renewal(Self.renewal), .bigint(lease.id), .bigint(lease.epoch))
    }.first
    let after = ClusterClock.uptime
    guard let row else { return lose(lease) }
    clock.set(to: row.bigint(0), between: before, and: after)
    state.withLock { state in
      if before >= state.leaseEnds { state.leaseSince = before }
      state.leaseEnds = before + options.fault.trust(Self.leaseTime - Self.leaseMargin)
    }
  }

  /// Another server has taken over. Whoever notices it first calls this; the next renewal begins anew.
  func lose(_ lost: Lease) {
    let isNew = state.withLock { state in
      guard state.lease == lost, !state.isLosing else { return false }
      state.isLosing = true
      state.leaseEnds = 0
      return true
    }
    guard isNew else { return }
    batches.use(nil)
    // In this order: what is changed until the worlds are let go of is dropped with the rest.
    events.lost()
    batches.drop()
    state.withLock { state in
      state.lease = nil
      state.isLosing = false
    }
    wake.signal()
  }

  /// Learns the living servers, and what has changed among the worlds.
  private func learn() throws(PostgreSQLError) { try changes.follow(enterChanges) }

  /// Returns the place up to which the changes are known then. Nil: nothing is new.
  private func enterChanges(since: Int64) throws(PostgreSQLError) -> Int64? {
    let (replicas, worlds) = try with { connection throws(PostgreSQLError) in
      (
        try connection.run(
          "SELECT id, url, program, schema_version, leaving FROM replica WHERE ends > clock_timestamp()"
        ).all,
        try connection.run(
          """
          SELECT id, name, scenario, recipe, made, idle, ended IS NOT NULL,
            pg_snapshot_xmin(pg_current_snapshot())::text::bigint
          FROM world WHERE changed >= ($1::bigint)::text::xid8
          """, .bigint(since)
        ).all
      )
    }
    state.withLock { state in
      state.replicas = Dictionary(
        replicas.compactMap { row in
          RelayPeer(advertised: row.text(1)).map {
            (
              row.bigint(0),
              Replica(
                id: row.bigint(0), peer: $0, schemaVersion: row.bigint(3), isLeaving: row.bool(4), program: row.text(2))
            )
          }
        }
      ) { first, _ in first }
    }
    let entries = worlds.map { row in
      Entry(
        number: row.bigint(0), name: row.text(1), scenario: row.text(2), recipe: row.text(3), madeAt: row.bigint(4),
        idle: row.optionalBigint(5).map { Duration(ticks: $0) }, hasEnded: row.bool(6))
    }
    if !entries.isEmpty { events.changed(entries) }
    return worlds.first?.bigint(7)
  }

  /// Learns all worlds, before the server answers anybody. It may wait.
  func learnAnew() {
    changes.beginAnew()
    try? learn()
  }

  /// Learns what has changed, because somebody asks for a world that is not known here. Calls `whenDone` on some thread. Those who ask
  /// meanwhile wait for one look. False: PostgreSQL did not answer.
  func refresh(_ whenDone: @escaping @Sendable (Bool) -> Void) {
    let begins = state.withLock { state in
      state.pullWaiters.append(whenDone)
      defer { state.isPulling = true }
      return !state.isPulling
    }
    guard begins else { return }
    pull()
  }

  private func pull() {
    later { [self] in
      let waiters = state.withLock { state in
        defer { state.pullWaiters = [] }
        return state.pullWaiters
      }
      var hasLearned = true
      do { try learn() } catch { hasLearned = false }
      for waiter in waiters { waiter(hasLearned) }
      let goesOn = state.withLock { state in
        state.isPulling = !state.pullWaiters.isEmpty
        return state.isPulling
      }
      if goesOn { pull() }
    }
  }
}
